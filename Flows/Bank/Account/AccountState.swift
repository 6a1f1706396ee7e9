public import Bank
import BankServices
import DataSets

/// An account as it stood when it was left.
public struct AccountState: Sendable, Hashable, Codable {
  /// The account.
  public let account: Account
  /// What is in its main category; nil if that is not known.
  public let balance: Balance?
  /// Why the balance is not known; nil if it is.
  public let balanceFailure: BankError?
  /// Its goals, oldest first.
  public let goals: [SavingsGoal]

  init(of account: Account, in statement: Statement) throws {
    let overview = try statement.overview(of: account.id)
    self.account = overview.account
    balance = overview.balance
    balanceFailure = overview.balanceFailure
    goals = statement.goals.value
  }
}
