import Bank
import EmbeddedBank
import Synchronization

/// A bank that refuses, or lets something happen, just before it does what it is asked to.
final class ObstinateBank: ForwardingBank {
  private let bank: EmbeddedBank
  private let goalRefusals: Mutex<[GoalRefusal]>
  private let transferRefusals: Mutex<[TransferRefusal]>
  private let beforeMove: @Sendable (EmbeddedBank) async throws -> Void

  /// Makes a bank in front of another.
  ///
  /// - Parameters:
  ///   - bank: the bank behind.
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

  func base() -> any Bank { bank }
}
