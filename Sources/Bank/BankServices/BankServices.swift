public import Bank
public import DataSets
public import FoundationEssentials
import ServiceBasics

/// The data sets of the customer who is in at a bank, and the bank for their orders.
public final class BankServices: Sendable {
  /// The bank for orders: what an order changes is known to be stale from then on.
  ///
  /// What is read from it comes straight from the bank.
  public let bank: any Bank

  /// The log-in, if the bank needs one: after a log-in as another customer all is read again.
  public let login: (any BankLogin)?

  /// The orders that were never answered, if the bank is one whose orders can stay open.
  public let openOrders: (any OpenOrders)?

  private let source: any Bank
  private let repository: Repository<BankError>

  /// Makes the services of a bank.
  ///
  /// - Parameters:
  ///   - bank: what is asked.
  ///   - login: the log-in of the bank; nil if it needs none.
  ///   - copies: keeps copies between runs; nil if the bank is asked for everything.
  ///   - showsCopies: whether copies are shown and kept. If not, the bank is asked for everything;
  ///     orders mark the copies that are there, and a log-out removes them, all the same.
  ///   - now: the time, for the age of copies.
  public convenience init(
    _ bank: any Bank, login: (any BankLogin)? = nil, copies: (any CopyStore)? = nil,
    showsCopies: Bool = true, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(
      bank, login: login,
      in: Repository(
        credentials: login.map(TokenCredentials.init), copies: copies, showsCopies: showsCopies,
        now: now))
  }

  init(_ bank: any Bank, login: (any BankLogin)? = nil, in repository: Repository<BankError>) {
    source = bank
    self.repository = repository
    self.bank = ObservedBank(bank: bank, repository: repository)
    openOrders = (bank as? any OpenOrders).map {
      ObservedOpenOrders(orders: $0, repository: repository)
    }
    self.login = login.map { ObservedLogin(login: $0, repository: repository) }
  }

  /// The accounts with what is in them, in the bank's order.
  public var accounts: BankDataSet<[AccountOverview]> {
    repository.dataSet(BankKinds.accounts) { [source] in
      try await AccountOverview.all(at: source)
    }
  }

  /// The savings goals of an account, in the bank's order.
  public func goals(of account: Account.ID) -> BankDataSet<[SavingsGoal]> {
    repository.dataSet(BankKinds.goals, about: account.text) { [source] in
      try await source.goals(of: account)
    }
  }

  /// The payments of the last days, in the bank's order; which days is the caller's choice.
  public func recentPayments(
    of account: Account.ID, in interval: Range<Date>
  ) -> BankDataSet<[Payment]> {
    payments(BankKinds.recentPayments, of: account, in: interval)
  }

  /// The payments of a week, in the bank's order.
  public func weekPayments(
    of account: Account.ID, in interval: Range<Date>
  ) -> BankDataSet<[Payment]> {
    payments(BankKinds.weekPayments, of: account, in: interval)
  }

  private func payments(
    _ kind: DataSetKind<[Payment]>, of account: Account.ID, in interval: Range<Date>
  ) -> BankDataSet<[Payment]> {
    let bounds = Timestamp(interval.lowerBound)..<Timestamp(interval.upperBound)
    return repository.dataSet(kind, about: account.text, in: bounds) { [source] in
      try await source.payments(of: account, in: interval)
    }
  }
}
