// What each word declares is explained once, at `FreeAgent.Word`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FreeAgent {
  /// By what a list is sorted; `-` in front turns it round.
  public struct Sort: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// By when something was made, the oldest first.
    public static let created: Self = "created_at"
    /// By when something changed, the oldest change first.
    public static let updated: Self = "updated_at"
    /// By name, if the records have one.
    public static let name: Self = "name"

    /// The other way round.
    public var descending: Self {
      rawValue.hasPrefix("-") ? self : Self(rawValue: "-\(rawValue)")
    }
  }
}

extension FreeAgent {
  /// Which projects are listed.
  public struct ProjectView: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Those that go on.
    public static let active: Self = "active"
    /// Those that are done.
    public static let completed: Self = "completed"
    /// Those that were given up.
    public static let cancelled: Self = "cancelled"
    /// The hidden ones.
    public static let hidden: Self = "hidden"
  }
}

extension FreeAgent {
  /// Which timeslips are listed.
  public struct TimeslipView: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of them.
    public static let all: Self = "all"
    /// Those that are on no invoice.
    public static let unbilled: Self = "unbilled"
    /// Those whose timers run.
    public static let running: Self = "running"
  }
}

extension FreeAgent {
  /// Which capital assets are listed.
  public struct CapitalAssetView: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of them.
    public static let all: Self = "all"
    /// Those that were sold or given away.
    public static let disposed: Self = "disposed"
    /// Those that still can be.
    public static let disposable: Self = "disposable"
  }
}

extension FreeAgent {
  /// How far a bill has come.
  public struct BillStatus: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is nothing to pay.
    public static let zeroValue: Self = "Zero Value"
    /// Not yet due.
    public static let open: Self = "Open"
    /// Paid.
    public static let paid: Self = "Paid"
    /// Due.
    public static let overdue: Self = "Overdue"
    /// Paid back.
    public static let refunded: Self = "Refunded"
  }
}

extension FreeAgent {
  /// Whether a project goes on.
  public struct ProjectStatus: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It does.
    public static let active: Self = "Active"
    /// It is done.
    public static let completed: Self = "Completed"
    /// It was given up.
    public static let cancelled: Self = "Cancelled"
    /// It is hidden.
    public static let hidden: Self = "Hidden"
  }
}
