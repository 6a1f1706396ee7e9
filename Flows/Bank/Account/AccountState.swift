public import Bank
import BankServices

/// An account as it stood when it was left.
public struct AccountState: Sendable, Hashable, Codable {
  /// The account.
  public let account: Account
  /// What is in its main category.
  public let balance: Balance
  /// Its goals, oldest first.
  public let goals: [SavingsGoal]

  init(of account: Account, in statement: Statement) throws {
    let overview = try statement.overview(of: account.id)
    self.account = overview.account
    balance = overview.balance
    goals = statement.goals.value
  }
}
