public import Bank
public import FoundationEssentials

/// The data sets of one customer at a bank, each read by one service however many show it.
public final class BankServices: Sendable {
  /// The bank for orders: what an order changes is known to be stale from then on.
  ///
  /// What is read from it comes straight from the bank.
  public let bank: any Bank

  /// The way into the bank, where it needs one: a log-in as another customer makes all stale.
  public let login: (any BankLogin)?

  /// The orders that were never answered, if the bank is one whose orders can stay open.
  public let openOrders: (any OpenOrders)?

  private let sets: DataSets

  /// Makes the services of a bank.
  ///
  /// - Parameters:
  ///   - cache: where copies are kept between runs; without one, the bank is asked for everything.
  ///   - now: the time, for the age of copies.
  public convenience init(
    _ bank: any Bank, login: (any BankLogin)? = nil, cache: CacheFolder? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(bank, login: login, cache: cache, in: Surroundings(now: now))
  }

  init(
    _ bank: any Bank, login: (any BankLogin)? = nil, cache: CacheFolder? = nil,
    in surroundings: Surroundings
  ) {
    let sets = DataSets(of: bank, cache: cache, in: surroundings)
    self.sets = sets
    self.bank = ObservedBank(bank: bank, sets: sets)
    openOrders = (bank as? any OpenOrders).map { ObservedOpenOrders(orders: $0, sets: sets) }
    self.login = login.map { ObservedLogin(login: $0, sets: sets) }
  }

  /// The accounts with what is in them, in the bank's order.
  public var accounts: DataService<[AccountOverview]> { sets.accounts }

  /// The savings goals of an account, in the bank's order.
  public func goals(of account: Account.ID) -> DataService<[SavingsGoal]> {
    sets.goals(of: account)
  }

  /// The payments of the last days, in the bank's order; which days is the caller's.
  public func recentPayments(
    of account: Account.ID, in interval: Range<Date>
  ) -> DataService<[Payment]> {
    sets.payments(.recentPayments, of: account, in: interval)
  }

  /// The payments of a week, in the bank's order.
  public func weekPayments(
    of account: Account.ID, in interval: Range<Date>
  ) -> DataService<[Payment]> {
    sets.payments(.weekPayments, of: account, in: interval)
  }
}
