public import Bank
public import FoundationEssentials
import Synchronization

/// The data sets of one customer at a bank, each read by one service however many show it.
public final class BankServices: Sendable {
  /// The bank for orders: what an order changes is known to be stale from then on.
  ///
  /// What is read from it comes straight from the bank.
  public let bank: any Bank

  /// The way into the bank, where it needs one.
  public let login: (any BankLogin)?

  /// The accounts with what is in them.
  public let accounts: DataService<[AccountOverview]>

  private let goals = Mutex<[Account.ID: DataService<[SavingsGoal]>]>([:])

  /// Makes the services of a bank.
  ///
  /// - Parameters:
  ///   - cache: where copies are kept between runs; without one, the bank is asked for everything.
  ///   - now: the time, for the age of copies.
  public init(
    _ bank: any Bank, login: (any BankLogin)? = nil, cache: CacheFolder? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.bank = bank
    self.login = login
    accounts = DataService { try await AccountOverview.all(at: bank) }
  }

  /// The savings goals of an account, in the bank's order.
  public func goals(of account: Account.ID) -> DataService<[SavingsGoal]> {
    goals.withLock { goals in
      if let service = goals[account] { return service }
      let service = DataService { [bank] in try await bank.goals(of: account) }
      goals[account] = service
      return service
    }
  }

  /// The payments of the last days, in the bank's order; which days is the caller's.
  public func recentPayments(
    of account: Account.ID, in interval: Range<Date>
  ) -> DataService<[Payment]> {
    DataService { [bank] in try await bank.payments(of: account, in: interval) }
  }

  /// The payments of a week, in the bank's order.
  public func weekPayments(
    of account: Account.ID, in interval: Range<Date>
  ) -> DataService<[Payment]> {
    DataService { [bank] in try await bank.payments(of: account, in: interval) }
  }
}
