import Bank
import Money

/// What is known of a week: its round-up, and the transfers that have moved it before.
struct WeekReading {
  let roundUp: RoundUp
  /// Nil in sessions that an earlier version of the program began.
  let history: RoundUpHistory?
  /// Whether other transfers than those can have moved it.
  let mayLackTransfers: Bool

  /// Whether every transfer of the round-up was answered.
  var isSettled: Bool { history?.unanswered.isEmpty ?? true }
}

extension RoundUp {
  /// Why there is nothing to move; nil if there is something.
  var whyZero: RoundUpReceipt.NothingMoved? {
    if !isZero { return nil }
    if counted.isEmpty, pending.isEmpty, leftOut.isEmpty { return .noPayments }
    if movedBefore.isPositive { return .alreadyMoved }
    return pending.contains { $0.gives.isPositive } ? .notSettled : .nothingCounts
  }

  /// Whether another reading of the week would move the same money for the same payments.
  func moves(theSameAs other: RoundUp) -> Bool {
    total == other.total && Set(covering) == Set(other.covering)
  }
}

/// What an account has, beside what is needed of it.
struct Funds: Sendable, Hashable {
  let available: Money
  let needed: Money

  var suffice: Bool { !after.isNegative }
  /// What is left when the needed amount is gone; below zero if there is too little.
  var after: Money { difference(available, needed) }
  /// How much is missing.
  var missing: Money { difference(needed, available) }

  /// Both are of the account's currency and far from the largest amounts, unless the bank is broken.
  private func difference(_ whole: Money, _ part: Money) -> Money {
    (try? whole.subtracting(part)) ?? Money(minorUnits: .min, currency: whole.currency)
  }
}
