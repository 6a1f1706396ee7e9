public import Bank
public import FoundationEssentials
import Synchronization

/// A bank that is opened when it is first asked for something, so that the first prompt need not
/// wait for a file. One that could not be opened is tried again the next time.
public final class LazyBank: Bank {
  private let opened = Mutex<(any Bank)?>(nil)
  private let opening: @Sendable () throws -> any Bank

  /// Makes a bank that is opened by a closure.
  public init(opening: @escaping @Sendable () throws -> any Bank) {
    self.opening = opening
  }

  private func bank() throws -> any Bank {
    try opened.withLock { opened in
      if let opened { return opened }
      let bank = try opening()
      opened = bank
      return bank
    }
  }

  public func accounts() async throws -> [Account] { try await bank().accounts() }

  public func balance(of account: Account.ID) async throws -> Balance {
    try await bank().balance(of: account)
  }

  public func payments(of account: Account.ID, in interval: Range<Date>) async throws -> [Payment] {
    try await bank().payments(of: account, in: interval)
  }

  public func coveredPayments(
    of account: Account.ID, in interval: Range<Date>
  ) async throws -> Set<Payment.ID> {
    try await bank().coveredPayments(of: account, in: interval)
  }

  public func goals(of account: Account.ID) async throws -> [SavingsGoal] {
    try await bank().goals(of: account)
  }

  public func createGoal(_ order: GoalOrder) async throws -> GoalCreation {
    try await bank().createGoal(order)
  }

  public func move(_ order: TransferOrder) async throws -> TransferResult {
    try await bank().move(order)
  }
}
