// What each word declares is explained once, at `FreeAgent.Word`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FreeAgent {
  /// How far an invoice has come.
  public struct InvoiceStatus: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not sent.
    public static let draft: Self = "Draft"
    /// It will be sent.
    public static let scheduledToEmail: Self = "Scheduled To Email"
    /// Sent, not yet due.
    public static let open: Self = "Open"
    /// Sent, with nothing to pay.
    public static let zeroValue: Self = "Zero Value"
    /// Sent, and due.
    public static let overdue: Self = "Overdue"
    /// Paid.
    public static let paid: Self = "Paid"
    /// More was paid than is due.
    public static let overpaid: Self = "Overpaid"
    /// Paid back.
    public static let refunded: Self = "Refunded"
    /// Nobody expects it to be paid.
    public static let writtenOff: Self = "Written-off"
    /// Nobody expects the rest to be paid.
    public static let partWrittenOff: Self = "Part written-off"
  }
}

extension FreeAgent {
  /// How far a credit note has come.
  public struct CreditNoteStatus: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not sent.
    public static let draft: Self = "Draft"
    /// Sent, not yet due.
    public static let open: Self = "Open"
    /// Sent, and due.
    public static let overdue: Self = "Overdue"
    /// Paid.
    public static let refunded: Self = "Refunded"
    /// Nobody expects it to be paid.
    public static let writtenOff: Self = "Written-off"
  }
}

extension FreeAgent {
  /// How far an estimate has come.
  public struct EstimateStatus: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not sent.
    public static let draft: Self = "Draft"
    /// Sent.
    public static let sent: Self = "Sent"
    /// Sent, and waited for.
    public static let open: Self = "Open"
    /// Accepted.
    public static let approved: Self = "Approved"
    /// Not accepted.
    public static let rejected: Self = "Rejected"
    /// There is an invoice of it.
    public static let invoiced: Self = "Invoiced"
  }
}

extension FreeAgent {
  /// What an estimate is called.
  public struct EstimateType: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An estimate.
    public static let estimate: Self = "Estimate"
    /// A quote.
    public static let quote: Self = "Quote"
    /// A proposal.
    public static let proposal: Self = "Proposal"
  }
}

extension FreeAgent {
  /// What a line of a document counts.
  public struct ItemType: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Hours.
    public static let hours: Self = "Hours"
    /// Days.
    public static let days: Self = "Days"
    /// Weeks.
    public static let weeks: Self = "Weeks"
    /// Months.
    public static let months: Self = "Months"
    /// Years.
    public static let years: Self = "Years"
    /// Products.
    public static let products: Self = "Products"
    /// Services.
    public static let services: Self = "Services"
    /// Training.
    public static let training: Self = "Training"
    /// Expenses.
    public static let expenses: Self = "Expenses"
    /// Nothing: it is a text.
    public static let comment: Self = "Comment"
    /// Bills.
    public static let bills: Self = "Bills"
    /// A discount.
    public static let discount: Self = "Discount"
    /// A credit.
    public static let credit: Self = "Credit"
    /// VAT.
    public static let vat: Self = "VAT"
    /// Stock.
    public static let stock: Self = "Stock"
    /// Nothing of the others.
    public static let none: Self = ""
    /// Nothing of the others, as estimates and bills say it; invoices and credit notes may.
    public static let noUnit: Self = "-no unit-"
    /// A text, as estimates say it.
    public static let comments: Self = "Comments"
  }
}

extension FreeAgent {
  /// Whether VAT is due.
  public struct SalesTaxStatus: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// At a rate, which may be zero.
    public static let taxable: Self = "TAXABLE"
    /// Exempt.
    public static let exempt: Self = "EXEMPT"
    /// Outside the scope of VAT.
    public static let outOfScope: Self = "OUT_OF_SCOPE"
  }
}

extension FreeAgent {
  /// The status for VAT reports.
  public struct ECStatus: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Of the United Kingdom, or outside the EC.
    public static let ukOrNonEC: Self = "UK/Non-EC"
    /// Goods of the EC; not from 2021 for Great Britain.
    public static let ecGoods: Self = "EC Goods"
    /// Services of the EC; not from 2021 for Great Britain.
    public static let ecServices: Self = "EC Services"
    /// The reverse charge; from 2021.
    public static let reverseCharge: Self = "Reverse Charge"
    /// Digital services, taxed at the place of supply.
    public static let ecVATMOSS: Self = "EC VAT MOSS"
  }
}

extension FreeAgent {
  /// Which invoices or credit notes are listed; ``lastMonths(_:)`` makes further ones.
  public struct InvoiceView: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of them; the default.
    public static let all: Self = "all"
    /// Those that are new, open or overdue.
    public static let recentOpenOrOverdue: Self = "recent_open_or_overdue"
    /// The open ones.
    public static let open: Self = "open"
    /// The overdue ones.
    public static let overdue: Self = "overdue"
    /// The open and overdue ones.
    public static let openOrOverdue: Self = "open_or_overdue"
    /// The drafts.
    public static let draft: Self = "draft"
    /// The paid ones.
    public static let paid: Self = "paid"
    /// The refunded ones; credit notes alone.
    public static let refunded: Self = "refunded"
    /// Those that will be sent.
    public static let scheduledToEmail: Self = "scheduled_to_email"
    /// Those with a thank-you to send.
    public static let thankYouEmails: Self = "thank_you_emails"
    /// Those with a reminder to send.
    public static let reminderEmails: Self = "reminder_emails"
    /// Those of so many months before today.
    public static func lastMonths(_ count: Int) -> Self { Self(rawValue: "last_\(count)_months") }
  }
}

extension FreeAgent {
  /// Which estimates are listed.
  public struct EstimateView: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The recent ones.
    public static let recent: Self = "recent"
    /// Drafts.
    public static let draft: Self = "draft"
    /// All but drafts.
    public static let nonDraft: Self = "non_draft"
    /// Sent ones.
    public static let sent: Self = "sent"
    /// Accepted ones.
    public static let approved: Self = "approved"
    /// Those that were not accepted.
    public static let rejected: Self = "rejected"
    /// Those that became an invoice.
    public static let invoiced: Self = "invoiced"
  }
}
