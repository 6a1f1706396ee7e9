public import Books
public import FreeAgentAPI
public import Money

/// What explanations of transactions and claims of expenses say alike.
public protocol BookedContents: Sendable, Codable {
  /// The status for VAT reports.
  var ecStatus: ECStatus? { get set }
  /// The project whose customer pays.
  var project: BookID<FreeAgent.Project>? { get set }
  /// How that customer is billed.
  var rebilling: ExplanationDraft.Rebilling? { get set }
  /// How many per cent more, or the price, if it is not at cost.
  var rebillFactor: ExactDecimal? { get set }
  /// What was bought or sold.
  var stock: BookID<FreeAgent.StockItem>? { get set }
  /// How much of it.
  var quantity: Int? { get set }
  /// The property, for a landlord.
  var property: BookID<FreeAgent.Property>? { get set }
}

extension ExplanationContents: BookedContents {}
extension ExpenseContents: BookedContents {}

/// What the books have that explanations and claims can name.
public protocol BookedSetting: Sendable {
  /// The company.
  var company: BookCompany { get }
  /// The categories.
  var categories: [BookCategory] { get }
  /// The projects whose customers may pay.
  var projects: [BookThing<FreeAgent.Project>] { get }
  /// What is in stock.
  var stock: [BookThing<FreeAgent.StockItem>] { get }
}

extension BookedSetting {
  /// The category of a code; nil if there is none.
  public func category(_ code: NominalCode?) -> BookCategory? {
    categories.first { $0.code == code }
  }
}

extension ExplanationSetting: BookedSetting {}
extension ExpenseFacts: BookedSetting {}
