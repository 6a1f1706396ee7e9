import Bank
import Synchronization

/// A bank that gives no answer to the first requests, each as told.
final class TroubledBank: ForwardingBank {
  /// What happens to an order.
  enum OrderTrouble {
    /// It never gets there.
    case kept(BankError)
    /// It is carried out, and what the bank says of it is lost.
    case lost(BankError)
  }

  private struct Troubles {
    var reads: [BankError]
    var orders: [OrderTrouble]
    var keys: [String] = []
  }

  private let bank: any Bank
  private let troubles: Mutex<Troubles>

  /// Makes a bank in front of another.
  ///
  /// - Parameters:
  ///   - bank: the bank behind.
  ///   - reads: what the first reads come to.
  ///   - orders: what happens to the first orders.
  init(_ bank: any Bank, reads: [BankError] = [], orders: [OrderTrouble] = []) {
    self.bank = bank
    troubles = Mutex(Troubles(reads: reads, orders: orders))
  }

  /// The keys of the orders that were sent, each time they were.
  var keys: [String] { troubles.withLock { $0.keys } }

  /// Lets the next reads come to nothing.
  func failReads(_ errors: BankError...) { troubles.withLock { $0.reads = errors } }

  func base() throws -> any Bank {
    let trouble = troubles.withLock { $0.reads.isEmpty ? nil : $0.reads.removeFirst() }
    if let trouble { throw trouble }
    return bank
  }

  func createGoal(_ order: GoalOrder) async throws -> GoalCreation {
    try await send(order.key) { try await bank.createGoal(order) }
  }

  func deleteGoal(_ order: GoalDeletion) async throws -> GoalDeletionResult {
    try await send(order.key) { try await bank.deleteGoal(order) }
  }

  func move(_ order: TransferOrder) async throws -> TransferResult {
    try await send(order.key) { try await bank.move(order) }
  }

  private func send<Answer>(
    _ key: String, _ carryOut: () async throws -> Answer
  ) async throws -> Answer {
    let trouble = troubles.withLock {
      $0.keys.append(key)
      return $0.orders.isEmpty ? nil : $0.orders.removeFirst()
    }
    switch trouble {
    case .kept(let error)?: throw error
    case .lost(let error)?:
      _ = try await carryOut()
      throw error
    case nil: return try await carryOut()
    }
  }
}
