import Bank

/// What is known of a week: its round-up, and the transfers that have moved it before.
struct WeekReading {
  let roundUp: RoundUp
  /// Nil in sessions that an earlier version of the program began.
  let history: RoundUpHistory?
  /// Whether other transfers than those can have moved it.
  let mayLackTransfers: Bool
}
