import Bank
import FoundationEssentials
import Synchronization

/// A bank that answers nothing before its gate is opened, as one beyond a slow line.
final class GatedBank: Bank {
  private struct Gate {
    var isOpen = false
    var trouble: BankError?
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let bank: any Bank
  private let gate = Mutex(Gate())

  init(_ bank: any Bank) {
    self.bank = bank
  }

  /// Lets all requests through from now on, or has them fail.
  func open(failing trouble: BankError? = nil) {
    let waiting = gate.withLock { gate in
      gate.isOpen = true
      gate.trouble = trouble
      defer { gate.waiting = [] }
      return gate.waiting
    }
    for request in waiting { request.resume() }
  }

  /// Lets no request through any more.
  func close() { gate.withLock { $0.isOpen = false } }

  private func passed() async throws -> any Bank {
    await withCheckedContinuation { request in
      let isOpen = gate.withLock { gate in
        if !gate.isOpen { gate.waiting.append(request) }
        return gate.isOpen
      }
      if isOpen { request.resume() }
    }
    if let trouble = gate.withLock({ $0.trouble }) { throw trouble }
    return bank
  }

  func accounts() async throws -> [Account] { try await passed().accounts() }

  func balance(of account: Account.ID) async throws -> Balance {
    try await passed().balance(of: account)
  }

  func payments(of account: Account.ID, in interval: Range<Date>) async throws -> [Payment] {
    try await passed().payments(of: account, in: interval)
  }

  func roundUps(
    of account: Account.ID, in interval: Range<Date>
  ) async throws -> RoundUpHistory {
    try await passed().roundUps(of: account, in: interval)
  }

  func goals(of account: Account.ID) async throws -> [SavingsGoal] {
    try await passed().goals(of: account)
  }

  func createGoal(_ order: GoalOrder) async throws -> GoalCreation {
    try await passed().createGoal(order)
  }

  func deleteGoal(_ order: GoalDeletion) async throws -> GoalDeletionResult {
    try await passed().deleteGoal(order)
  }

  func move(_ order: TransferOrder) async throws -> TransferResult {
    try await passed().move(order)
  }
}
