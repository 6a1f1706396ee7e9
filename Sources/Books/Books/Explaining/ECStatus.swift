public import Days

/// The status of something for VAT reports.
///
/// Source: FreeAgent API documentation, “Bank Transaction Explanations”.
public enum ECStatus: String, Sendable, Hashable, Codable, CaseIterable {
  /// Of the United Kingdom, or outside the EC.
  case ukOrNonEC = "UK/Non-EC"
  /// Goods of the EC.
  case goods = "EC Goods"
  /// Services of the EC.
  case services = "EC Services"
  /// The reverse charge.
  case reverseCharge = "Reverse Charge"
  /// Digital services, taxed at the place of supply.
  case moss = "EC VAT MOSS"

  /// Whether only what a company supplies can have the status.
  ///
  /// That no purchase has it follows from the scheme, which is for suppliers, and from the list of expenses in
  /// FreeAgent's API documentation, which leaves it out.
  public var isOfSalesAlone: Bool { self == .moss }

  /// The first day after the United Kingdom left the VAT area of the EC.
  public static let boundary = "2021-01-01"

  /// Whether the status may be used for a day.
  ///
  /// Goods and services of the EC end with 2020 for Great Britain, not for Northern Ireland; the reverse
  /// charge begins with 2021.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - inNorthernIreland: whether the company is in Northern Ireland.
  public func isValid(on day: Day, inNorthernIreland: Bool) -> Bool {
    let isAfter = Day(Self.boundary).map { day >= $0 } ?? true
    return switch self {
    case .ukOrNonEC, .moss: true
    case .goods, .services: !isAfter || inNorthernIreland
    case .reverseCharge: isAfter
    }
  }

  /// Those that may be used for a day, in their order.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - inNorthernIreland: whether the company is in Northern Ireland.
  public static func valid(on day: Day, inNorthernIreland: Bool) -> [ECStatus] {
    allCases.filter { $0.isValid(on: day, inNorthernIreland: inNorthernIreland) }
  }
}
