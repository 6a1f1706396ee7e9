public import Bank
public import ServiceBasics

/// What is known of a data set: the bank's own word, or a copy of what it said some time ago.
///
/// Its JSON is `{"value":…}` alone where the bank has just said so.
public struct Known<Value: Codable & Sendable & Equatable>: Sendable, Equatable, Codable {
  /// What the bank said.
  public let value: Value

  /// When the bank was asked for it, where this is a copy; absent where it has just said so.
  public let asOf: Timestamp?

  /// Why the bank could not be asked anew; absent where it has not been tried or it went well.
  public let trouble: BankError?

  /// Says what is known, of when, and what keeps it from being newer.
  public init(_ value: Value, asOf: Timestamp? = nil, trouble: BankError? = nil) {
    self.value = value
    self.asOf = asOf
    self.trouble = trouble
  }

  /// Whether this is the bank's own word.
  public var isFresh: Bool { asOf == nil && trouble == nil }
}

extension Known: Hashable where Value: Hashable {}
