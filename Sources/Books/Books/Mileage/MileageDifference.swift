public import Money

/// By how much the allowances of a person’s other journeys change if one is entered, changed or deleted.
///
/// The first miles by car of a tax year are paid with the higher rate, those of earlier days first: a
/// journey takes that rate from later ones, and leaves it to them once it is gone.
public struct MileageDifference: Sendable, Hashable {
  /// The sum of what others are paid less; not negative.
  public let less: Money

  /// The sum of what others are paid more; not negative.
  public let more: Money

  /// Pays the other journeys before and after; nil if no rate is known for one of them.
  ///
  /// - Parameters:
  ///   - others: the other journeys of the person, and the miles from before them.
  ///   - place: how many of them were entered before the journey, from 0.
  ///   - old: the journey as it was; nil if it is entered.
  ///   - new: the journey as it becomes; nil if it is deleted.
  ///   - currency: the currency of the rates.
  ///   - table: the rates of another journey by its index among the others.
  /// - Throws: a `MoneyError` if an amount does not fit.
  public init?(
    to others: MileageLog, enteredAt place: Int, from old: Journey?, to new: Journey?,
    in currency: Currency = .gbp, by table: (_ index: Int) -> MileageTable = { _ in .approved }
  ) throws(MoneyError) {
    let before = try others.amounts(beside: old, enteredAt: place, in: currency, by: table)
    let after = try others.amounts(beside: new, enteredAt: place, in: currency, by: table)
    var less = Money.zero(currency)
    var more = Money.zero(currency)
    for (was, now) in zip(before, after) {
      guard let was, let now else { return nil }
      let change = try now.subtracting(was)
      if change.isNegative {
        less = try less.subtracting(change)
      } else {
        more = try more.adding(change)
      }
    }
    self.less = less
    self.more = more
  }
}

extension MileageLog {
  /// What its journeys are paid with while there is one more, which may be nil.
  fileprivate func amounts(
    beside journey: Journey?, enteredAt place: Int, in currency: Currency,
    by table: (_ index: Int) -> MileageTable
  ) throws(MoneyError) -> [Money?] {
    guard let journey else {
      return try allowances(in: currency, by: table).map { $0?.amount }
    }
    let place = min(max(place, 0), journeys.count)
    var log = self
    log.journeys.insert(journey, at: place)
    // Its own amount is not asked for, so it needs no rates.
    var allowances = try log.allowances(in: currency) { index in
      index == place ? MileageTable([]) : table(index < place ? index : index - 1)
    }
    allowances.remove(at: place)
    return allowances.map { $0?.amount }
  }
}
