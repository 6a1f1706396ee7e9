/// What somebody goes by.
public enum Vehicle: String, Sendable, Hashable, Codable, CaseIterable {
  /// A car or a van.
  case car = "Car"
  /// A motorcycle.
  case motorcycle = "Motorcycle"
  /// A bicycle.
  case bicycle = "Bicycle"

  /// Whether people of such a company may claim for it.
  ///
  /// Sole traders and partners cannot claim for bicycles. Source: FreeAgent, support article 115001223124.
  public func isAllowed(in company: CompanyKind) -> Bool {
    self != .bicycle || ![.soleTrader, .partnership].contains(company)
  }
}

/// What kind of company it is, as far as rules differ by it.
public enum CompanyKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// A limited company, or a limited liability partnership.
  case limited
  /// A partnership.
  case partnership
  /// A sole trader.
  case soleTrader
  /// A landlord who is no company.
  case landlord
  /// A company elsewhere.
  case other
}

extension CompanyKind {
  /// Whether it is a company of the United Kingdom, whose taxes are known here.
  public var isBritish: Bool { self != .other }

  /// The kind of a type of company, by the service’s word for it, such as `UkLimitedCompany`.
  ///
  /// Source: FreeAgent API documentation, “Company”.
  public init(type word: String?) {
    self =
      switch word {
      case "UkLimitedCompany", "UkLimitedLiabilityPartnership": .limited
      case "UkPartnership": .partnership
      case "UkSoleTrader": .soleTrader
      case "UkUnincorporatedLandlord": .landlord
      default: .other
      }
  }
}
