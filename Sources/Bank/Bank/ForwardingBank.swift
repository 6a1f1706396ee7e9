public import FoundationEssentials

/// A bank that hands on to another what it does not do itself.
public protocol ForwardingBank: Bank {
  /// The bank to ask.
  func base() throws -> any Bank

  /// Asks the bank; a conforming type may do something before and after.
  func forward<Answer>(_ ask: (any Bank) async throws -> Answer) async throws -> Answer
}

extension ForwardingBank {
  /// Asks, and does nothing besides.
  public func forward<Answer>(
    _ ask: (any Bank) async throws -> Answer
  ) async throws -> Answer { try await ask(base()) }

  /// The accounts at the bank behind.
  public func accounts() async throws -> [Account] { try await forward { try await $0.accounts() } }

  /// The balance at the bank behind.
  public func balance(of account: Account.ID) async throws -> Balance {
    try await forward { try await $0.balance(of: account) }
  }

  /// The feed of the bank behind.
  public func payments(of account: Account.ID, in interval: Range<Date>) async throws -> [Payment] {
    try await forward { try await $0.payments(of: account, in: interval) }
  }

  /// Whether the bank behind knows all; true as long as it cannot be opened.
  public var knowsAllRoundUps: Bool { (try? base().knowsAllRoundUps) ?? true }

  /// The round-ups of the bank behind.
  public func roundUps(
    of account: Account.ID, in interval: Range<Date>
  ) async throws -> RoundUpHistory {
    try await forward { try await $0.roundUps(of: account, in: interval) }
  }

  /// The goals of the bank behind.
  public func goals(of account: Account.ID) async throws -> [SavingsGoal] {
    try await forward { try await $0.goals(of: account) }
  }

  /// Sends the order to the bank behind, under its own key.
  public func createGoal(_ order: GoalOrder) async throws -> GoalCreation {
    try await forward { try await $0.createGoal(order) }
  }

  /// Sends the order to the bank behind, under its own key.
  public func deleteGoal(_ order: GoalDeletion) async throws -> GoalDeletionResult {
    try await forward { try await $0.deleteGoal(order) }
  }

  /// Sends the order to the bank behind, under its own key.
  public func move(_ order: TransferOrder) async throws -> TransferResult {
    try await forward { try await $0.move(order) }
  }
}
