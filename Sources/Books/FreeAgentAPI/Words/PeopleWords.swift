// What each word declares is explained once, at `FreeAgent.Word`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FreeAgent {
  /// What a user is in the company.
  public struct Role: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The owner.
    public static let owner: Self = "Owner"
    /// A director.
    public static let director: Self = "Director"
    /// A partner.
    public static let partner: Self = "Partner"
    /// The company secretary.
    public static let companySecretary: Self = "Company Secretary"
    /// An employee.
    public static let employee: Self = "Employee"
    /// A shareholder.
    public static let shareholder: Self = "Shareholder"
    /// The accountant.
    public static let accountant: Self = "Accountant"
  }
}

extension FreeAgent {
  /// Which users are listed.
  public struct UserView: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of them.
    public static let all: Self = "all"
    /// Those of the company.
    public static let staff: Self = "staff"
    /// Those of the company that are not hidden.
    public static let activeStaff: Self = "active_staff"
    /// Advisers.
    public static let advisors: Self = "advisors"
    /// Advisers that are not hidden.
    public static let activeAdvisors: Self = "active_advisors"
  }
}

extension FreeAgent {
  /// Which contacts are listed.
  public struct ContactView: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of them.
    public static let all: Self = "all"
    /// Those that are not hidden; the default.
    public static let active: Self = "active"
    /// Those with invoices or estimates.
    public static let clients: Self = "clients"
    /// Those with bills.
    public static let suppliers: Self = "suppliers"
    /// Those with a project that goes on.
    public static let activeProjects: Self = "active_projects"
    /// Those with a project that is done.
    public static let completedProjects: Self = "completed_projects"
    /// Those that owe money.
    public static let openClients: Self = "open_clients"
    /// Those that are owed money.
    public static let openSuppliers: Self = "open_suppliers"
    /// The hidden ones.
    public static let hidden: Self = "hidden"
  }
}

extension FreeAgent {
  /// Whether a contact is offered.
  public struct ContactStatus: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The contact is offered.
    public static let active: Self = "Active"
    /// The contact is hidden.
    public static let hidden: Self = "Hidden"
  }
}

extension FreeAgent {
  /// When a contact’s invoices have VAT.
  public struct SalesTaxCharging: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// If the contact is in the VAT area of the United Kingdom and the company is registered.
    public static let automatic: Self = "Auto"
    /// Always.
    public static let always: Self = "Always"
    /// Never.
    public static let never: Self = "Never"
  }
}

extension FreeAgent {
  /// How far a contact’s direct debit mandate has come.
  public struct MandateState: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is being set up.
    public static let setUp: Self = "setup"
    /// It waits for the bank.
    public static let pending: Self = "pending"
    /// It is not in use.
    public static let inactive: Self = "inactive"
    /// It can be used.
    public static let active: Self = "active"
    /// It failed.
    public static let failed: Self = "failed"
  }
}

extension FreeAgent {
  /// What is deducted under the Construction Industry Scheme.
  public struct CISRate: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing.
    public static let gross: Self = "cis_gross"
    /// The standard rate.
    public static let standard: Self = "cis_standard"
    /// The higher rate.
    public static let higher: Self = "cis_higher"
  }
}
