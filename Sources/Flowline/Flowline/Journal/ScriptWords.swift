import FoundationEssentials

/// The words of one line of a script, taken from its front.
struct ScriptWords {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let line: Int
  private var offset = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) {
    self.bytes = bytes
    self.line = line
  }

  var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func skipSpaces() {
    while let byte = peek, byte == 0x20 || byte == 0x09 { offset += 1 }
  }

  /// What is wrong here.
  ///
  /// - Parameters:
  ///   - expected: what was expected here, in words.
  ///   - got: a word of the script's own, such as a time zone. What is left of the line is not
  ///     quoted: it may be an answer that is a secret, or a piece of one.
  /// - Returns: the fault, with the line and column of the word.
  func fault(_ expected: String, got: String? = nil) -> UnreadableScript {
    .damaged(
      ScriptFault(line: line, expected: expected, got: got.map { "“\($0.excerpt)”" } ?? rest))
  }

  /// What is wrong with the first word of the line, which may be a file of something else.
  func faultInFront(_ expected: String) -> UnreadableScript {
    .damaged(ScriptFault(line: line, expected: expected, got: "another word"))
  }

  /// Where what is left of the line begins.
  private var rest: String {
    offset < bytes.count ? "something else at column \(offset + 1)" : "the end of the line"
  }

  mutating func takeWord(_ expected: String) throws(UnreadableScript) -> String {
    skipSpaces()
    let start = offset
    while let byte = peek, byte > 0x20, byte != 0x7F { offset += 1 }
    guard offset > start, peek == nil || peek == 0x20 || peek == 0x09 else { throw fault(expected) }
    guard let word = String(validating: bytes[start..<offset], as: UTF8.self) else {
      throw fault("UTF-8", got: "bytes that are not UTF-8")
    }
    return word
  }

  /// A bare word, or a JSON string if it would not be one word.
  mutating func takeText(_ expected: String) throws(UnreadableScript) -> String {
    skipSpaces()
    guard peek == UInt8(ascii: "\"") else { return try takeWord(expected) }
    guard case .string(let text) = try takeJSON() else { throw fault(expected) }
    return text
  }

  /// A step's name.
  mutating func takeName(_ expected: String = "a step's name") throws(UnreadableScript) -> StepID {
    StepID(try takeText(expected))
  }

  mutating func takeInteger(_ expected: String) throws(UnreadableScript) -> Int {
    let word = try takeWord(expected)
    guard let number = Int(word), number >= 0 else { throw fault(expected, got: word) }
    return number
  }

  /// The format that the line names; it has the line to itself.
  mutating func takeFormat() throws(UnreadableScript) -> ScriptFormat {
    let word = try takeWord("the number of a script format")
    guard let naming = ScriptFormat.Naming(word) else {
      throw fault("the number of a script format", got: word)
    }
    try end()
    switch naming {
    case .known(let format): return format
    case .newer(let number):
      throw .newerFormat(recorded: number, known: ScriptFormat.current.rawValue)
    }
  }

  mutating func takeJSON() throws(UnreadableScript) -> JSONValue {
    skipSpaces()
    var parser = JSONParser(bytes, from: offset)
    do {
      let value = try parser.parseValue()
      offset = parser.offset
      return value
    } catch {
      offset = min(error.offset, bytes.count)
      throw fault("\(error.expected) at column \(offset + 1)")
    }
  }

  private var isAtEnd: Bool {
    mutating get {
      skipSpaces()
      return peek == nil
    }
  }

  mutating func end() throws(UnreadableScript) {
    guard isAtEnd else { throw fault("the end of the line") }
  }

  /// The rest of a line that tells of something that happened.
  mutating func takeEntry(_ verb: JournalEntry.Verb) throws(UnreadableScript) -> JournalEntry {
    switch verb {
    case .finish, .cancelled, .failed:
      return JournalEntry(verb, "", in: .root, Payload(recorded: try takeJSON()))
    case .back, .jump:
      let name = try takeName()
      guard !isAtEnd else { return JournalEntry(verb, name, in: .unknown) }
      let place = try takeInteger("which of the step's answers, counted from the last")
      return JournalEntry(verb, name, in: .unknown, .json(.integer(Int64(place))))
    case .language:
      let language = try takeWord("a language such as ru")
      return JournalEntry(verb, "", in: .unknown, .json(.string(language)))
    case .enter:
      let name = try takeName()
      return JournalEntry(verb, name, in: .unknown, isAtEnd ? .none : .json(try takeJSON()))
    case .at:
      let name = try takeName()
      let above = isAtEnd ? nil : try takeStrings()
      let isNested = above.map { !$0.isEmpty } ?? false
      return JournalEntry(
        verb, name, in: .unknown,
        isNested ? .json(.array((above ?? []).map { .string($0) })) : .none)
    case .show:
      let name = try takeName()
      let kind = try takeText("the kind of question")
      let choices = isAtEnd ? nil : try takeStrings()
      return JournalEntry(
        verb, name, in: .unknown, outline: PromptOutline(kind: kind, choices: choices))
    case .refuse:
      let name = try takeName()
      let text = try takeJSON()
      let code = try takeText("why it was refused")
      return JournalEntry(verb, name, in: .unknown, .json([text, .string(code)]))
    case .cancel:
      let name = try takeName()
      let reason = isAtEnd ? "user" : try takeWord("why it was left")
      guard CancelReason(rawValue: reason) != nil else {
        let known = CancelReason.allCases.map(\.rawValue).joined(separator: ", ")
        throw fault("one of \(known)", got: reason)
      }
      guard !isAtEnd else { return JournalEntry(verb, name, in: .unknown, .json(.string(reason))) }
      let place = try takeInteger("which of the flows of this name, counted from the innermost")
      return JournalEntry(
        verb, name, in: .unknown, .json([.string(reason), .integer(Int64(place))]))
    case .event: return try takeEvent()
    case .wait:
      let name = try takeName()
      return JournalEntry(verb, name, in: .unknown, isAtEnd ? .none : .json(try takeAwaited()))
    case .leave, .load, .done:
      return JournalEntry(verb, try takeName(), in: .unknown, Payload(recorded: try takeJSON()))
    case .abandon, .answer, .commit, .fail, .aside:
      return JournalEntry(verb, try takeName(), in: .unknown, .json(try takeJSON()))
    }
  }

  private mutating func takeEvent() throws(UnreadableScript) -> JournalEntry {
    let name = try takeName()
    skipSpaces()
    let start = offset
    guard case .object(let members) = try takeJSON(), let value = members["value"],
      members["key"] == nil || members["key"]?.string != nil,
      members.keys.allSatisfy({ $0 == "key" || $0 == "value" })
    else {
      offset = start
      throw fault("an object with a “value” and perhaps a “key”, which is text")
    }
    return JournalEntry(event: name, value, key: members["key"]?.string)
  }

  /// What a wait says that it waited for: the number of an event, or a time.
  private mutating func takeAwaited() throws(UnreadableScript) -> JSONValue {
    skipSpaces()
    let start = offset
    let json = try takeJSON()
    if case .integer(let number) = json, number >= 1 { return json }
    guard Date(recorded: json) != nil, json.string != nil else {
      offset = start
      throw fault("the number of an event, or a time such as \"2026-11-20T09:00:00Z\"")
    }
    return json
  }

  private mutating func takeStrings() throws(UnreadableScript) -> [String] {
    skipSpaces()
    let start = offset
    guard case .array(let elements) = try takeJSON(),
      case let strings = elements.compactMap(\.string), strings.count == elements.count
    else {
      offset = start
      throw fault("a list of keys")
    }
    return strings
  }
}
