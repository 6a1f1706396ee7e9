import Flowline

/// Reads a body of the type `multipart/form-data` (RFC 7578) piece by piece as it comes, strictly, and
/// refuses one that is too large as soon as it is.
///
/// The bytes of a file that is too large are passed over, up to a limit, so that what was typed behind it is
/// read; what was read says that the file is lost, and how large it was.
///
/// Parts are not nested, and there is nothing before the first boundary or behind the last.
struct MultipartReader {
  static let type = "multipart/form-data"

  /// Where in the body the reader is.
  private enum Place {
    /// Before the first boundary.
    case start
    /// Behind a boundary: a line break or the two hyphens of the end follow.
    case boundary
    /// In the headers of a part.
    case headers
    /// In the contents of a part.
    case contents
    /// Behind the end.
    case end
  }

  private struct Part {
    let name: String
    /// Nil for a field that is not a file.
    let fileName: String?
    var bytes: [UInt8] = []
    /// How many bytes have come, kept or passed over.
    var size = 0
    /// Whether it is a file that is too large: none of its bytes is kept.
    var isPassedOver = false
  }

  private let limits: BodyLimits
  /// A line break, two hyphens and the boundary.
  private let delimiter: [UInt8]
  private var place = Place.start
  /// The part whose contents are read.
  private var part = Part(name: "", fileName: nil)
  private var rest: [UInt8] = []
  private var count = 0
  private var passedOver = 0
  private var body = PostedBody()
  private var files = 0

  /// Makes a reader of a body.
  ///
  /// - Parameters:
  ///   - contentType: the request's header.
  ///   - limits: what the body may hold.
  /// - Throws: why it cannot be read: another type, no boundary or one that is not well written.
  init(contentType: String, _ limits: BodyLimits = BodyLimits()) throws(BodyFault) {
    guard let header = HeaderValue(contentType) else { throw .wrongType }
    guard header.value == Self.type else { throw .wrongType }
    guard let boundary = header.parameters["boundary"], Self.isBoundary(boundary) else {
      throw .malformed("the boundary is missing or not well written")
    }
    self.limits = limits
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// Whether a text may be a boundary (RFC 2046, 5.1.1).
  private static func isBoundary(_ text: String) -> Bool {
    1...70 ~= text.utf8.count && text.last != " "
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "'()+_,-./:=? ".utf8.contains(byte)
        }
      }
  }

  /// Reads the next bytes.
  ///
  /// - Parameter bytes: as many as came.
  /// - Throws: why the body is not read any further.
  mutating func read(_ bytes: some Collection<UInt8>) throws(BodyFault) {
    count += bytes.count
    rest += bytes
    while try step() {}
    guard taken <= limits.bytes else { throw .tooLarge(.bytes) }
  }

  /// How many bytes it has room for: all that came but for what was passed over.
  var heldBytes: Int { count - passedOver }

  /// How many bytes were read so far, without those that were passed over.
  private var taken: Int { heldBytes - rest.count }

  /// Says that no more bytes come.
  ///
  /// - Returns: what the body held.
  /// - Throws: that it was cut off.
  mutating func finish() throws(BodyFault) -> PostedBody {
    guard case .end = place, rest.isEmpty || rest == Array("\r\n".utf8) else {
      throw .malformed("the body is cut off, or more follows its end")
    }
    return body
  }

  /// What was read so far; of a file that is not whole, that it was chosen.
  var readSoFar: PostedBody {
    var read = body
    if case .contents = place, let name = part.fileName, !name.isEmpty || part.size > 0 {
      read.lose(part.name)
    }
    return read
  }

  /// Reads on as far as the bytes that are there reach; false if more are needed.
  private mutating func step() throws(BodyFault) -> Bool {
    switch place {
    case .start:
      let first = delimiter[2...]
      guard rest.count >= first.count else {
        guard first.starts(with: rest) else { throw .malformed("there is no boundary") }
        return false
      }
      guard rest.starts(with: first) else { throw .malformed("there is no boundary") }
      rest.removeFirst(first.count)
      place = .boundary
      return true
    case .boundary: return try readBoundary()
    case .headers: return try readHeaders()
    case .contents: return try readContents()
    case .end:
      guard rest.count <= 2 else { throw .malformed("more follows the end") }
      return false
    }
  }

  private mutating func readBoundary() throws(BodyFault) -> Bool {
    guard rest.count >= 2 else { return false }
    if rest.starts(with: "\r\n".utf8) {
      place = .headers
    } else if rest.starts(with: "--".utf8) {
      place = .end
    } else {
      throw .malformed("a boundary is not at the end of its line")
    }
    // The line break stays: it ends headers that are none.
    if case .end = place { rest.removeFirst(2) }
    return true
  }

  private mutating func readHeaders() throws(BodyFault) -> Bool {
    guard let found = rest.firstPlace(of: Array("\r\n\r\n".utf8)) else {
      guard rest.count <= limits.headerBytes else { throw .tooLarge(.headerBytes) }
      return false
    }
    guard found <= limits.headerBytes else { throw .tooLarge(.headerBytes) }
    part = try Self.part(rest[..<found].dropFirst(2))
    rest.removeFirst(found + 4)
    guard taken <= limits.bytes else { throw .tooLarge(.bytes) }
    if part.fileName == nil, body.fields.count >= limits.fields { throw .tooLarge(.fields) }
    if part.fileName != nil {
      files += 1
      guard files <= limits.files else { throw .tooLarge(.files) }
    }
    place = .contents
    return true
  }

  private mutating func readContents() throws(BodyFault) -> Bool {
    let found = rest.firstPlace(of: delimiter)
    // What may be the beginning of a boundary waits for its end.
    let ready = found ?? max(0, rest.count - delimiter.count + 1)
    try takeContents(ready)
    rest.removeFirst(found.map { $0 + delimiter.count } ?? ready)
    guard found != nil else { return false }
    try addPart()
    place = .boundary
    return true
  }

  /// Takes the next bytes of the part's contents, or passes them over.
  private mutating func takeContents(_ ready: Int) throws(BodyFault) {
    part.size += ready
    let isFile = part.fileName != nil
    if part.isPassedOver {
      passedOver += ready
    } else if isFile, part.size > limits.fileBytes || taken + ready > limits.allFileBytes {
      part.isPassedOver = true
      part.bytes = []
      passedOver += part.size
    }
    guard isFile || part.size <= limits.fieldBytes else { throw .tooLarge(.fieldBytes) }
    guard passedOver <= limits.passedOverBytes else { throw .tooLarge(.bytes) }
    if !part.isPassedOver { part.bytes += rest[..<ready] }
  }

  private mutating func addPart() throws(BodyFault) {
    defer { part = Part(name: "", fileName: nil) }
    if part.isPassedOver { return body.lose(part.name, ofBytes: part.size) }
    if let fileName = part.fileName {
      // A field in which no file was chosen comes with neither a name nor contents.
      if fileName.isEmpty, part.bytes.isEmpty { return }
      body.files.append(
        PostedBody.File(
          name: part.name, contents: FileContents(part.bytes, named: fileName)))
      return
    }
    guard let value = String(validating: part.bytes, as: UTF8.self) else {
      throw .malformed("a field is not UTF-8")
    }
    body.fields.append(PostedBody.Field(name: part.name, value: value))
  }
}

extension MultipartReader {
  /// Reads the headers of a part.
  private static func part(_ bytes: ArraySlice<UInt8>) throws(BodyFault) -> Part {
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0),
      let lines = Array(bytes).lines
    else { throw .malformed("the headers of a part are not lines of UTF-8") }
    var disposition: HeaderValue?
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else {
        throw .malformed("a header of a part has no colon")
      }
      let name = line[..<colon].lowercased()
      guard !name.isEmpty, name.utf8.allSatisfy(HeaderValue.isToken) else {
        throw .malformed("a header of a part is not well written")
      }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      switch name {
      case "content-disposition":
        guard disposition == nil, let read = HeaderValue(String(value)), read.value == "form-data"
        else { throw .malformed("a part has no single disposition of a form") }
        disposition = read
      case "content-type":
        // A part with parts of its own is what nobody's browser sends.
        guard !value.lowercased().hasPrefix("multipart/") else {
          throw .malformed("parts are nested")
        }
      case "content-transfer-encoding":
        throw .malformed("a part is encoded once more")
      default: break
      }
    }
    guard let disposition, let name = disposition.parameters["name"] else {
      throw .malformed("a part has no name")
    }
    let isFile =
      disposition.parameters["filename"] != nil || disposition.parameters["filename*"] != nil
    if isFile, disposition.fileName == nil { throw .malformed("a file’s name is not well written") }
    return Part(name: HeaderValue.unescaped(name), fileName: disposition.fileName)
  }
}

extension Array<UInt8> {
  /// Where some bytes are found first; nil if nowhere.
  fileprivate func firstPlace(of wanted: [UInt8]) -> Int? {
    guard let first = wanted.first, count >= wanted.count else { return nil }
    return withUnsafeBufferPointer { bytes in
      var place = 0
      while place <= bytes.count - wanted.count {
        if bytes[place] == first, bytes[place..<place + wanted.count].elementsEqual(wanted) {
          return place
        }
        place += 1
      }
      return nil
    }
  }

  /// The lines, which end in a carriage return and a line feed; nil if one of either is by itself.
  fileprivate var lines: [String]? {
    var lines: [String] = []
    var rest = self[...]
    while true {
      let line = rest.prefix { $0 != 0x0D && $0 != 0x0A }
      lines.append(String(decoding: line, as: UTF8.self))
      rest = rest[line.endIndex...]
      if rest.isEmpty { return lines }
      guard rest.starts(with: [0x0D, 0x0A]) else { return nil }
      rest = rest.dropFirst(2)
    }
  }
}
