// What each word declares is explained once, at `FreeAgent.Word`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FreeAgent {
  /// What somebody went by.
  public struct VehicleType: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A car or van.
    public static let car: Self = "Car"
    /// A motorcycle.
    public static let motorcycle: Self = "Motorcycle"
    /// A bicycle.
    public static let bicycle: Self = "Bicycle"
  }
}

extension FreeAgent {
  /// What an engine runs on.
  public struct EngineType: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Petrol; the default.
    public static let petrol: Self = "Petrol"
    /// Diesel.
    public static let diesel: Self = "Diesel"
    /// Liquefied petroleum gas.
    public static let lpg: Self = "LPG"
    /// Electricity; until August 2025.
    public static let electric: Self = "Electric"
    /// Electricity of one’s own; from September 2025.
    public static let electricHome: Self = "Electric (Home charger)"
    /// Electricity of a public charger; from September 2025.
    public static let electricPublic: Self = "Electric (Public charger)"
  }
}

extension FreeAgent {
  /// How often an expense, a bill or an invoice comes again.
  public struct Recurrence: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Every week.
    public static let weekly: Self = "Weekly"
    /// Every two weeks.
    public static let twoWeekly: Self = "Two Weekly"
    /// Every four weeks.
    public static let fourWeekly: Self = "Four Weekly"
    /// Every month; of invoices alone.
    public static let monthly: Self = "Monthly"
    /// Every two months.
    public static let twoMonthly: Self = "Two Monthly"
    /// Every three months.
    public static let quarterly: Self = "Quarterly"
    /// Every six months.
    public static let biannually: Self = "Biannually"
    /// Every year.
    public static let annually: Self = "Annually"
    /// Every two years.
    public static let twoYearly: Self = "2-Yearly"
  }
}

extension FreeAgent {
  /// Which expenses are listed.
  public struct ExpenseView: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The recent ones.
    public static let recent: Self = "recent"
    /// Those that come again.
    public static let recurring: Self = "recurring"
  }
}

extension FreeAgent {
  /// The VAT that a category usually has.
  public struct AutomaticSalesTaxRate: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// None: it is outside the scope.
    public static let outsideTheScope: Self = "Outside of the scope of VAT"
    /// The zero rate.
    public static let zero: Self = "Zero rate"
    /// The reduced rate.
    public static let reduced: Self = "Reduced rate"
    /// The standard rate.
    public static let standard: Self = "Standard rate"
    /// None: it is exempt.
    public static let exempt: Self = "Exempt"
  }
}

extension FreeAgent {
  /// Which group a category of one’s own is in.
  public struct CategoryGroup: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Income: 001 to 049.
    public static let income: Self = "income"
    /// Cost of sales: 096 to 199.
    public static let costOfSales: Self = "cost_of_sales"
    /// Administration: 200 to 399.
    public static let adminExpenses: Self = "admin_expenses"
    /// Current assets: 671 to 720.
    public static let currentAssets: Self = "current_assets"
    /// Liabilities: 731 to 780.
    public static let liabilities: Self = "liabilities"
    /// Equity: 921 to 960.
    public static let equity: Self = "equities"
  }
}
