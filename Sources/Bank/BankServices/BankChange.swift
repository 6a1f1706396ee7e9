import Bank

/// What an order changes.
enum BankChange: Sendable, Hashable {
  /// Money moved between an account and a goal: balance, goals and both lists of payments.
  case moneyMoved(Account.ID)

  /// A goal was made.
  case goalMade(Account.ID)
}
