public import Money

/// Why a bank did not move money into a goal or out of it.
public enum TransferRefusal: Sendable, Hashable, Codable {
  /// There is less than the amount: in effective balance, or in the goal for a move out of it. A bank
  /// overdraws neither.
  case insufficientFunds(available: Money, needed: Money)

  /// The account has no such goal, or no longer.
  case unknownGoal

  /// The goal is not in a state that takes money.
  case goalNotActive(state: SavingsGoal.State)

  /// The amount is zero or less.
  case amountMustBePositive

  /// The amount is in another currency than the account.
  case currencyMismatch(expected: Currency)

  /// The key has been used for an order with other contents.
  case keyReused

  /// An earlier transfer has moved the round-up of these payments.
  case alreadyCovered(payments: [Payment.ID])

  /// The account's main category has no such payments to cover.
  case unknownPayments(payments: [Payment.ID])
}
