public import FoundationEssentials

/// A bank that hands on to another what it does not do itself.
public protocol ForwardingBank: Bank {
  /// The bank to ask.
  func base() throws -> any Bank
}

extension ForwardingBank {
  public func accounts() async throws -> [Account] { try await base().accounts() }

  public func balance(of account: Account.ID) async throws -> Balance {
    try await base().balance(of: account)
  }

  public func payments(of account: Account.ID, in interval: Range<Date>) async throws -> [Payment] {
    try await base().payments(of: account, in: interval)
  }

  public var knowsAllRoundUps: Bool { (try? base().knowsAllRoundUps) ?? true }

  public func roundUps(
    of account: Account.ID, in interval: Range<Date>
  ) async throws -> RoundUpHistory {
    try await base().roundUps(of: account, in: interval)
  }

  public func goals(of account: Account.ID) async throws -> [SavingsGoal] {
    try await base().goals(of: account)
  }

  public func createGoal(_ order: GoalOrder) async throws -> GoalCreation {
    try await base().createGoal(order)
  }

  public func deleteGoal(_ order: GoalDeletion) async throws -> GoalDeletionResult {
    try await base().deleteGoal(order)
  }

  public func move(_ order: TransferOrder) async throws -> TransferResult {
    try await base().move(order)
  }
}
