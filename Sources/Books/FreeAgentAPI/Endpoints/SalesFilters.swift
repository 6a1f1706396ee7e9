// What each filter declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import ServiceBasics

extension FreeAgent {
  /// What a list of notes is narrowed by; it must have one of the two.
  public struct NoteFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Those about a contact.
      public let contact = Field<Link<Contact>>("contact")
      /// Those about a project.
      public let project = Field<Link<Project>>("project")
    }
  }
}

extension FreeAgent {
  /// What a list of price list items is narrowed by.
  public struct PriceListItemFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// In which order; by `created_at` if it is left out.
      public let sort = Field<Sort>("sort")
    }
  }
}

extension FreeAgent {
  /// What a list of recurring invoices is narrowed by.
  public struct RecurringInvoiceFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Only those of one status, such as the active.
      public let view = Field<RecurringInvoiceView>("view")
      /// Those for a contact.
      public let contact = Field<Link<Contact>>("contact")
      /// Those of a project; the page does not have it, and clients use it.
      public let project = Field<Link<Project>>("project")
    }
  }
}

extension FreeAgent {
  /// What a list of credit note reconciliations is narrowed by.
  public struct CreditNoteReconciliationFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// From a day on.
      public let fromDate = Field<Day>("from_date")
      /// Up to a day, that included.
      public let toDate = Field<Day>("to_date")
      /// Those that changed at that time or later.
      public let updatedSince = Field<Timestamp>("updated_since")
    }
  }
}
