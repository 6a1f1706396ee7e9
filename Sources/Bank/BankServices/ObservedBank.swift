import Bank

/// A bank whose orders tell the data sets what they change.
///
/// They are told before an order is sent, so that a copy is known to be stale even if this process
/// ends on the way, and when it has ended, whatever came of it: a read that ran meanwhile may have
/// seen the time before. An order without an answer may have been carried out.
struct ObservedBank: ForwardingBank {
  let bank: any Bank
  let sets: DataSets

  func base() -> any Bank { bank }

  func createGoal(_ order: GoalOrder) async throws -> GoalCreation {
    sets.changed(.goalMade(order.account))
    defer { sets.changed(.goalMade(order.account)) }
    return try await bank.createGoal(order)
  }

  func deleteGoal(_ order: GoalDeletion) async throws -> GoalDeletionResult {
    sets.changed(.moneyMoved(order.account))
    defer { sets.changed(.moneyMoved(order.account)) }
    return try await bank.deleteGoal(order)
  }

  func move(_ order: TransferOrder) async throws -> TransferResult {
    sets.changed(.moneyMoved(order.account))
    defer { sets.changed(.moneyMoved(order.account)) }
    return try await bank.move(order)
  }
}
