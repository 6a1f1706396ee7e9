import Books
import FreeAgentAPI
import GRDB

/// What lines may count.
///
/// Source: the tables of items in the pages “Invoices”, “Credit Notes”, “Estimates”, “Bills” and “Price
/// List Items”.
enum LineUnits {
  /// Spans of time, whose lines may do without a price.
  static let timed: Set<FreeAgent.ItemType> = [.hours, .days, .weeks, .months, .years]

  /// Those of invoices, credit notes and the price list; the tables of the first two lack the word for no
  /// unit, which the service takes (a staff answer, api-discuss.freeagent.com/t/420).
  static let sales = timed.union([
    .products, .services, .training, .expenses, .comment, .bills, .discount, .credit, .vat, .stock,
    .noUnit,
  ])

  /// Those of bills.
  static let bills = timed.union([.products, .services, .training, .stock, .noUnit])

  /// Those of a kind of document; estimates have a word of their own.
  static func of(_ kind: DocumentKind) -> Set<FreeAgent.ItemType> {
    kind == .estimate ? sales.union([.comments]) : sales
  }
}

extension Ledger {
  /// The category of a line that is sold and names none.
  static let usualSalesCategory = "001"

  /// The code of the category of a line that is sold; nil if the line names none.
  ///
  /// - Throws: 422 if there is no such category, or it is not one of income.
  func salesCategory(_ link: FreeAgent.Link<FreeAgent.Category>?) throws -> String? {
    guard let link, !link.url.isEmpty else { return nil }
    guard let category = try category(link) else {
      throw FreeAgent.Failure.unprocessable("Category not found")
    }
    guard category.code.group == .income else {
      throw FreeAgent.Failure.invalid("category", "must be an income category")
    }
    return category.storedCode
  }

  /// Checks what a line of a document counts, and that it has a price unless it counts time.
  ///
  /// - Parameters:
  ///   - line: the members of the line, as they will be kept.
  ///   - kind: the kind of the document.
  func requireUnitAndPrice(of line: [String: FreeAgent.JSON], in kind: DocumentKind) throws {
    let unit = line[ItemFields.unit.name].flatMap { FreeAgent.ItemType(member: $0) }
    if let unit, !unit.rawValue.isEmpty, !LineUnits.of(kind).contains(unit) {
      throw FreeAgent.Failure.invalid("item_type", "is not included in the list")
    }
    guard line["price"] == nil else { return }
    guard let unit, LineUnits.timed.contains(unit) else { throw FreeAgent.Failure.blank("price") }
  }

  /// Checks that the projects of a document and of its lines are projects of its contact.
  func requireOwnProjects(of document: Int64) throws {
    let isForeign = try exists(
      """
      SELECT 1 FROM document AS d JOIN project AS p ON p.contact <> d.contact
      WHERE d.id = :id AND (p.id = d.project
        OR p.id IN (SELECT project FROM documentItem WHERE document = :id))
      """, ["id": document])
    guard !isForeign else {
      throw FreeAgent.Failure.invalid("project", "must belong to the contact")
    }
  }
}
