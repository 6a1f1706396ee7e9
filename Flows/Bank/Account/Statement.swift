import Bank
import BankDesk
import BankServices
import ServiceBasics

/// What is known of one account: its balance, its goals and its latest payments.
struct Statement: Codable, Sendable {
  /// All accounts, this one among them.
  let accounts: Known<[AccountOverview]>
  let goals: Known<[SavingsGoal]>
  let payments: Known<[Payment]>

  /// The account with its balance.
  ///
  /// - Throws: `BankError` where the customer has no such account any more.
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
}

extension Statement: Dated {
  var asOf: Timestamp? { [accounts.asOf, goals.asOf, payments.asOf].compactMap { $0 }.min() }

  var trouble: BankError? { accounts.trouble ?? goals.trouble ?? payments.trouble }

  func hindered(by trouble: BankError) -> Statement {
    Statement(
      accounts: accounts.hindered(by: trouble), goals: goals.hindered(by: trouble),
      payments: payments.hindered(by: trouble))
  }

  func saysTheSame(as other: Statement) -> Bool {
    accounts.saysTheSame(as: other.accounts) && goals.saysTheSame(as: other.goals)
      && payments.saysTheSame(as: other.payments)
  }
}
