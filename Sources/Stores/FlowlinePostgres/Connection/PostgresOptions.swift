/// How a store uses its database.
public struct PostgresOptions: Sendable, Hashable {
  /// Where it is.
  public var address: PostgresAddress
  /// How many connections are used at the most, from 1.
  ///
  /// Calls beyond it share them.
  public var connections = 16
  /// How many seconds connecting may take.
  public var openingTime = 5.0
  /// After how many seconds without an answer a call is given up; its outcome is unknown then.
  public var answerTime = 10.0
  /// How many seconds a statement waits for another that changes the same session.
  public var lockTime = 2.0

  /// Makes the usual options.
  public init(_ address: PostgresAddress) { self.address = address }
}
