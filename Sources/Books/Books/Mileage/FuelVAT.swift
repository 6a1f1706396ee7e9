public import Money

/// The VAT that a company may reclaim on the fuel part of a mileage allowance.
///
/// Source: HMRC, VAT Notice 700/64, sections 8 and 9: miles × advisory rate × rate ÷ (100 + rate).
public struct FuelVAT: Sendable, Hashable {
  /// The tax, rounded once, half up.
  public let vat: Money

  /// What it is a part of, rounded once: the fuel, or the allowance of miles that are paid with less.
  public let fuel: Money

  /// Finds the tax of an allowance.
  ///
  /// Miles that are paid with less than the advisory rate count with what they are paid with.
  ///
  /// - Parameters:
  ///   - allowance: what the journey is paid with.
  ///   - advisory: what the fuel for one mile costs, in major units.
  ///   - rate: the rate of the fuel: the standard rate.
  /// - Throws: a `MoneyError` if it does not fit.
  public init(
    of allowance: MileageAllowance, advisory: ExactDecimal, rate: VATRate = .standard
  ) throws(MoneyError) {
    var cost: ExactDecimal = 0
    for part in allowance.parts {
      cost = try cost.adding(part.miles.multiplied(by: min(part.rate, advisory)))
    }
    let currency = allowance.amount.currency
    fuel = try Money(rounding: cost, currency: currency)
    vat = try Money.quotient(
      of: cost.multiplied(by: rate.percent), by: rate.percent.adding(100), in: currency)
  }
}

/// Why no VAT on fuel can be reclaimed.
public enum FuelVATObstacle: Sendable, Hashable, CaseIterable {
  /// The company is not registered on the day.
  case notRegistered
  /// The company is on the flat-rate scheme.
  case flatRateScheme
  /// A bicycle has no fuel.
  case noFuel
  /// The miles are not paid, but only billed to a customer.
  case notReclaimed
  /// There is no VAT receipt for the fuel.
  case noReceipt
}

extension FuelVAT {
  /// What stands against reclaiming; empty if nothing does.
  ///
  /// - Parameters:
  ///   - journey: the journey.
  ///   - registration: when the company is registered.
  ///   - isOnFlatRate: whether it is on the flat-rate scheme on that day.
  ///   - isReclaimed: whether the miles are paid.
  ///   - hasReceipt: whether there is a receipt, not later than the VAT period.
  /// - Returns: the obstacles, in the order in which a person can do something about them.
  public static func obstacles(
    to journey: Journey, registration: VATRegistration, isOnFlatRate: Bool,
    isReclaimed: Bool, hasReceipt: Bool
  ) -> [FuelVATObstacle] {
    let found: [(FuelVATObstacle, Bool)] = [
      (.notRegistered, !registration.contains(journey.day)), (.flatRateScheme, isOnFlatRate),
      (.noFuel, journey.vehicle == .bicycle), (.notReclaimed, !isReclaimed),
      (.noReceipt, !hasReceipt),
    ]
    return found.filter(\.1).map(\.0)
  }
}
