import FoundationEssentials

/// A body of the type `multipart/form-data` (RFC 7578), of which one part is wanted.
struct MultipartForm {
  private let bytes: [UInt8]
  private let delimiter: [UInt8]

  /// Takes a body; nil if the type is another one, or names no boundary.
  init?(_ body: Data, type: String) {
    let parameters = Self.parameters(of: type)
    guard type.lowercased().hasPrefix(Self.type), let boundary = parameters["boundary"],
      1...70 ~= boundary.utf8.count
    else { return nil }
    bytes = Array(body)
    delimiter = Array("--\(boundary)".utf8)
  }

  static let type = "multipart/form-data"

  /// The contents of the first part with a name; nil if there is none.
  subscript(name: String) -> Data? {
    guard var start = place(of: delimiter, from: 0) else { return nil }
    let lineEnd = Array("\r\n".utf8)
    while let head = place(of: lineEnd + lineEnd, from: start + delimiter.count),
      let end = place(of: lineEnd + delimiter, from: head + 2)
    {
      let fields = String(decoding: bytes[(start + delimiter.count)..<head], as: UTF8.self)
      let disposition = fields.statementLines.first {
        $0.lowercased().hasPrefix("content-disposition:")
      }
      if let disposition, Self.parameters(of: disposition)["name"] == name {
        return Data(bytes[min(head + 4, end)..<end])
      }
      start = end + 2
    }
    return nil
  }

  /// The parameters behind the first semicolon, by their names in small letters, without their quotes.
  ///
  /// A semicolon in quotes is part of a value, and a quote behind a backslash does not end it.
  private static func parameters(of header: some StringProtocol) -> [String: String] {
    var (isInQuotes, isEscaped) = (false, false)
    let items = header.split { character -> Bool in
      defer { isEscaped = isInQuotes && !isEscaped && character == "\\" }
      if character == "\"", !isEscaped { isInQuotes.toggle() }
      return character == ";" && !isInQuotes
    }
    var parameters: [String: String] = [:]
    for item in items.dropFirst() {
      let parts = item.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      var value = String(parts[1]).trimmingSpaces
      if value.hasPrefix("\""), value.hasSuffix("\""), value.count > 1 {
        value = String(value.dropFirst().dropLast())
      }
      parameters[String(parts[0]).trimmingSpaces.lowercased()] = value
    }
    return parameters
  }

  /// Where some bytes are found first from a place on; nil if nowhere.
  private func place(of wanted: [UInt8], from start: Int) -> Int? {
    guard let first = wanted.first, start <= bytes.count - wanted.count else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      (start...(bytes.count - wanted.count)).first { place in
        bytes[place] == first && bytes[place..<place + wanted.count].elementsEqual(wanted)
      }
    }
  }
}
