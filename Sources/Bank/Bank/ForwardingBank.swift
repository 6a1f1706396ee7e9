public import FoundationEssentials

/// A bank that hands on to another what it does not do itself.
public protocol ForwardingBank: Bank {
  /// The bank to ask.
  func base() throws -> any Bank
}

extension ForwardingBank {
  /// The accounts of the bank behind.
  public func accounts() async throws -> [Account] { try await base().accounts() }

  /// The balance at the bank behind.
  public func balance(of account: Account.ID) async throws -> Balance {
    try await base().balance(of: account)
  }

  /// The feed of the bank behind.
  public func payments(of account: Account.ID, in interval: Range<Date>) async throws -> [Payment] {
    try await base().payments(of: account, in: interval)
  }

  /// Whether the bank behind knows all; true as long as it cannot be opened.
  public var knowsAllRoundUps: Bool { (try? base().knowsAllRoundUps) ?? true }

  /// The round-ups of the bank behind.
  public func roundUps(
    of account: Account.ID, in interval: Range<Date>
  ) async throws -> RoundUpHistory {
    try await base().roundUps(of: account, in: interval)
  }

  /// The goals of the bank behind.
  public func goals(of account: Account.ID) async throws -> [SavingsGoal] {
    try await base().goals(of: account)
  }

  /// Sends the order to the bank behind, under its own key.
  public func createGoal(_ order: GoalOrder) async throws -> GoalCreation {
    try await base().createGoal(order)
  }

  /// Sends the order to the bank behind, under its own key.
  public func deleteGoal(_ order: GoalDeletion) async throws -> GoalDeletionResult {
    try await base().deleteGoal(order)
  }

  /// Sends the order to the bank behind, under its own key.
  public func move(_ order: TransferOrder) async throws -> TransferResult {
    try await base().move(order)
  }
}
