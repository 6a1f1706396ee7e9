import Bank
import FoundationEssentials
import Synchronization

/// A bank that refuses, or lets something happen, just before it does what it is asked to.
final class ObstinateBank: Bank {
  private let bank: EmbeddedBank
  private let goalRefusals: Mutex<[GoalRefusal]>
  private let transferRefusals: Mutex<[TransferRefusal]>
  private let beforeMove: @Sendable (EmbeddedBank) async throws -> Void

  /// Makes a bank in front of another.
  ///
  /// - Parameters:
  ///   - goalRefusals: how the first orders of goals are refused.
  ///   - transferRefusals: how the first transfers are refused.
  ///   - beforeMove: what happens before a transfer reaches the bank.
  init(
    _ bank: EmbeddedBank, refusingGoals goalRefusals: [GoalRefusal] = [],
    refusingTransfers transferRefusals: [TransferRefusal] = [],
    beforeMove: @escaping @Sendable (EmbeddedBank) async throws -> Void = { _ in }
  ) {
    self.bank = bank
    self.goalRefusals = Mutex(goalRefusals)
    self.transferRefusals = Mutex(transferRefusals)
    self.beforeMove = beforeMove
  }

  func createGoal(_ order: GoalOrder) async throws -> GoalCreation {
    let refusal = goalRefusals.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if let refusal { return .refused(refusal) }
    return try await bank.createGoal(order)
  }

  func move(_ order: TransferOrder) async throws -> TransferResult {
    let refusal = transferRefusals.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if let refusal { return .refused(refusal) }
    try await beforeMove(bank)
    return try await bank.move(order)
  }

  func accounts() async throws -> [Account] { try await bank.accounts() }

  func balance(of account: Account.ID) async throws -> Balance {
    try await bank.balance(of: account)
  }

  func payments(of account: Account.ID, in interval: Range<Date>) async throws -> [Payment] {
    try await bank.payments(of: account, in: interval)
  }

  func coveredPayments(
    of account: Account.ID, in interval: Range<Date>
  ) async throws -> Set<Payment.ID> {
    try await bank.coveredPayments(of: account, in: interval)
  }

  func goals(of account: Account.ID) async throws -> [SavingsGoal] {
    try await bank.goals(of: account)
  }
}
