/// A value that must not be shown, logged or kept, such as a password.
///
/// Only ``reveal()`` reads it.
///
/// ``Screen/sensitive()`` and ``SecretScreen`` make one. It can be passed around and compared like
/// its value. Printed, dumped or mirrored it shows that something is there, and nothing of it. In a
/// journal ``JSONValue/redactionMark`` is written in its place; any other encoder throws, so no
/// mark is ever sent as a password:
///
///     let password = try await context.run(SecretScreen("password", "Password?"))
///     try await bank.logIn(name, password.reveal())
public struct Secret<Value> {
  private let value: Value

  /// Makes a secret of a value.
  public init(_ value: Value) { self.value = value }

  /// The value, for the one place that needs it.
  ///
  /// Whatever is made of it is guarded no more.
  public func reveal() -> Value { value }
}

extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A mark, the same for every secret.
  public var description: String { "<secret>" }
  /// A mark, the same for every secret.
  public var debugDescription: String { "<secret>" }
  /// Nothing inside.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Codable {
  /// Writes ``JSONValue/redactionMark`` into a journal.
  ///
  /// - Throws: an `EncodingError` with any encoder but the engine's own.
  public func encode(to encoder: any Encoder) throws {
    guard let key = CodingUserInfoKey.marksSecrets, encoder.userInfo[key] != nil else {
      throw EncodingError.invalidValue(
        JSONValue.redactionMark,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "a secret is not encoded: encode what reveal() gives where it is needed"
        ))
    }
    try JSONValue.redactionMark.encode(to: encoder)
  }

  /// Never reads anything: what was recorded of a secret is a mark.
  ///
  /// - Throws: a `DecodingError`, always.
  public init(from decoder: any Decoder) throws {
    let isMark = (try? JSONValue(from: decoder))?.isRedactionMark == true
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: isMark
          ? "the secret was not recorded: it has to be asked for again"
          : "a secret is never decoded: decode its value, and make it a Secret"))
  }
}

extension CodingUserInfoKey {
  /// Present in the engine's own encoder, which writes marks for secrets.
  static let marksSecrets = CodingUserInfoKey(rawValue: "flowline.marks-secrets")
}

extension JSONValue {
  /// What is recorded in place of a secret, and of a refused answer that a journal has no room for:
  /// `{"redacted":true}`.
  public static let redactionMark: JSONValue = ["redacted": true]

  /// Whether the value is ``redactionMark``.
  var isRedactionMark: Bool {
    guard case .object(let members) = self, members.count == 1 else { return false }
    return members["redacted"] == true
  }

  /// Whether there is a ``redactionMark`` anywhere in the value, however deep.
  ///
  /// It looks at every list and object once, and at nothing else.
  public var containsRedactionMark: Bool {
    switch self {
    case .null, .bool, .integer, .number, .string: false
    case .array(let elements): elements.contains { $0.containsRedactionMark }
    case .object(let members):
      isRedactionMark || members.values.contains { $0.containsRedactionMark }
    }
  }
}
