import Bank
import DataSets

/// A bank whose orders mark the data sets that they change as stale.
struct ObservedBank: ForwardingBank {
  let bank: any Bank
  let repository: Repository<BankError>

  func base() -> any Bank { bank }

  func createGoal(_ order: GoalOrder) async throws -> GoalCreation {
    try await changing(.goalMade(order.account)) { try await bank.createGoal(order) }
  }

  func deleteGoal(_ order: GoalDeletion) async throws -> GoalDeletionResult {
    try await changing(.moneyMoved(order.account)) { try await bank.deleteGoal(order) }
  }

  func move(_ order: TransferOrder) async throws -> TransferResult {
    try await changing(.moneyMoved(order.account)) { try await bank.move(order) }
  }

  /// Does something that may change what the bank has: an order without an answer may have been
  /// carried out as well.
  func changing<Answer>(
    _ change: BankChange, _ work: () async throws -> Answer
  ) async throws -> Answer {
    try await repository.changing(change.scopes, work)
  }
}
