public import Money

/// What rounding up a week's payments to whole units of the currency would move into a goal.
///
/// Every payment given is in exactly one of `counted`, `pending` and `leftOut`, in the order given.
public struct RoundUp: Sendable, Hashable, Codable {
  /// A payment and the amount that rounding it up saves.
  public struct Line: Sendable, Hashable, Codable {
    /// The payment whose amount is rounded up.
    public let payment: Payment

    /// What is missing from its amount to the next whole unit.
    public let gives: Money
  }

  /// A payment that saves nothing, and why.
  public struct Exclusion: Sendable, Hashable, Codable {
    /// The payment that saves nothing.
    public let payment: Payment

    /// The first reason that holds.
    public let reason: RoundUpExclusion
  }

  /// The week the payments were made in.
  public let week: Week

  /// Which means of payment count.
  public let policy: RoundUpPolicy

  /// The settled payments that count; each saves more than zero.
  public let counted: [Line]

  /// The payments that will count when they settle, with what they would give by today's amount,
  /// which may be zero.
  public let pending: [Line]

  /// The payments that give nothing.
  public let leftOut: [Exclusion]

  /// The sum of what the counted payments give: what to move now.
  public let total: Money

  /// The sum of what the week's already moved payments gave.
  public let movedBefore: Money

  /// Rounds up the payments of a week.
  ///
  /// - Parameters:
  ///   - payments: the account's feed, of any status and time.
  ///   - week: the week that counts.
  ///   - account: the account whose main category and currency count.
  ///   - alreadyMoved: the payments whose round-up earlier transfers have moved.
  ///   - policy: which means of payment count.
  public init(
    of payments: [Payment], week: Week, account: Account,
    alreadyMoved: Set<Payment.ID> = [], policy: RoundUpPolicy = .allSpending
  ) {
    let rules = RoundUpRules(
      week: week, account: account, alreadyMoved: alreadyMoved, policy: policy)
    var counted: [Line] = []
    var pending: [Line] = []
    var leftOut: [Exclusion] = []
    for payment in payments {
      let line = Line(payment: payment, gives: payment.amount.toNextUnit)
      switch rules.verdict(on: payment) {
      case .counts: counted.append(line)
      case .countsWhenSettled: pending.append(line)
      case .isLeftOut(let reason): leftOut.append(Exclusion(payment: payment, reason: reason))
      }
    }
    self.week = week
    self.policy = policy
    self.counted = counted
    self.pending = pending
    self.leftOut = leftOut
    total = Self.sum(counted.map(\.gives), in: account.currency)
    movedBefore = Self.sum(
      leftOut.filter { $0.reason == .alreadyMoved }.map(\.payment.amount.toNextUnit),
      in: account.currency)
  }

  /// The ids of the counted payments, for `TransferOrder.covering`.
  public var covering: [Payment.ID] { counted.map(\.payment.id) }

  /// Whether there is anything to move; zero cannot be moved.
  public var isZero: Bool { total.minorUnits == 0 }

  /// The sum, or the largest amount there is.
  ///
  /// A payment gives less than 10,000 minor units, so that an overflow would take more payments
  /// than memory can hold.
  private static func sum(_ amounts: [Money], in currency: Currency) -> Money {
    var total: Int64 = 0
    for amount in amounts {
      let (sum, overflow) = total.addingReportingOverflow(amount.minorUnits)
      total = overflow ? .max : sum
    }
    return Money(minorUnits: total, currency: currency)
  }
}
