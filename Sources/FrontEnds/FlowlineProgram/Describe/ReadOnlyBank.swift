import Bank

/// A bank that is read and never written.
struct ReadOnlyBank: ForwardingBank {
  private let inner: any Bank

  init(_ base: any Bank) {
    inner = base
  }

  /// Something was to be written.
  struct Write: Error {}

  func base() -> any Bank { inner }

  func createGoal(_ order: GoalOrder) async throws -> GoalCreation { throw Write() }

  func deleteGoal(_ order: GoalDeletion) async throws -> GoalDeletionResult { throw Write() }

  func move(_ order: TransferOrder) async throws -> TransferResult { throw Write() }
}
