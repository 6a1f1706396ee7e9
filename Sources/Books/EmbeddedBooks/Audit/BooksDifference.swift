/// Something in the books that does not add up.
public struct BooksDifference: Sendable, Hashable, CustomStringConvertible {
  /// What it is about, such as `bankTransaction 12`.
  public let subject: String

  /// What should be so.
  public let rule: String

  /// What is so instead.
  public let found: String

  /// All three in a line.
  public var description: String { "\(subject): \(rule), found \(found)" }
}
