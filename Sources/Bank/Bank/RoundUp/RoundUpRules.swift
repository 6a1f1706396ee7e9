import Money

/// The rules by which a payment counts for a round-up.
struct RoundUpRules {
  let week: Week
  let account: Account
  let alreadyMoved: Set<Payment.ID>
  let policy: RoundUpPolicy

  enum Verdict {
    case counts
    case countsWhenSettled
    case isLeftOut(RoundUpExclusion)
  }

  func verdict(on payment: Payment) -> Verdict {
    if let reason = placeExclusion(of: payment) ?? stageExclusion(of: payment)
      ?? amountExclusion(of: payment) ?? historyExclusion(of: payment)
    {
      return .isLeftOut(reason)
    }
    if payment.status == .pending { return .countsWhenSettled }
    return payment.amount.toNextUnit.minorUnits == 0 ? .isLeftOut(.wholeAmount) : .counts
  }

  private func placeExclusion(of payment: Payment) -> RoundUpExclusion? {
    guard week.contains(payment.transactionTime) else { return .outsideWeek }
    guard payment.account == account.id, payment.category == account.defaultCategory else {
      return .otherCategory
    }
    // Otherwise last week's round-up would itself be rounded up.
    guard payment.source != .internalTransfer, payment.counterparty.kind != .category else {
      return .internalTransfer
    }
    return payment.direction == .incoming ? .incoming : nil
  }

  private func stageExclusion(of payment: Payment) -> RoundUpExclusion? {
    switch payment.status {
    case .settled, .pending: nil
    case .declined: .declined
    case .reversed: .reversed
    case .refunded: .refunded
    case .retrying: .retrying
    case .upcoming: .upcoming
    case .upcomingCancelled: .cancelled
    case .accountCheck: .accountCheck
    case .unknown: .unknownStatus
    }
  }

  private func amountExclusion(of payment: Payment) -> RoundUpExclusion? {
    guard payment.amount.currency == account.currency else { return .otherCurrency }
    return payment.amount.minorUnits < 0 ? .negativeAmount : nil
  }

  private func historyExclusion(of payment: Payment) -> RoundUpExclusion? {
    if policy == .cardOnly, payment.source != .card { return .notCard }
    if payment.isRoundedUpByBank { return .roundedUpByBank }
    return alreadyMoved.contains(payment.id) ? .alreadyMoved : nil
  }
}
