import Bank
import BankServices
import BankSteps
import DataSets
import ServiceBasics

/// What is known of one account: its balance, its goals and its latest payments.
struct Statement: Codable, Sendable {
  /// All accounts, this one among them.
  var accounts: BankSnapshot<[AccountOverview]>
  var goals: BankSnapshot<[SavingsGoal]>
  var payments: BankSnapshot<[Payment]>

  /// The account with its balance.
  ///
  /// - Throws: `BankError` if the customer has no such account any more.
  func overview(of account: Account.ID) throws(BankError) -> AccountOverview {
    guard let overview = accounts.value.first(where: { $0.account.id == account }) else {
      throw .unknownAccount(account)
    }
    return overview
  }

  /// The payments, newest first.
  var latestFirst: [Payment] {
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
  var asOf: Timestamp? { [accounts.asOf, goals.asOf, payments.asOf].compactMap { $0 }.min() }

  var failure: BankError? { accounts.failure ?? goals.failure ?? payments.failure }

  func failing(with failure: BankError) -> Statement {
    Statement(
      accounts: accounts.failing(with: failure), goals: goals.failing(with: failure),
      payments: payments.failing(with: failure))
  }

  func hasSameContents(as other: Statement) -> Bool {
    accounts.hasSameContents(as: other.accounts) && goals.hasSameContents(as: other.goals)
      && payments.hasSameContents(as: other.payments)
  }
}
