import FreeAgentAPI
import GRDB
import Money

/// Costs of a project that its customer pays.
extension Ledger {
  /// Bills the expenses, the bills and the bank entries that are to be paid by the customer of projects, up
  /// to the day of the invoice; from then on they are locked.
  ///
  /// - Parameters:
  ///   - grouping: the word of `include_expenses`: a line for each of them, or one for all.
  ///   - projects: the projects.
  ///   - invoice: the invoice.
  func rebill(_ grouping: String, of projects: [Int64], on invoice: Int64) throws {
    guard let isSingle = Self.groupings[grouping] else {
      throw FreeAgent.Failure.invalid("include_expenses", "is not included in the list")
    }
    let row = try found(.document, invoice)
    do {
      var lines = try projects.flatMap { project -> [BillingLine] in
        try expenseLines(of: project, on: row) + billLines(of: project, on: row)
          + explanationLines(of: project, on: row)
      }
      if isSingle, !lines.isEmpty {
        let sum = try ExactDecimal.sum(of: lines.compactMap { $0.item.price })
        let item = Self.item(.expenses, "Expenses", sum)
        lines = [BillingLine(item: item, rows: lines.flatMap(\.rows))]
      }
      try write(lines, on: invoice)
    } catch is MoneyError {
      throw FreeAgent.Failure.unprocessable("The total is too large")
    }
  }

  private static let groupings = [
    "billed_grouped_by_single_expense": true, "billed_grouped_by_expense": false,
  ]

  private static func item(
    _ type: FreeAgent.ItemType, _ description: String, _ price: ExactDecimal
  ) -> FreeAgent.InvoiceItem {
    FreeAgent.InvoiceItem {
      $0.itemType = type
      $0.quantity = 1
      $0.description = description
      $0.price = price
    }
  }

  private func expenseLines(of project: Int64, on invoice: Row) throws -> [BillingLine] {
    let native = try companyFacts().currency
    return try unbilled("expense", withVAT: "nativeTax", of: project, on: invoice).map { row in
      let expense = try self.expense(row)
      let units = (row["nativeGross"] as Int64) - (row["claimed"] as Int64)
      var cost = ExactDecimal(Money(minorUnits: units, currency: native)).negated
      var type = expense.rebillType
      if let rate = expense.rebillMileageRate, let miles = expense.mileage {
        cost = try miles.multiplied(by: rate).rounded(fractionDigits: 2)
        type = .cost
      }
      let price = try charge(cost, in: native, on: invoice, type, expense.rebillFactor)
      return BillingLine(
        item: Self.item(.expenses, expense.description ?? "Expense", price),
        rows: [(table: .expense, id: row["id"])])
    }
  }

  private func billLines(of project: Int64, on invoice: Row) throws -> [BillingLine] {
    try unbilled(
      "bill", withVAT: "tax", of: project, on: invoice, if: Self.isCharged
    ).map { row in
      let bill = Bill(details: row) { _ in }
      let units = (row["total"] as Int64) - (row["claimed"] as Int64)
      let cost = ExactDecimal(Money(minorUnits: units, currency: row.currency))
      let price = try charge(
        cost, in: row.currency, on: invoice, bill.rebillType, bill.rebillFactor)
      return BillingLine(
        item: Self.item(.bills, bill.reference ?? "Bill", price),
        rows: [(table: .bill, id: row["id"])])
    }
  }

  private func explanationLines(of project: Int64, on invoice: Row) throws -> [BillingLine] {
    try unbilled(
      "explanation", withVAT: "tax", of: project, on: invoice, if: Self.isCharged
    ).map { row in
      let explanation = Explanation(details: row) { _ in }
      let currency = try self.currency(ofAccount: row["account"])
      let units = (row["gross"] as Int64) - (row["claimed"] as Int64)
      let cost = ExactDecimal(Money(minorUnits: units, currency: currency)).negated
      let price = try charge(
        cost, in: currency, on: invoice, explanation.rebillType, explanation.rebillFactor)
      return BillingLine(
        item: Self.item(.expenses, explanation.description ?? "Bank entry", price),
        rows: [(table: .explanation, id: row["id"])])
    }
  }

  /// The condition of a bill or a bank entry that a customer is to pay.
  private static let isCharged = "json_extract(details, '$.rebill_type') IS NOT NULL"

  /// The rows of a table that a project’s customer has not been billed for, up to the day of the invoice
  /// and the oldest first, with the VAT that is claimed back and is no cost.
  private func unbilled(
    _ table: String, withVAT tax: String, of project: Int64, on invoice: Row,
    if condition: String = "true"
  ) throws -> [Row] {
    let vat = VATShares(tax: tax, day: "day", details: "details")
    var arguments: Columns = ["project": project, "last": invoice["day"] as String]
    for (name, value) in try companyFacts().vatParameters { arguments[name] = value }
    return try rows(
      """
      SELECT *, \(vat.ofPurchase) AS claimed FROM \(table)
      WHERE project = :project AND day <= :last AND invoiceItem IS NULL AND \(condition)
      ORDER BY day, id
      """, StatementArguments(arguments))
  }

  /// What a customer pays, in the currency of an invoice and rounded once: what it cost without the VAT
  /// that is claimed back, that with a share more, or a price.
  private func charge(
    _ cost: ExactDecimal, in currency: Currency, on invoice: Row, _ type: FreeAgent.RebillType?,
    _ factor: ExactDecimal?
  ) throws -> ExactDecimal {
    switch type {
    case .price: return factor ?? 0
    case .markup:
      let share = try (factor ?? 0).adding(100).divided(by: 100, fractionDigits: 12)
      return try price(cost.multiplied(by: share), in: currency, on: invoice)
        .rounded(fractionDigits: 2)
    default: return try price(cost, in: currency, on: invoice)
    }
  }
}
