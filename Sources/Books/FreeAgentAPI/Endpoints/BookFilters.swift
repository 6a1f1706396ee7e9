// What each filter declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import ServiceBasics

extension FreeAgent {
  /// What a list of bank accounts is narrowed by.
  public struct BankAccountFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Only accounts of one kind, such as credit cards.
      public let view = Field<BankAccountView>("view")
    }
  }
}

extension FreeAgent {
  /// What a list of transactions is narrowed by; it must have the account.
  public struct BankTransactionFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// The account; its number alone is taken as well.
      public let bankAccount = Field<Link<BankAccount>>("bank_account", .required)
      /// From a day on.
      public let fromDate = Field<Day>("from_date")
      /// Up to a day, that included.
      public let toDate = Field<Day>("to_date")
      /// Those that changed at that time or later.
      public let updatedSince = Field<Timestamp>("updated_since")
      /// Only those of one sort, such as the unexplained; all if it is left out.
      public let view = Field<TransactionView>("view")
      /// Whether only those of the last statement are wanted.
      public let lastUploaded = Field<Bool>("last_uploaded")
    }
  }
}

extension FreeAgent {
  /// What a list of explanations is narrowed by; it must have the account.
  public struct ExplanationFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// The account; its number alone is taken as well.
      public let bankAccount = Field<Link<BankAccount>>("bank_account", .required)
      /// From a day on.
      public let fromDate = Field<Day>("from_date")
      /// Up to a day, that included.
      public let toDate = Field<Day>("to_date")
      /// Those that changed at that time or later.
      public let updatedSince = Field<Timestamp>("updated_since")
    }
  }
}

extension FreeAgent {
  /// What a list of expenses is narrowed by.
  public struct ExpenseFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Only the recent, or only the recurring ones.
      public let view = Field<ExpenseView>("view")
      /// From a day on.
      public let fromDate = Field<Day>("from_date")
      /// Up to a day, that included.
      public let toDate = Field<Day>("to_date")
      /// Those that changed at that time or later.
      public let updatedSince = Field<Timestamp>("updated_since")
      /// Those of a project.
      public let project = Field<Link<Project>>("project")
      /// Those of a user; the pages do not have it, and clients use it.
      public let user = Field<Link<User>>("user")
    }
  }
}

extension FreeAgent {
  /// What a list of bills is narrowed by.
  public struct BillFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Only those of one sort, such as the open.
      public let view = Field<InvoiceView>("view")
      /// From a day on.
      public let fromDate = Field<Day>("from_date")
      /// Up to a day, that included.
      public let toDate = Field<Day>("to_date")
      /// Those that changed at that time or later.
      public let updatedSince = Field<Timestamp>("updated_since")
      /// Whether they have their lines.
      public let nestedBillItems = Field<Bool>("nested_bill_items")
      /// Those of a contact.
      public let contact = Field<Link<Contact>>("contact")
      /// Those of a project.
      public let project = Field<Link<Project>>("project")
    }
  }
}

extension FreeAgent {
  /// What a list of projects is narrowed by.
  public struct ProjectFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Only those of one status, such as the active.
      public let view = Field<ProjectView>("view")
      /// In which order.
      public let sort = Field<Sort>("sort")
      /// Those that changed at that time or later.
      public let updatedSince = Field<Timestamp>("updated_since")
      /// Those of a contact.
      public let contact = Field<Link<Contact>>("contact")
      /// Whether they have their contacts.
      public let nested = Field<Bool>("nested")
    }
  }
}

extension FreeAgent {
  /// What a list of stock items is narrowed by.
  public struct StockItemFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// In which order.
      public let sort = Field<Sort>("sort")
    }
  }
}

extension FreeAgent {
  /// What a list of capital assets is narrowed by.
  public struct CapitalAssetFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Only those that were disposed of, or that still can be.
      public let view = Field<CapitalAssetView>("view")
      /// Whether they have their history.
      public let includeHistory = Field<Bool>("include_history")
    }
  }
}

extension FreeAgent {
  /// What a list is narrowed by that cannot be narrowed: nothing.
  public struct NoFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query: none.
    public struct Fields: Sendable {}
  }
}
