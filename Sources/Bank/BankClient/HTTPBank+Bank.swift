public import Bank

extension HTTPBank: Bank {
  /// Makes a goal, once for a key.
  public func createGoal(_ order: GoalOrder) async throws -> GoalCreation {
    try await carryOut(GoalCreationWork(bank: self, order: order.canonical))
  }

  /// Deletes a goal, once for a key.
  public func deleteGoal(_ order: GoalDeletion) async throws -> GoalDeletionResult {
    try await carryOut(GoalDeletionWork(bank: self, order: order.canonical))
  }

  /// Moves money into a goal or out of it, once for a key.
  public func move(_ order: TransferOrder) async throws -> TransferResult {
    try await carryOut(TransferWork(bank: self, order: order.canonical))
  }
}
