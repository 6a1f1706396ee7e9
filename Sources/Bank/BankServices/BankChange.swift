import Bank
import DataSets

/// What an order changes.
enum BankChange: Sendable, Hashable {
  /// Money moved between an account and a goal, or it may have: an older order of the account that
  /// is looked into, sent again or given up counts as well.
  case moneyMoved(Account.ID)

  /// A goal was made.
  case goalMade(Account.ID)

  /// The data sets that are stale then.
  var scopes: [DataSetScope] {
    switch self {
    case .moneyMoved(let account):
      [
        BankKinds.accounts.scope(), BankKinds.goals.scope(account.text),
        BankKinds.recentPayments.scope(account.text), BankKinds.weekPayments.scope(account.text),
      ]
    case .goalMade(let account): [BankKinds.goals.scope(account.text)]
    }
  }
}
