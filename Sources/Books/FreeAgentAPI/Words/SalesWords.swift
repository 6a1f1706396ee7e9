// What each word declares is explained once, at `FreeAgent.Word`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FreeAgent {
  /// The VAT of a price list item, in the United Kingdom.
  public struct ItemVATStatus: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// None: it is outside the scope; the default.
    public static let outOfScope: Self = "out_of_scope"
    /// The reduced rate.
    public static let reduced: Self = "reduced"
    /// The standard rate.
    public static let standard: Self = "standard"
    /// The zero rate.
    public static let zero: Self = "zero"
  }
}

extension FreeAgent {
  /// Whether invoices are made from a recurring one.
  public struct RecurringInvoiceStatus: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not yet.
    public static let draft: Self = "Draft"
    /// They are.
    public static let active: Self = "Active"
  }
}

extension FreeAgent {
  /// Which recurring invoices are listed.
  public struct RecurringInvoiceView: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Those from which no invoice is made yet.
    public static let draft: Self = "draft"
    /// Those from which invoices are made.
    public static let active: Self = "active"
    /// Those from which no more invoices are made.
    public static let inactive: Self = "inactive"
  }
}
