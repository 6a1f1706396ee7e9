/// The typed values of a session and their recorded forms: the one place in which values are
/// encoded, and in which secrets are kept out of what is recorded (rule 22).
///
/// The engine knows a value by its number. It is encoded when a store, an observer or a comparison
/// wants it, while the engine is not being changed.
final class RecordedForms {
  /// What is held, by number.
  private struct Held {
    var values: [Int: any Encodable & Sendable] = [:]
    var encoded: [Int: Payload] = [:]
    /// What was typed at sensitive steps in this process; never shown, logged or kept.
    var secrets: [Int: JSONValue] = [:]

    var isEmpty: Bool { values.isEmpty && encoded.isEmpty && secrets.isEmpty }

    func adding(_ other: Held) -> Held {
      if isEmpty { return other }
      return Held(
        values: values.merging(other.values) { $1 },
        encoded: encoded.merging(other.encoded) { $1 },
        secrets: secrets.merging(other.secrets) { $1 })
    }
  }

  private var own = Held()
  /// What the table held that this one was made beside; looked at, and never changed.
  private let base: Held
  @exclusivity(unchecked) private var next = 0
  /// The strings of six characters or more among the secrets.
  @exclusivity(unchecked) private var secretStrings: Set<String> = []
  /// What was kept out, or could not be encoded, since somebody last looked.
  @exclusivity(unchecked) private(set) var findings: [Finding] = []

  /// Something that is worth a diagnostic.
  enum Finding: Hashable {
    /// A string that was typed at a sensitive step came in another way, and was written as a mark.
    case secret
    /// A value has no recorded form.
    case unencodable(String)
  }

  init() { base = Held() }

  /// Makes a table beside another, for a session that is run beside another session: it knows what that one
  /// holds now, and what it takes in itself goes with it.
  ///
  /// The other gives some of its numbers to other values later.
  init(beside other: RecordedForms) {
    base = other.base.adding(other.own)
    next = other.next
    secretStrings = other.secretStrings
  }

  /// Whether nothing was taken in.
  var isUnused: Bool { next == 0 }

  func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }

  // MARK: - Values

  /// Takes a value in, to be encoded when its recorded form is wanted.
  func hold(_ value: some Encodable & Sendable) -> Payload {
    // What a flow mostly results in costs no table.
    if let integer = value as? Int { return .json(.integer(Int64(integer))) }
    if let bool = value as? Bool { return .json(.bool(bool)) }
    next += 1
    own.values[next] = value
    return .datum(next)
  }

  /// Takes a value in with its recorded form.
  ///
  /// - Throws: ``UnencodableValue`` if it has none.
  func record(_ value: some Encodable & Sendable) throws(UnencodableValue) -> Payload {
    let payload = hold(value)
    if case .datum(let number) = payload {
      do { own.encoded[number] = Payload(recorded: try encode(value)) } catch {
        own.values[number] = nil
        throw error
      }
    }
    return payload
  }

  /// The recorded form of a value, secrets as marks.
  ///
  /// - Throws: ``UnencodableValue`` if it has none.
  func encode(
    _ value: some Encodable, of step: StepID? = nil
  ) throws(UnencodableValue) -> JSONValue {
    do {
      return guarded(try JSONValue(recording: value))
    } catch {
      let unencodable = UnencodableValue(type: "\(type(of: value))", reason: "\(error)")
      throw step.map { unencodable.of($0) } ?? unencodable
    }
  }

  /// The value itself, if it is of the type that is wanted and still held.
  func value<Value>(of payload: Payload, as type: Value.Type) -> Value? {
    if case .datum(let number) = payload { held(number) as? Value } else { nil }
  }

  private func held(_ number: Int) -> (any Encodable & Sendable)? {
    own.values[number] ?? base.values[number]
  }

  /// The recorded form of what an entry carries; nil if it carries nothing.
  func json(of payload: Payload) -> JSONValue? { resolved(payload).json }

  /// What an entry carries, with its recorded form.
  func resolved(_ payload: Payload) -> Payload {
    guard case .datum(let number) = payload else { return payload }
    if let known = own.encoded[number] ?? base.encoded[number] { return known }
    guard let value = held(number) else { return .json(.null) }
    // A value whose encoding asks for the journal finds itself in it unfinished.
    own.encoded[number] = .json(.null)
    let json: JSONValue
    do {
      json = try encode(value)
    } catch {
      findings.append(.unencodable(error.description))
      json = ["unencodable": .string(error.type)]
    }
    let resolved = Payload(recorded: json)
    own.encoded[number] = resolved
    return resolved
  }

  /// Entries with their recorded forms.
  func resolved(_ entries: [JournalEntry]) -> [JournalEntry] {
    guard next > 0 else { return entries }
    var entries = entries
    for index in entries.indices {
      guard case .datum = entries[index].payload else { continue }
      entries[index].payload = resolved(entries[index].payload)
    }
    return entries
  }

  // MARK: - Forgetting

  /// How many values and secrets are held.
  var count: Int { own.values.count + own.secrets.count }

  /// Forgets the values that none of the entries has, and the secrets that are not given any more.
  ///
  /// What was typed at a sensitive step is kept out of what is recorded all the same.
  ///
  /// - Parameters:
  ///   - entries: all that a journal has or is rebuilt from.
  ///   - secrets: the numbers of the secrets that may be asked for again.
  func forget(allBut entries: [[JournalEntry]], secrets: Set<Int>) {
    guard count > 0 else { return }
    var numbers: Set<Int> = []
    for entry in entries.joined() {
      if case .datum(let number) = entry.payload { numbers.insert(number) }
    }
    // Released when the rest is in its place: a flow's value may run user code that calls the controller.
    let last = own
    own = Held(
      values: last.values.filter { numbers.contains($0.key) },
      encoded: last.encoded.filter { numbers.contains($0.key) },
      secrets: last.secrets.filter { secrets.contains($0.key) })
    withExtendedLifetime(last) {}
  }

  // MARK: - Secrets

  /// Keeps what was typed at a sensitive step, for going back.
  ///
  /// Returns its number.
  func keepSecret(_ recorded: JSONValue) -> Int {
    next += 1
    own.secrets[next] = recorded
    for string in recorded.strings where string.count >= 6 { secretStrings.insert(string) }
    return next
  }

  func secret(_ number: Int) -> JSONValue? { own.secrets[number] ?? base.secrets[number] }

  /// A value as it may be recorded: a string that was typed at a sensitive step in this process
  /// becomes the mark, wherever it comes from.
  ///
  /// Whole strings only, so that honest lines stay.
  func guarded(_ json: JSONValue) -> JSONValue {
    guard !secretStrings.isEmpty else { return json }
    switch json {
    case .string(let string) where secretStrings.contains(string):
      findings.append(.secret)
      return .redactionMark
    case .array(let elements): return .array(elements.map(guarded))
    case .object(let members): return .object(members.mapValues(guarded))
    default: return json
    }
  }

  /// A message as it may be recorded or told.
  ///
  /// What an error says may quote a secret in a sentence.
  func guarded(_ message: String) -> String {
    var guarded = message
    for secret in secretStrings.sorted(by: { $0.count > $1.count }) {
      guarded = guarded.replacing(secret, with: "(redacted)")
    }
    if guarded != message { findings.append(.secret) }
    return guarded
  }
}

extension JSONValue {
  /// The strings in the value.
  fileprivate var strings: [String] {
    switch self {
    case .string(let string): [string]
    case .array(let elements): elements.flatMap(\.strings)
    case .object(let members): members.values.flatMap(\.strings)
    default: []
    }
  }
}

/// A value that was to be recorded has no recorded form: its own encoding threw.
public struct UnencodableValue: Error, Hashable, CustomStringConvertible {
  /// The load or commit whose value it is; nil for a flow's result.
  public internal(set) var step: StepID?
  /// The value's Swift type.
  public let type: String
  /// What its encoding threw.
  public let reason: String

  init(type: String, reason: String) {
    self.type = type
    self.reason = reason
  }

  /// One sentence.
  public var description: String {
    "\(step.map { "\($0): " } ?? "")a value of type \(type) cannot be encoded: \(reason)"
  }

  /// The same, of a load or a commit.
  func of(_ step: StepID) -> UnencodableValue {
    var error = self
    error.step = step
    return error
  }
}
