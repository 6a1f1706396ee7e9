import Bank
import Money

extension RoundUp {
  /// Why there is nothing to move; nothing where there is.
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
