import Bank
import FoundationEssentials

/// A bank that is read and never written.
struct ReadOnlyBank: Bank {
  private let base: any Bank

  init(_ base: any Bank) {
    self.base = base
  }

  /// Something was to be written.
  struct Write: Error {}

  func accounts() async throws -> [Account] { try await base.accounts() }

  func balance(of account: Account.ID) async throws -> Balance {
    try await base.balance(of: account)
  }

  func payments(of account: Account.ID, in interval: Range<Date>) async throws -> [Payment] {
    try await base.payments(of: account, in: interval)
  }

  func coveredPayments(
    of account: Account.ID, in interval: Range<Date>
  ) async throws -> Set<Payment.ID> {
    try await base.coveredPayments(of: account, in: interval)
  }

  func goals(of account: Account.ID) async throws -> [SavingsGoal] {
    try await base.goals(of: account)
  }

  func createGoal(_ order: GoalOrder) async throws -> GoalCreation { throw Write() }

  func move(_ order: TransferOrder) async throws -> TransferResult { throw Write() }
}
