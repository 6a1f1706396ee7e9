import Days
import FreeAgentAPI
import GRDB
import ServiceBasics

/// Rows of a table that meet conditions, in an order.
struct Selection {
  var table: Table
  var order: String
  private(set) var conditions: [String] = []
  private(set) var arguments = StatementArguments()

  init(_ table: Table, order: String) {
    self.table = table
    self.order = order
  }

  /// Adds a condition that must be met too.
  mutating func require(_ condition: String, _ arguments: StatementArguments = []) {
    conditions.append(condition)
    self.arguments += arguments
  }

  /// Requires a column to be something; passes if that is nil.
  mutating func require(_ column: String, is value: (any DatabaseValueConvertible)?) {
    guard let value else { return }
    require("\(column) = ?", [value])
  }

  /// Requires a column to be something at least; passes if that is nil.
  mutating func require(_ column: String, from value: (any DatabaseValueConvertible)?) {
    guard let value else { return }
    require("\(column) >= ?", [value])
  }

  /// Requires a column to be something at most; passes if that is nil.
  mutating func require(_ column: String, through value: (any DatabaseValueConvertible)?) {
    guard let value else { return }
    require("\(column) <= ?", [value])
  }

  /// Requires rows of some days, both included, that changed at a time or later; nil passes all.
  mutating func require(from first: Day?, through last: Day?, since time: Timestamp?) {
    require("day", from: first?.description)
    require("day", through: last?.description)
    require("updatedAt", from: time?.milliseconds)
  }

  /// Requires the condition of the view that is asked for; passes if none is.
  ///
  /// - Throws: 400 if it is none of these.
  mutating func narrow<View: FreeAgent.Word>(
    to view: View?, _ conditions: [View: String]
  ) throws {
    guard let view else { return }
    guard let condition = conditions[view] else {
      throw FreeAgent.Failure.badRequest("view is invalid")
    }
    require("(\(condition))")
  }

  /// Takes the order that is asked for; `-` before its name turns it round.
  ///
  /// - Throws: 400 if it is none of these.
  mutating func sort(by sort: FreeAgent.Sort?, _ columns: [FreeAgent.Sort: String]) throws {
    guard let sort else { return }
    let isDescending = sort.rawValue.hasPrefix("-")
    let name = FreeAgent.Sort(rawValue: String(sort.rawValue.dropFirst(isDescending ? 1 : 0)))
    guard let column = columns[name] else {
      throw FreeAgent.Failure.badRequest("sort is invalid")
    }
    let direction = isDescending ? "DESC" : "ASC"
    order = "\(column) \(direction), id \(direction)"
  }

  fileprivate var filter: String {
    conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
  }
}

extension Ledger {
  /// The rows of a page, and how many there are on all pages.
  func page(of selection: Selection, _ page: FreeAgent.PageRequest) throws -> Page<Row> {
    let from = "FROM \(selection.table.rawValue) \(selection.filter)"
    let total = try value(Int.self, "SELECT count(*) \(from)", selection.arguments) ?? 0
    let (offset, overflows) = (page.number - 1).multipliedReportingOverflow(by: page.size)
    guard !overflows, offset < total else { return Page(elements: [], total: total) }
    let rows = try rows(
      "SELECT * \(from) ORDER BY \(selection.order) LIMIT ? OFFSET ?",
      selection.arguments + [page.size, offset])
    return Page(elements: rows, total: total)
  }
}

extension Page {
  /// The page with other elements.
  func map<Other>(_ transform: (Element) throws -> Other) rethrows -> Page<Other> {
    Page<Other>(elements: try elements.map(transform), total: total)
  }
}
