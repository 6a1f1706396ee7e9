extension FreeAgent {
  /// What an explanation says was paid: an invoice, or a credit note.
  public enum PaidDocument: Addressed {
    /// Invoices and credit notes.
    public static let collections = ["invoices", "credit_notes"]
  }
}

extension FreeAgent.Link where Target == FreeAgent.PaidDocument {
  /// An invoice as what was paid.
  public init(_ invoice: FreeAgent.Link<FreeAgent.Invoice>) { self.init(url: invoice.url) }

  /// A credit note as what was paid.
  public init(_ creditNote: FreeAgent.Link<FreeAgent.CreditNote>) { self.init(url: creditNote.url) }
}

extension FreeAgent.Link where Target == FreeAgent.Category {
  /// What is in place of a category in an expense for mileage; it is no address.
  public static let mileage = Self(url: "Mileage")
}
