/// A kind of question of your own, such as an account number, a colour or a place on a map.
///
/// A screen of your own returns it as ``PromptKind/custom(_:)``. Front ends show what it accepts, programs
/// get its JSON Schema, and scripts and journals have its name. A front end that does not know it asks for
/// a line of text; see ``PromptKind/base``.
///
///     func kind(in environment: FlowEnvironment) -> PromptKind {
///       .custom(
///         CustomKind(
///           "iban", accepts: ibanTexts("iban.accepts"), length: 15...42,
///           schema: ["type": "string", "pattern": "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"], in: environment))
///     }
///
/// `ibanTexts` is a catalogue: in a screen `texts(…)` means ``Screen/texts(_:)``.
public struct CustomKind: Sendable, Hashable {
  /// Its stable name, the same in every language: lower-case letters, digits and hyphens, beginning with a
  /// letter.
  public let name: String
  /// What is accepted, in one sentence.
  public let accepts: LocalizedText
  /// How many characters of text are typed.
  public let length: ClosedRange<Int>
  /// What is accepted in the recorded form: the members of a JSON Schema (draft 2020-12).
  ///
  /// Title, description and default are those of the question; `examples` are in the recorded form, too.
  public let schema: [String: JSONValue]

  /// Makes a kind.
  ///
  /// - Precondition: `name` is a name as above, and none of Flowline's own kinds has it.
  /// - Parameters:
  ///   - name: the kind's stable name, for programs.
  ///   - accepts: what is accepted, in one sentence; shown in the environment's language.
  ///   - length: how many characters of text are typed.
  ///   - schema: what is accepted in the recorded form; if it is left out, a string of that length.
  ///   - environment: says in which language.
  public init(
    _ name: String, accepts: Text, length: ClosedRange<Int> = 1...255,
    schema: [String: JSONValue]? = nil, in environment: FlowEnvironment
  ) {
    precondition(Self.isName(name), "not a name for a kind of question: \(name)")
    self.init(
      name, accepts: accepts.resolved(in: environment), length: length,
      schema: schema ?? Self.schema(length))
  }

  init(
    _ name: String, accepts: LocalizedText, length: ClosedRange<Int>, schema: [String: JSONValue]
  ) {
    self.name = name
    self.accepts = accepts
    self.length = length
    self.schema = schema
  }

  private static func schema(_ length: ClosedRange<Int>) -> [String: JSONValue] {
    var schema: [String: JSONValue] = ["type": "string"]
    if length.lowerBound > 0 { schema["minLength"] = .integer(Int64(length.lowerBound)) }
    if length.upperBound < .max { schema["maxLength"] = .integer(Int64(length.upperBound)) }
    return schema
  }

  /// Whether a kind can have a name.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first), !PromptKind.names.contains(name) else {
      return false
    }
    return name.utf8.allSatisfy { byte in
      isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
  }
}

extension PromptKind {
  /// The same for a front end that does not know kinds of others: a line of text in place of one.
  public var base: PromptKind {
    if case .custom(let kind) = self { .text(length: kind.length) } else { self }
  }

  /// The names of Flowline's own kinds.
  static let names: Set<String> = [
    "text", "long-text", "number", "decimal", "amount", "choice", "choices", "confirm", "date",
    "secret", "path", "file", "review",
  ]
}
