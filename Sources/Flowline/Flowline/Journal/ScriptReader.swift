import FoundationEssentials
import FoundationInternationalization

extension Script {
  /// Reads a script.
  ///
  /// A last line without an end was cut off while it was written: it is dropped, with a note.
  ///
  /// - Throws: ``UnreadableScript``: for damage anywhere else, and for what a newer version wrote.
  public init(parsing bytes: some Collection<UInt8>) throws(UnreadableScript) {
    var reader = ScriptReader()
    let bytes = Array(bytes)
    var number = 0
    var start = bytes.lengthOfMark
    while start < bytes.count {
      number += 1
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else {
        reader.drop(number)
        break
      }
      let stop = end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
      try bytes.withUnsafeBufferPointer { (buffer) throws(UnreadableScript) in
        try reader.read(UnsafeBufferPointer(rebasing: buffer[start..<stop]), number)
      }
      start = end + 1
    }
    self = try reader.script(lastLine: number, length: start)
  }

  /// Reads a script from text.
  ///
  /// - Throws: ``UnreadableScript``.
  public init(parsing text: String) throws(UnreadableScript) {
    try self.init(parsing: text.utf8)
  }
}

/// Reads a script line by line.
private struct ScriptReader {
  private var format: ScriptFormat?
  private var flow: FlowID?
  private var version = 1
  private var variant: FlowID?
  private var session: UUID?
  private var locale: (Locale, TimeZone)?
  private var now: Date?
  private var world: String?
  private var headComments: [String] = []
  private var comments: [String] = []
  private var lines: [Script.Line] = []
  private var verbs: Set<JournalEntry.Verb> = []
  private var notes: [Script.Note] = []

  mutating func drop(_ number: Int) {
    notes.append(
      Script.Note(
        line: number,
        message: "the last line has no end and was dropped; end it with a newline if it is whole"))
  }

  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ number: Int) throws(UnreadableScript) {
    var words = ScriptWords(bytes, line: number)
    words.skipSpaces()
    guard let first = words.peek else { return }
    if first == UInt8(ascii: "#") {
      comments.append(String(decoding: bytes, as: UTF8.self))
      return
    }
    let verb = try words.takeWord("a verb")
    if flow == nil {
      try readBeginning(verb, &words)
      headComments += comments
      comments = []
    } else if let verb = JournalEntry.Verb(rawValue: verb) {
      // A head that was cut off has nothing behind it.
      if format == .second, session == nil {
        throw words.fault("“session UUID” in the head, before what happened", got: verb.rawValue)
      }
      let entry = try words.takeEntry(verb)
      if lines.last?.entry.verb != verb { verbs.insert(verb) }
      lines.append(Script.Line(number: number, entry: entry, comments: comments))
      comments = []
    } else {
      try readHead(verb, &words)
    }
    try words.end()
  }

  private mutating func readBeginning(
    _ verb: String, _ words: inout ScriptWords
  ) throws(UnreadableScript) {
    if verb == "format", format == nil {
      format = try words.takeFormat()
      return
    }
    guard verb == "flow" else {
      throw words.faultInFront(
        format == nil
          ? "“flow ID VERSION” in the first line" : "“flow ID VERSION” below the format")
    }
    flow = try words.takeName()
    version = try words.takeInteger("the flow's version")
  }

  private mutating func readHead(_ verb: String, _ words: inout ScriptWords)
    throws(UnreadableScript)
  {
    guard lines.isEmpty else {
      let known = JournalEntry.Verb.allCases.map(\.rawValue).joined(separator: ", ")
      throw words.faultInFront("one of \(known)")
    }
    switch verb {
    case "locale":
      let identifier = try words.takeName("a locale such as en_GB").rawValue
      let zone = try words.takeWord("a time zone such as Europe/London")
      guard let timeZone = TimeZone(identifier: zone) else {
        throw words.fault("a time zone such as Europe/London", got: zone)
      }
      locale = (Locale(identifier: identifier), timeZone)
    case "now":
      let text = try words.takeWord("a time such as 2026-11-20T09:00:00Z")
      guard let date = Date(timestamp: text) else {
        throw words.fault("a time such as 2026-11-20T09:00:00Z", got: text)
      }
      now = date
    case "session":
      let text = try words.takeWord("the session's id")
      guard let uuid = UUID(uuidString: text) else { throw words.fault("a UUID", got: text) }
      session = uuid
    case "variant": variant = try words.takeName()
    case "world": world = try words.takeText("the world the session belongs to")
    default:
      throw words.faultInFront("a verb that this version knows")
    }
  }

  func script(lastLine: Int, length: Int) throws(UnreadableScript) -> Script {
    guard let flow else {
      throw .damaged(
        ScriptFault(
          line: max(1, lastLine), expected: "“flow ID VERSION” in the first line",
          got: "nothing: the script is empty"))
    }
    return Script(
      format: format ?? .first, flow: flow, version: version, variant: variant, session: session,
      locale: locale.map { (locale: $0.0, timeZone: $0.1) }, now: now, world: world,
      comments: headComments, lines: lines, verbs: verbs, notes: notes, length: length)
  }
}
