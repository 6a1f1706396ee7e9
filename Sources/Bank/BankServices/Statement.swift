public import Bank
public import DataSets
public import ServiceBasics

/// What is known of one account: its balance, its goals and its latest payments.
public struct Statement: Codable, Sendable {
  /// All accounts, this one among them.
  public internal(set) var accounts: BankSnapshot<[AccountOverview]>
  /// The goals of the account, in the bank's order.
  public internal(set) var goals: BankSnapshot<[SavingsGoal]>
  /// The payments of the last days, in the bank's order.
  public internal(set) var payments: BankSnapshot<[Payment]>

  /// The account with its balance.
  ///
  /// - Throws: `BankError` if the customer has no such account any more.
  public func overview(of account: Account.ID) throws(BankError) -> AccountOverview {
    guard let overview = accounts.value.first(where: { $0.account.id == account }) else {
      throw .unknownAccount(account)
    }
    return overview
  }

  /// The payments, newest first.
  public var latestFirst: [Payment] {
    payments.value.enumerated()
      .sorted {
        ($1.element.transactionTime, $0.offset) < ($0.element.transactionTime, $1.offset)
      }
      .map(\.element)
  }

  /// The same with another part.
  func with<Part>(_ part: WritableKeyPath<Statement, Part>, _ value: Part) -> Statement {
    var statement = self
    statement[keyPath: part] = value
    return statement
  }
}

extension Statement: Dated {
  /// When its oldest part was read; nil if all of it has just been.
  public var asOf: Timestamp? {
    [accounts.asOf, goals.asOf, payments.asOf].compactMap { $0 }.min()
  }

  /// Why a part of it could not be read again.
  public var failure: BankError? { accounts.failure ?? goals.failure ?? payments.failure }

  /// The same with this failure of every part.
  public func failing(with failure: BankError) -> Statement {
    Statement(
      accounts: accounts.failing(with: failure), goals: goals.failing(with: failure),
      payments: payments.failing(with: failure))
  }

  /// Whether every part says the same.
  public func hasSameContents(as other: Statement) -> Bool {
    accounts.hasSameContents(as: other.accounts) && goals.hasSameContents(as: other.goals)
      && payments.hasSameContents(as: other.payments)
  }
}
