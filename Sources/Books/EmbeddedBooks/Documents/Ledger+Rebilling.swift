import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  /// The lines of an invoice that bill the expenses of its project; from then on they are locked.
  ///
  /// - Parameters:
  ///   - grouping: the word of `include_expenses`: a line for each expense, or one for all.
  ///   - invoice: the invoice.
  func rebill(_ grouping: String, on invoice: Int64) throws {
    guard let isSingle = Self.groupings[grouping] else {
      throw FreeAgent.Failure.invalid("include_expenses", "is not included in the list")
    }
    guard let project = try found(.document, invoice)["project"] as Int64? else {
      throw FreeAgent.Failure.blank("project")
    }
    let rows = try rows(
      "SELECT * FROM expense WHERE project = ? AND invoice IS NULL ORDER BY day, id", [project])
    var items: [FreeAgent.InvoiceItem] = []
    do {
      for row in rows {
        let expense = try expense(row)
        items.append(
          try FreeAgent.InvoiceItem {
            $0.itemType = .expenses
            $0.quantity = 1
            $0.description = expense.description ?? "Expense"
            $0.price = try price(of: row, expense)
          })
        try update(.expense, row["id"], ["invoice": invoice])
      }
      if isSingle, !items.isEmpty {
        let sum = try ExactDecimal.sum(of: items.compactMap(\.price))
        items = [
          FreeAgent.InvoiceItem {
            $0.itemType = .expenses
            $0.quantity = 1
            $0.description = "Expenses"
            $0.price = sum
          }
        ]
      }
    } catch is MoneyError {
      throw FreeAgent.Failure.unprocessable("The total is too large")
    }
    try write(items, of: invoice, FreeAgent.Invoice.self)
  }

  private static let groupings = [
    "billed_grouped_by_single_expense": true, "billed_grouped_by_expense": false,
  ]

  /// What a customer pays: what it cost without VAT, that with a share more, or a price.
  private func price(of row: Row, _ expense: Expense) throws -> ExactDecimal {
    if let rate = expense.rebillMileageRate, let miles = expense.mileage {
      return try miles.multiplied(by: rate).rounded(fractionDigits: 2)
    }
    let native = try companyFacts().currency
    let units = (row["nativeGross"] as Int64) - (row["nativeTax"] as Int64)
    let cost = ExactDecimal(Money(minorUnits: units, currency: native)).magnitude
    let factor = expense.rebillFactor ?? 0
    switch expense.rebillType {
    case .price: return factor
    case .markup:
      return try cost.multiplied(by: factor.adding(100)).divided(by: 100, fractionDigits: 2)
    default: return cost
    }
  }
}
