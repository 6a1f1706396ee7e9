// What each word declares is explained once, at `FreeAgent.Word`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FreeAgent {
  /// What kind of company it is.
  public struct CompanyType: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A limited company of the United Kingdom.
    public static let ukLimitedCompany: Self = "UkLimitedCompany"
    /// A limited liability partnership.
    public static let ukLimitedLiabilityPartnership: Self = "UkLimitedLiabilityPartnership"
    /// A partnership.
    public static let ukPartnership: Self = "UkPartnership"
    /// A sole trader.
    public static let ukSoleTrader: Self = "UkSoleTrader"
    /// A landlord; only it has properties.
    public static let ukUnincorporatedLandlord: Self = "UkUnincorporatedLandlord"
    /// A limited liability company of the United States.
    public static let usLimitedLiabilityCompany: Self = "UsLimitedLiabilityCompany"
    /// A partnership of the United States.
    public static let usPartnership: Self = "UsPartnership"
    /// A sole proprietor of the United States.
    public static let usSoleProprietor: Self = "UsSoleProprietor"
    /// A C corporation of the United States.
    public static let usCCorp: Self = "UsCCorp"
    /// An S corporation of the United States.
    public static let usSCorp: Self = "UsSCorp"
    /// A company elsewhere.
    public static let universalCompany: Self = "UniversalCompany"
  }
}

extension FreeAgent {
  /// In what a company measures distances.
  public struct MileageUnits: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Miles.
    public static let miles: Self = "miles"
    /// Kilometres.
    public static let kilometres: Self = "kilometers"
  }
}

extension FreeAgent {
  /// Whether a company is registered for VAT, or another sales tax.
  public struct SalesTaxRegistrationStatus: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Registered.
    public static let registered: Self = "Registered"
    /// Not registered.
    public static let notRegistered: Self = "Not Registered"
    /// It has applied; named in the product, not in the API’s pages.
    public static let appliedFor: Self = "Registration Applied For"
    /// No longer; named in the product, not in the API’s pages.
    public static let deregistered: Self = "De-registered"
  }
}

extension FreeAgent {
  /// When VAT is due.
  public struct VATBasis: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// With the invoice.
    public static let invoice: Self = "Invoice"
    /// With the payment.
    public static let cash: Self = "Cash"
  }
}
