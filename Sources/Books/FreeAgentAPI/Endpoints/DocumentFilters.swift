// What each filter declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import ServiceBasics

extension FreeAgent {
  /// What a list of users is narrowed by.
  public struct UserFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Which ones; all, hidden ones included, if it is left out.
      public let view = Field<UserView>("view")
    }
  }
}

extension FreeAgent {
  /// What a list of contacts is narrowed by.
  public struct ContactFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Which ones; active ones if it is left out.
      public let view = Field<ContactView>("view")
      /// In which order; by name too.
      public let sort = Field<Sort>("sort")
      /// Those that changed at that time or later.
      public let updatedSince = Field<Timestamp>("updated_since")
    }
  }
}

extension FreeAgent {
  /// What a list of invoices is narrowed by.
  public struct InvoiceFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Only those of one sort, such as the drafts; all if it is left out.
      public let view = Field<InvoiceView>("view")
      /// Those that changed at that time or later.
      public let updatedSince = Field<Timestamp>("updated_since")
      /// In which order; by `created_at` if it is left out.
      public let sort = Field<Sort>("sort")
      /// Whether they have their lines.
      public let nestedInvoiceItems = Field<Bool>("nested_invoice_items")
      /// Those of a contact.
      public let contact = Field<Link<Contact>>("contact")
      /// Those of a project.
      public let project = Field<Link<Project>>("project")
    }
  }
}

extension FreeAgent {
  /// What a list of credit notes is narrowed by.
  public struct CreditNoteFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Only those of one sort, such as the drafts.
      public let view = Field<InvoiceView>("view")
      /// Those that changed at that time or later.
      public let updatedSince = Field<Timestamp>("updated_since")
      /// In which order.
      public let sort = Field<Sort>("sort")
      /// Whether they have their lines.
      public let nestedCreditNoteItems = Field<Bool>("nested_credit_note_items")
      /// Those of a contact.
      public let contact = Field<Link<Contact>>("contact")
      /// Those of a project.
      public let project = Field<Link<Project>>("project")
    }
  }
}

extension FreeAgent {
  /// What a list of estimates is narrowed by.
  public struct EstimateFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Only those of one sort, such as the drafts.
      public let view = Field<EstimateView>("view")
      /// From a day on.
      public let fromDate = Field<Day>("from_date")
      /// Up to a day, that included.
      public let toDate = Field<Day>("to_date")
      /// Those that changed at that time or later.
      public let updatedSince = Field<Timestamp>("updated_since")
      /// Whether they have their lines.
      public let nestedEstimateItems = Field<Bool>("nested_estimate_items")
      /// Those of a contact.
      public let contact = Field<Link<Contact>>("contact")
      /// Those of a project.
      public let project = Field<Link<Project>>("project")
      /// Only the estimate that this invoice was made of.
      public let invoice = Field<Link<Invoice>>("invoice")
    }
  }
}
