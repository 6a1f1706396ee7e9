import FoundationEssentials
import FoundationInternationalization

extension Script {
  /// Reads a script.
  ///
  /// A last line without an end was perhaps cut off: ``Source`` says when it is dropped, with a note.
  ///
  /// - Parameters:
  ///   - bytes: the script.
  ///   - source: where it is from.
  /// - Throws: ``UnreadableScript``: for damage anywhere else, and for what a newer version wrote.
  public init(
    parsing bytes: some Collection<UInt8>, from source: Source = .record
  ) throws(UnreadableScript) {
    self = try ScriptReader.read(Array(bytes), from: source) { _, _ in }
  }

  /// Reads a script from text.
  ///
  /// - Throws: ``UnreadableScript``.
  public init(parsing text: String, from source: Source = .record) throws(UnreadableScript) {
    try self.init(parsing: text.utf8, from: source)
  }
}

/// Reads a script line by line.
///
/// It is the only reader of scripts. What needs more of a script's text than ``Script`` has gets it
/// from this one, see ``ScriptText``.
struct ScriptReader {
  /// What a line was read as.
  enum Reading: Sendable {
    /// It says nothing: a comment, or nothing at all.
    case remark
    /// A line of the head, by its word.
    case head(String)
    case entry(JournalEntry)
    /// It has no end, and was dropped.
    case dropped
  }

  /// Where a line is in the script's bytes.
  struct Place {
    /// The line without its end.
    let contents: Range<Int>
    /// Its end; empty for the last line if it has none.
    let end: Range<Int>
  }

  private var format: ScriptFormat?
  private var flow: FlowID?
  private var version = 1
  private var variant: FlowID?
  private var session: UUID?
  private var locale: (Locale, TimeZone)?
  private var now: Date?
  private var world: String?
  /// The words of the head's lines.
  private var heads: Set<String> = []
  private var lines: [Script.Line] = []
  private var verbs: Set<JournalEntry.Verb> = []
  private var notes: [Script.Note] = []

  private init() {}

  /// The words that lines of the head begin with.
  private static let headWords: Set<String> = [
    "format", "flow", "variant", "locale", "now", "world", "session",
  ]

  /// Reads a script.
  ///
  /// - Parameters:
  ///   - bytes: the script.
  ///   - source: where it is from.
  ///   - told: is called with each line, in order.
  /// - Returns: the script.
  static func read(
    _ bytes: [UInt8], from source: Script.Source, _ told: (Place, Reading) -> Void
  ) throws(UnreadableScript) -> Script {
    var reader = ScriptReader()
    var number = 0
    var start = bytes.lengthOfMark
    while start < bytes.count {
      number += 1
      let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
      let reading: Reading
      let place: Place
      if let newline {
        let isLong = newline > start && bytes[newline - 1] == UInt8(ascii: "\r")
        let stop = isLong ? newline - 1 : newline
        place = Place(contents: start..<stop, end: stop..<(newline + 1))
        reading = try reader.read(bytes, place.contents, number)
      } else {
        place = Place(contents: start..<bytes.count, end: bytes.count..<bytes.count)
        reading = reader.readUnended(bytes, place.contents, number, from: source)
      }
      told(place, reading)
      if case .dropped = reading { break }
      start = place.end.upperBound
    }
    return try reader.script(lastLine: number, length: start)
  }

  /// Reads the last line, which has no end.
  private mutating func readUnended(
    _ bytes: [UInt8], _ range: Range<Int>, _ number: Int, from source: Script.Source
  ) -> Reading {
    var reader = self
    if source == .file, let reading = try? reader.read(bytes, range, number),
      reading.isWhole(endingIn: bytes[range].last)
    {
      self = reader
      return reading
    }
    notes.append(Script.Note(line: number, matter: .unendedLine))
    return .dropped
  }

  private mutating func read(
    _ bytes: [UInt8], _ range: Range<Int>, _ number: Int
  ) throws(UnreadableScript) -> Reading {
    try bytes.withUnsafeBufferPointer { (buffer) throws(UnreadableScript) -> Reading in
      try read(UnsafeBufferPointer(rebasing: buffer[range]), number)
    }
  }

  private mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ number: Int
  ) throws(UnreadableScript) -> Reading {
    var words = ScriptWords(bytes, line: number)
    words.skipSpaces()
    guard let first = words.peek, first != UInt8(ascii: "#") else { return .remark }
    let word = try words.takeWord(.verb)
    let reading: Reading
    if flow == nil {
      try readBeginning(word, &words)
      reading = .head(word)
    } else if let verb = JournalEntry.Verb(rawValue: word) {
      let entry = try readEntry(verb, &words)
      lines.append(Script.Line(number: number, entry: entry))
      reading = .entry(entry)
    } else {
      try readHead(word, &words)
      reading = .head(word)
    }
    try words.end()
    return reading
  }

  private mutating func readBeginning(
    _ word: String, _ words: inout ScriptWords
  ) throws(UnreadableScript) {
    if word == "format", format == nil {
      format = try words.takeFormat()
    } else if word == "flow" {
      flow = try words.takeName()
      version = try words.takeInteger(.flowVersion)
    } else {
      throw words.faultInFront(
        word, format == nil ? .flow : .flowBelowFormat,
        among: format == nil ? ["flow", "format"] : ["flow"])
    }
    heads.insert(word)
  }

  private mutating func readEntry(
    _ verb: JournalEntry.Verb, _ words: inout ScriptWords
  ) throws(UnreadableScript) -> JournalEntry {
    // A head that was cut off has nothing behind it.
    if format == .second, session == nil { throw words.fault(.session, got: verb.rawValue) }
    let above = lines.last?.entry.verb
    if let above, ScriptPlayer.ends.contains(above) {
      throw words.fault(.nothingBelow(above.rawValue), got: verb.rawValue)
    }
    let entry = try words.takeEntry(verb)
    if above != verb { verbs.insert(verb) }
    return entry
  }

  private mutating func readHead(
    _ word: String, _ words: inout ScriptWords
  ) throws(UnreadableScript) {
    guard Self.headWords.contains(word) else {
      let verbs = JournalEntry.Verb.allCases.map(\.rawValue)
      throw words.faultInFront(
        word, .verb, among: lines.isEmpty ? verbs + Self.headWords.sorted() : verbs)
    }
    guard lines.isEmpty else { throw words.fault(.headAbove, got: word) }
    guard heads.insert(word).inserted else { throw words.fault(.single(word), got: word) }
    switch word {
    case "locale":
      let identifier = try words.takeName(.locale).rawValue
      let zone = try words.takeWord(.timeZone)
      guard let timeZone = TimeZone(identifier: zone) else {
        throw words.fault(.timeZone, got: zone)
      }
      locale = (Locale(identifier: identifier), timeZone)
    case "now":
      let text = try words.takeWord(.time)
      guard let date = Date(timestamp: text) else { throw words.fault(.time, got: text) }
      now = date
    case "session":
      let text = try words.takeWord(.sessionID)
      guard let uuid = UUID(text: text) else { throw words.fault(.uuid, got: text) }
      session = uuid
    case "variant": variant = try words.takeName()
    case "world": world = try words.takeText(.world)
    default:
      // Only the format is left: it belongs above the flow, which was read already.
      throw words.fault(.formatInFront, got: word)
    }
  }

  private func script(lastLine: Int, length: Int) throws(UnreadableScript) -> Script {
    guard let flow else {
      throw .damaged(ScriptFault(line: max(1, lastLine), .flow, .emptyScript))
    }
    return Script(
      format: format ?? .first, flow: flow, version: version, variant: variant, session: session,
      locale: locale.map { (locale: $0.0, timeZone: $0.1) }, now: now, world: world,
      lines: lines, verbs: verbs, notes: notes, length: length)
  }
}

extension ScriptReader.Reading {
  /// Whether a line without an end cannot be the beginning of a longer one.
  ///
  /// A value that ends in a quotation mark, a bracket or a letter is whole, and nothing follows it. A number
  /// may lack digits, and so may names, codes and places their rest.
  fileprivate func isWhole(endingIn last: UInt8?) -> Bool {
    switch self {
    case .remark: true
    case .head, .dropped: false
    case .entry(let entry):
      switch entry.verb {
      case .leave, .load, .done, .abandon, .answer, .commit, .fail, .aside, .event, .finish,
        .cancelled, .failed:
        last.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
      case .enter, .at, .show, .refuse, .back, .jump, .language, .cancel, .wait: false
      }
    }
  }
}
