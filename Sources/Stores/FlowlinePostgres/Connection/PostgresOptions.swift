/// How a store uses its database.
public struct PostgresOptions: Sendable, Hashable {
  /// How many connections a store may have, see ``connections``.
  public static let connectionCounts = 1...1_000

  /// Where it is.
  public var address: PostgresAddress
  /// How many connections are open at the most; a number outside ``connectionCounts`` counts as the nearest.
  ///
  /// Calls beyond it share them, and so do all calls if the database takes no more connections. One of four
  /// is for what need not be durable, such as the question behind a load; with a single connection that
  /// waits for a sync, too.
  public var connections = 16
  /// How many seconds connecting to a server may take, until its standby has what it shows.
  ///
  /// If the address names several servers, the next one is tried as well a second later, or as soon
  /// as one has refused. So with three of them, none of which answers, it takes two seconds more.
  /// A `connect_timeout` of the address counts instead.
  public var openingTime = 5.0
  /// After how many seconds without an answer a call is given up; its outcome is unknown then.
  public var answerTime = 10.0
  /// How many seconds a statement waits for another that changes the same session.
  public var lockTime = 2.0
  /// For how many seconds a change holds back those of other sessions that share the next transaction.
  var patience = ChangeGroups.patience

  /// Makes the usual options.
  public init(_ address: PostgresAddress) { self.address = address }
}
