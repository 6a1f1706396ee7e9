public import Days

/// How something is treated for VAT.
///
/// Source: gov.uk, “VAT rates”; FreeAgent API documentation, “Categories”, for the words.
public enum VATTreatment: String, Sendable, Hashable, Codable, CaseIterable {
  /// At the standard rate.
  case standard = "Standard rate"
  /// At the reduced rate.
  case reduced = "Reduced rate"
  /// At the zero rate.
  case zero = "Zero rate"
  /// Exempt: no rate.
  case exempt = "Exempt"
  /// Outside the scope of VAT: no rate.
  case outsideTheScope = "Outside of the scope of VAT"

  /// The first day for which the rates are known here: the standard rate has been 20 % since.
  public static let knownFrom = "2011-01-04"

  /// The rate on a day; nil if there is none, or if the day is before ``knownFrom``.
  public func rate(on day: Day) -> VATRate? {
    guard let first = Day(Self.knownFrom), day >= first else { return nil }
    return switch self {
    case .standard: .standard
    case .reduced: .reduced
    case .zero: .zero
    case .exempt, .outsideTheScope: nil
    }
  }
}

/// When a company is registered for VAT.
public struct VATRegistration: Sendable, Hashable, Codable {
  /// The first day; nil if it never was, or if the day is not known.
  public var from: Day?

  /// The first day on which it no longer is; nil if it still is.
  public var until: Day?

  /// Makes a registration.
  public init(from: Day?, until: Day? = nil) {
    self.from = from
    self.until = until
  }

  /// A company that is not registered.
  public static let none = VATRegistration(from: nil)

  /// A company that is always registered: one elsewhere, whose sales tax has no registration here.
  public static let always = VATRegistration(from: Day(year: 1, month: 1, day: 1))

  /// Whether the company is registered on a day.
  public func contains(_ day: Day) -> Bool {
    guard let from, day >= from else { return false }
    return until.map { day < $0 } ?? true
  }
}
