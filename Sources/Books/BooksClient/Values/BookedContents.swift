public import Books
public import Days
public import FreeAgentAPI
public import Money

/// What explanations of transactions and claims of expenses say alike.
public protocol BookedContents: Sendable, Codable {
  /// The day on which the books have the amount.
  var day: Day { get }
  /// The category; nil if it has none.
  var category: NominalCode? { get }
  /// Whether its VAT is that of a sale.
  var isSale: Bool { get }
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

extension ExplanationContents: BookedContents {
  /// Whether its VAT is that of a sale, which follows from the kind and the category.
  public var isSale: Bool { kind.isSale(under: category) }
}

extension ExpenseContents: BookedContents {
  /// No expense is a sale.
  public var isSale: Bool { false }
}

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
  /// What the company lets; nil if it is no landlord, empty if that cannot be listed.
  var properties: [BookThing<FreeAgent.Property>]? { get }
}

extension BookedSetting {
  /// The category of a code; nil if there is none.
  public func category(_ code: NominalCode?) -> BookCategory? {
    categories.first { $0.code == code }
  }
}

extension BookedContents {
  /// How its VAT is worked out.
  ///
  /// - Parameter setting: what has the categories.
  public func supply(in setting: some BookedSetting) -> SupplyVAT {
    let usual = setting.company.usualVAT(of: setting.category(category))
    return SupplyVAT(of: ecStatus, isSale: isSale, usual: usual, on: day)
  }
}

extension ExplanationSetting: BookedSetting {}
extension ExpenseFacts: BookedSetting {}
