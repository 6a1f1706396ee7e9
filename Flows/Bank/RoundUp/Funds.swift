import Money

/// What an account has, beside what is needed of it.
struct Funds: Sendable, Hashable {
  let available: Money
  let needed: Money

  var suffice: Bool { !after.isNegative }
  /// What is left when the needed amount is gone; below zero where there is too little.
  var after: Money { difference(available, needed) }
  /// How much is missing.
  var missing: Money { difference(needed, available) }

  /// Both are of the account's currency and far from the largest amounts, unless a bank is mad.
  private func difference(_ whole: Money, _ part: Money) -> Money {
    (try? whole.subtracting(part)) ?? Money(minorUnits: .min, currency: whole.currency)
  }
}
