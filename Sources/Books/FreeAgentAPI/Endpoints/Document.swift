extension FreeAgent {
  /// An invoice, a credit note or an estimate: what is sent to a contact.
  ///
  /// One flow that sends documents serves all three.
  public protocol Document: Listed, Creatable, Updatable, Deletable {
    /// The transitions that such a document knows.
    static var transitions: [Transition] { get }
  }

  /// What a document can be made into.
  ///
  /// Source: the pages “Invoices”, “Credit Notes” and “Estimates”.
  public struct Transition: Word {
    /// The service's word.
    public let rawValue: String

    /// Takes a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sent, without an e-mail; an invoice that was written off is opened again.
    public static let markAsSent: Self = "mark_as_sent"
    /// To be sent by e-mail on its date; invoices alone.
    public static let markAsScheduled: Self = "mark_as_scheduled"
    /// A draft again.
    public static let markAsDraft: Self = "mark_as_draft"
    /// Written off; invoices alone, which must be overdue.
    public static let markAsCancelled: Self = "mark_as_cancelled"
    /// Accepted; estimates alone.
    public static let markAsApproved: Self = "mark_as_approved"
    /// Not accepted; estimates alone.
    public static let markAsRejected: Self = "mark_as_rejected"
    /// A credit note: the answer is that; invoices alone, a draft with a negative total.
    public static let convertToCreditNote: Self = "convert_to_credit_note"
    /// An invoice: the answer is that; estimates alone.
    public static let convertToInvoice: Self = "convert_to_invoice"
  }
}

extension FreeAgent.Invoice {
  /// Those that answer an invoice.
  public static let transitions: [FreeAgent.Transition] = [
    .markAsSent, .markAsScheduled, .markAsDraft, .markAsCancelled,
  ]
}

extension FreeAgent.CreditNote {
  /// All of them.
  public static let transitions: [FreeAgent.Transition] = [.markAsSent, .markAsDraft]
}

extension FreeAgent.Estimate {
  /// Those that answer an estimate.
  public static let transitions: [FreeAgent.Transition] = [
    .markAsSent, .markAsDraft, .markAsApproved, .markAsRejected,
  ]
}
