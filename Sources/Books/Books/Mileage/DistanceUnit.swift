public import Money

/// In what a company measures how far its people go.
///
/// Rates, limits and allowances are by the mile, and so are the distances of the service’s API.
///
/// Sources: HMRC, Employment Income Manual, EIM31240; FreeAgent API documentation, “Expenses”.
public enum DistanceUnit: String, Sendable, Hashable, Codable, CaseIterable {
  /// Miles.
  case miles
  /// Kilometres.
  case kilometres

  /// A distance in miles; one in kilometres is rounded to hundredths of a mile, half up.
  ///
  /// - Throws: a `MoneyError` if it is too large.
  public func miles(of distance: ExactDecimal) throws(MoneyError) -> ExactDecimal {
    switch self {
    case .miles: distance
    case .kilometres:
      try distance.multiplied(by: Self.millimetresOfKilometre)
        .divided(by: Self.millimetresOfMile, fractionDigits: 2)
    }
  }

  /// Miles in this unit: of kilometres those with the fewest decimals that are as many miles, or if there are
  /// none, hundredths.
  ///
  /// Kilometres of one decimal are the same after they were kept in miles. Of two decimals several are as many
  /// miles.
  ///
  /// - Throws: a `MoneyError` if it is too large.
  public func distance(ofMiles miles: ExactDecimal) throws(MoneyError) -> ExactDecimal {
    guard self == .kilometres else { return miles }
    let exact = try miles.multiplied(by: Self.millimetresOfMile)
      .divided(by: Self.millimetresOfKilometre, fractionDigits: miles.fractionDigits + 6)
    for digits in 0..<2 {
      let distance = exact.rounded(fractionDigits: digits)
      if try self.miles(of: distance) == miles { return distance }
    }
    return exact.rounded(fractionDigits: 2)
  }

  /// Source: the Units of Measurement Regulations 1995, schedule, “mile”.
  private static let millimetresOfMile: ExactDecimal = 1_609_344

  private static let millimetresOfKilometre: ExactDecimal = 1_000_000
}
