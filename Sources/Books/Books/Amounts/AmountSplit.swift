public import Money

/// An amount that is taken apart, part by part, until nothing is left.
///
/// The parts and ``rest`` are the total, always. Each part has the total's sign and is not more than the
/// rest before it.
public struct AmountSplit: Sendable, Hashable {
  /// What is taken apart.
  public let total: Money

  /// The parts, in the order in which they were taken.
  public private(set) var parts: [Money] = []

  /// What is left of the total, with its sign; zero once all is taken.
  public private(set) var rest: Money

  /// Begins with all of it.
  public init(_ total: Money) {
    self.total = total
    rest = total
  }

  /// Whether nothing is left.
  public var isComplete: Bool { rest.isZero }

  /// What is wrong with an amount as the next part; nil if nothing is.
  public func problem(with part: Money) -> SplitProblem? {
    guard part.currency == total.currency else { return .otherCurrency(expected: total.currency) }
    guard !part.isZero else { return .zero }
    guard part.isNegative == rest.isNegative, !rest.isZero else {
      return rest.isZero ? .nothingLeft : .otherSign
    }
    return part.minorUnits.magnitude > rest.minorUnits.magnitude ? .tooMuch(rest: rest) : nil
  }

  /// Takes a part.
  ///
  /// - Throws: a ``SplitProblem``; nothing is taken then.
  public mutating func take(_ part: Money) throws(SplitProblem) {
    if let problem = problem(with: part) { throw problem }
    parts.append(part)
    // A part of the rest is never more than it, so that this fits.
    rest = Money(minorUnits: rest.minorUnits - part.minorUnits, currency: total.currency)
  }

  /// Takes the whole remainder as one part; does nothing if it is zero.
  public mutating func takeRest() {
    guard !rest.isZero else { return }
    parts.append(rest)
    rest = .zero(total.currency)
  }
}

/// Why an amount cannot be the next part.
public enum SplitProblem: Error, Sendable, Hashable {
  /// It is nothing.
  case zero
  /// It has the opposite sign.
  case otherSign
  /// It is more than is left.
  case tooMuch(rest: Money)
  /// Nothing is left to take from.
  case nothingLeft
  /// It is in another currency.
  case otherCurrency(expected: Currency)
}

extension Money {
  /// Shares the amount by weights: the shares are the amount, to the minor unit.
  ///
  /// Where a share ends is rounded once, half up, so that each share is at most one minor unit away from
  /// the exact one and none has the opposite sign.
  ///
  /// - Parameter weights: what the shares are in proportion to, none negative.
  /// - Returns: a share for each weight; empty if the weights come to nothing or one is negative.
  /// - Throws: a `MoneyError` if the weights do not fit.
  public func shared(by weights: [ExactDecimal]) throws(MoneyError) -> [Money] {
    let sum = try ExactDecimal.sum(of: weights)
    guard !sum.isZero, !weights.contains(where: \.isNegative) else { return [] }
    let amount = ExactDecimal(self)
    var shares: [Money] = []
    var (weight, end): (ExactDecimal, Int64) = (0, 0)
    for next in weights {
      weight = try weight.adding(next)
      let newEnd = try Money.quotient(of: amount.multiplied(by: weight), by: sum, in: currency)
      shares.append(Money(minorUnits: newEnd.minorUnits - end, currency: currency))
      end = newEnd.minorUnits
    }
    return shares
  }
}
