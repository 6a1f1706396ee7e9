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
  ///   - expected: what was expected here.
  ///   - got: a word of the script's own, such as a time zone. What is left of the line is not
  ///     quoted: it may be an answer that is a secret, or a piece of one.
  /// - Returns: the fault, with the line and column of the word.
  func fault(_ expected: ScriptExpectation, got: String? = nil) -> UnreadableScript {
    .damaged(ScriptFault(line: line, expected, got.map { ScriptFinding.word($0.excerpt) } ?? rest))
  }

  /// What is wrong with the first word of the line, which may be a file of something else.
  ///
  /// It is quoted only if it is nearly a word that a script has there: a secret of several lines may have
  /// been pasted into a script, and whole files of other things are named by mistake.
  func faultInFront(
    _ word: String, _ expected: ScriptExpectation, among known: [String]
  ) -> UnreadableScript {
    let meant = Nearest.word(to: word, among: known)
    let finding = meant.map { ScriptFinding.misspelt(word.excerpt, meant: $0) } ?? .otherWord
    return .damaged(ScriptFault(line: line, expected, finding))
  }

  /// Where what is left of the line begins.
  private var rest: ScriptFinding {
    offset < bytes.count ? .somethingElse(column: offset + 1) : .endOfLine
  }

  mutating func takeWord(_ expected: ScriptExpectation) throws(UnreadableScript) -> String {
    skipSpaces()
    let start = offset
    while let byte = peek, byte > 0x20, byte != 0x7F { offset += 1 }
    guard offset > start, peek == nil || peek == 0x20 || peek == 0x09 else { throw fault(expected) }
    guard let word = String(validating: bytes[start..<offset], as: UTF8.self) else {
      throw .damaged(ScriptFault(line: line, .utf8, .notUTF8))
    }
    return word
  }

  /// A bare word, or a JSON string if it would not be one word.
  mutating func takeText(_ expected: ScriptExpectation) throws(UnreadableScript) -> String {
    skipSpaces()
    guard peek == UInt8(ascii: "\"") else { return try takeWord(expected) }
    guard case .string(let text) = try takeJSON() else { throw fault(expected) }
    return text
  }

  /// A step's name.
  mutating func takeName(
    _ expected: ScriptExpectation = .stepName
  ) throws(UnreadableScript) -> StepID {
    StepID(try takeText(expected))
  }

  mutating func takeInteger(_ expected: ScriptExpectation) throws(UnreadableScript) -> Int {
    let word = try takeWord(expected)
    guard let number = Int(word), number >= 0 else { throw fault(expected, got: word) }
    return number
  }

  /// The format that the line names; it has the line to itself.
  mutating func takeFormat() throws(UnreadableScript) -> ScriptFormat {
    let word = try takeWord(.formatNumber)
    guard let naming = ScriptFormat.Naming(word) else {
      throw fault(.formatNumber, got: word)
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
      throw fault(.json("\(error.expected) at column \(offset + 1)"))
    }
  }

  private var isAtEnd: Bool {
    mutating get {
      skipSpaces()
      return peek == nil
    }
  }

  mutating func end() throws(UnreadableScript) {
    guard isAtEnd else { throw fault(.endOfLine) }
  }

  /// The rest of a line that tells of something that happened.
  mutating func takeEntry(_ verb: JournalEntry.Verb) throws(UnreadableScript) -> JournalEntry {
    switch verb {
    case .finish, .cancelled, .failed:
      return JournalEntry(verb, "", in: .root, Payload(recorded: try takeJSON()))
    case .back, .jump:
      let name = try takeName()
      guard !isAtEnd else { return JournalEntry(verb, name, in: .unknown) }
      let place = try takeInteger(.place)
      return JournalEntry(verb, name, in: .unknown, .json(.integer(Int64(place))))
    case .language:
      let language = try takeWord(.language)
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
      let kind = try takeText(.kind)
      let choices = isAtEnd ? nil : try takeStrings()
      return JournalEntry(
        verb, name, in: .unknown, outline: PromptOutline(kind: kind, choices: choices))
    case .refuse:
      let name = try takeName()
      let text = try takeJSON()
      let code = try takeText(.refusalCode)
      return JournalEntry(verb, name, in: .unknown, .json([text, .string(code)]))
    case .cancel:
      let name = try takeName()
      let reason = isAtEnd ? "user" : try takeWord(.cancelReason)
      guard CancelReason(rawValue: reason) != nil else {
        throw fault(.knownCancelReason, got: reason)
      }
      guard !isAtEnd else { return JournalEntry(verb, name, in: .unknown, .json(.string(reason))) }
      let place = try takeInteger(.flowPlace)
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
      throw fault(.event)
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
      throw fault(.awaited)
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
      throw fault(.keys)
    }
    return strings
  }
}
