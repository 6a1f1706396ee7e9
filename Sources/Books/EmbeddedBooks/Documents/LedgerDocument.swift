import Days
import FreeAgentAPI
import Money

/// What a document is; its raw value is what the tables have.
enum DocumentKind: String, CaseIterable {
  case invoice
  case creditNote = "credit_note"
  case estimate

  /// The kinds that are numbered in one sequence with it.
  ///
  /// Source: the page “Credit Notes”, whose references are in the global sequence of invoices.
  var sequence: [DocumentKind] { self == .estimate ? [.estimate] : [.invoice, .creditNote] }

  /// How people call it, such as in the subject of an e-mail.
  var name: String {
    switch self {
    case .invoice: "Invoice"
    case .creditNote: "Credit note"
    case .estimate: "Estimate"
    }
  }
}

/// A document, as the three kinds are kept alike.
protocol LedgerDocument: FreeAgent.Document {
  /// The lines' record.
  associatedtype Item: FreeAgent.Record & FreeAgent.Addressed

  static var kind: DocumentKind { get }
}

extension FreeAgent.Invoice: LedgerDocument {
  typealias Item = FreeAgent.InvoiceItem
  static var kind: DocumentKind { .invoice }
}

extension FreeAgent.CreditNote: LedgerDocument {
  typealias Item = FreeAgent.CreditNoteItem
  static var kind: DocumentKind { .creditNote }
}

extension FreeAgent.Estimate: LedgerDocument {
  typealias Item = FreeAgent.EstimateItem
  static var kind: DocumentKind { .estimate }
}

extension LedgerDocument {
  /// The member that its lines are.
  static var itemsName: String { "\(kind.rawValue)_items" }

  /// The lines of a body, as they came; nil if it has none.
  var items: [Item]? {
    get throws {
      guard let member = members[Self.itemsName], member != .null else { return nil }
      guard case .list(let list) = member, list.count <= Self.largestCount else {
        throw FreeAgent.Failure.invalid(Self.itemsName, "is not valid")
      }
      return try list.map { try Call.record($0, named: Self.itemsName) }
    }
  }

  private static var largestCount: Int { 500 }
}

/// The members that all documents have, or that are nil in those that do not.
enum DocumentFields {
  static let contact = FreeAgent.Field<FreeAgent.Link<FreeAgent.Contact>>("contact")
  static let project = FreeAgent.Field<FreeAgent.Link<FreeAgent.Project>>("project")
  static let property = FreeAgent.Field<FreeAgent.Link<FreeAgent.Property>>("property")
  static let bankAccount = FreeAgent.Field<FreeAgent.Link<FreeAgent.BankAccount>>("bank_account")
  static let invoice = FreeAgent.Field<FreeAgent.Link<FreeAgent.Invoice>>("invoice")
  static let reference = FreeAgent.Field<String>("reference")
  static let status = FreeAgent.Field<String>("status")
  static let longStatus = FreeAgent.Field<String>("long_status")
  static let contactName = FreeAgent.Field<String>("contact_name")
  static let currency = FreeAgent.Field<String>("currency")
  static let datedOn = FreeAgent.Field<Day>("dated_on")
  static let dueOn = FreeAgent.Field<Day>("due_on")
  static let terms = FreeAgent.Field<Int>("payment_terms_in_days")
  static let exchangeRate = FreeAgent.Field<ExactDecimal>("exchange_rate")
  static let net = FreeAgent.Field<ExactDecimal>("net_value")
  static let tax = FreeAgent.Field<ExactDecimal>("sales_tax_value")
  static let total = FreeAgent.Field<ExactDecimal>("total_value")
  static let due = FreeAgent.Field<ExactDecimal>("due_value")
  static let projectIDs = FreeAgent.Field<[String]>("project_ids")
  static let includeTimeslips = FreeAgent.Field<String>("include_timeslips")
  static let includeExpenses = FreeAgent.Field<String>("include_expenses")
  static let includeEstimates = FreeAgent.Field<String>("include_estimates")
  static let recurringInvoice = FreeAgent.Field<FreeAgent.Link<FreeAgent.RecurringInvoice>>(
    "recurring_invoice")
  static let involvesTax = FreeAgent.Field<Bool>("involves_sales_tax")
  static let writtenOffOn = FreeAgent.Field<Day>("written_off_date")

  /// What is kept in columns of its own.
  static let columns: Set<String> = [
    "contact", "project", "property", "bank_account", "invoice", "reference", "status", "currency",
    "exchange_rate", "dated_on", "due_on", "invoice_items", "credit_note_items", "estimate_items",
  ]
}

/// The members that all lines have.
enum ItemFields {
  static let id = FreeAgent.Field<Int>("id")
  static let unit = FreeAgent.Field<FreeAgent.ItemType>("item_type")
  static let quantity = FreeAgent.Field<ExactDecimal>("quantity")
  static let suffersCISDeduction = FreeAgent.Field<Bool>("suffers_cis_deduction")
  static let position = FreeAgent.Field<FreeAgent.BareNumber>("position")
  static let rate = FreeAgent.Field<ExactDecimal>("sales_tax_rate")
  static let status = FreeAgent.Field<FreeAgent.SalesTaxStatus>("sales_tax_status")
  static let category = FreeAgent.Field<FreeAgent.Link<FreeAgent.Category>>("category")
  static let stockItem = FreeAgent.Field<FreeAgent.Link<FreeAgent.StockItem>>("stock_item")
  static let project = FreeAgent.Field<FreeAgent.Link<FreeAgent.Project>>("project")
  static let tax = FreeAgent.Field<ExactDecimal>("sales_tax_value")

  /// What is kept in columns of its own.
  static let columns: Set<String> = ["position", "category", "stock_item", "project"]
}
