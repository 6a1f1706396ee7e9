public import Bank
public import FoundationEssentials

extension EmbeddedBank: Bank {
  /// The accounts, in the order in which they were opened.
  public func accounts() async throws(BankError) -> [Account] {
    try read { try $0.accounts() }
  }

  /// The balance, as it is kept beside the feed.
  public func balance(of account: Account.ID) async throws(BankError) -> Balance {
    try read { try $0.balance(of: account) }
  }

  /// The feed of the main category alone, newest first.
  public func payments(
    of account: Account.ID, in interval: Range<Date>
  ) async throws(BankError) -> [Payment] {
    try read { try $0.payments(of: account, in: interval) }
  }

  /// The transfers that moved round-ups of payments of the interval, all of them.
  public func roundUps(
    of account: Account.ID, in interval: Range<Date>
  ) async throws(BankError) -> RoundUpHistory {
    try read { try $0.roundUps(of: account, in: interval) }
  }

  /// The goals, oldest first.
  public func goals(of account: Account.ID) async throws(BankError) -> [SavingsGoal] {
    try read { try $0.goals(of: account) }
  }

  /// Makes a goal, once for a key.
  public func createGoal(_ order: GoalOrder) async throws(BankError) -> GoalCreation {
    try carryOut { try $0.createGoal(order) }
  }

  /// Deletes a goal, once for a key.
  public func deleteGoal(_ order: GoalDeletion) async throws(BankError) -> GoalDeletionResult {
    try carryOut { try $0.deleteGoal(order) }
  }

  /// Moves money into a goal or out of it, once for a key.
  public func move(_ order: TransferOrder) async throws(BankError) -> TransferResult {
    try carryOut { try $0.move(order) }
  }
}
