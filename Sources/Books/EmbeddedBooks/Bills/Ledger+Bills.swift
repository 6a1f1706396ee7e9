import Books
import Days
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

extension Ledger {
  func bill(_ id: Int64) throws -> FreeAgent.Bill { try bill(try found(.bill, id)) }

  private func bill(_ row: Row, withItems: Bool = true) throws -> FreeAgent.Bill {
    let currency = row.currency
    let native = try companyFacts().currency
    let due = (row["total"] as Int64) - (row["settled"] as Int64)
    let dueMoney = Money(minorUnits: due, currency: currency)
    return try FreeAgent.Bill(details: row) { bill in
      bill.url = link(row["id"] as Int64)
      bill.contact = link(row["contact"] as Int64)
      bill.contactName = try name(ofContact: row["contact"])
      bill.project = link(row["project"])
      bill.rebillToProject = link(row["project"])
      bill.rebilledOnInvoiceItem = try billingInvoice(of: row)
      bill.property = link(row["property"])
      bill.datedOn = row.day("day")
      bill.dueOn = row.day("dueDay")
      bill.currency = currency.code
      bill.status = status(row)
      bill.longStatus = longStatus(row)
      bill.isLocked = try row["settled"] as Int64 != 0 || lockedReason(row) != nil
      bill.inputTotalValuesIncTax = bill.inputTotalValuesIncTax ?? (currency != native)
      bill.isPaidByHirePurchase = bill.isPaidByHirePurchase ?? false
      if currency != native {
        bill.exchangeRate = ExchangeRates.rate(from: currency, to: native)
      }
      let amounts = try SupplyAmounts(
        paid: Money(minorUnits: row["total"], currency: currency),
        vat: Money(minorUnits: row["tax"], currency: currency),
        accountedFor: VATAccounting(ofBill: row))
      bill.netValue = ExactDecimal(amounts.net).negated
      bill.salesTaxValue = row.amount("tax", currency).negated
      bill.totalValue = row.amount("total", currency)
      bill.paidValue = row.amount("settled", currency)
      bill.dueValue = ExactDecimal(dueMoney)
      bill.nativeDueValue = try ExchangeRates.converted(dueMoney, to: native)
        .map { ExactDecimal($0) }
      if [.paid, .refunded].contains(bill.status) {
        bill.paidOn = try self.row(
          "SELECT max(day) AS day FROM explanation WHERE bill = ?", [row["id"] as Int64])?
          .day("day")
      }
      if let attachment = row["attachment"] as Int64? {
        bill.attachment = try self.attachment(attachment)
      }
      if withItems { bill.billItems = try items(ofBill: row) }
      bill.createdAt = row.time("createdAt")
      bill.updatedAt = row.time("updatedAt")
    }
  }

  private func status(_ row: Row) -> FreeAgent.BillStatus {
    let (total, settled) = (row["total"] as Int64, row["settled"] as Int64)
    if total == 0 { return .zeroValue }
    if settled.magnitude >= total.magnitude { return total < 0 ? .refunded : .paid }
    return row.day("dueDay").map { $0 < today } == true ? .overdue : .open
  }

  /// The status with the days until it is due, such as `Open - due in 21 days`.
  ///
  /// The page has a hyphen here, where those of other documents have a dash.
  private func longStatus(_ row: Row) -> String {
    let status = status(row)
    guard [.open, .overdue].contains(status), let due = row.day("dueDay") else {
      return status.rawValue
    }
    return "\(status.rawValue) - \(DueWords.of(today.days(until: due)))"
  }

  func bills(
    _ filter: FreeAgent.BillFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<FreeAgent.Bill> {
    var selection = Selection(.bill, order: "day DESC, id DESC")
    let open = "abs(settled) < abs(total)"
    // No bill has a deduction of the construction industry.
    try selection.narrow(
      to: filter.view,
      [
        .all: "true", .open: "\(open) AND dueDay >= '\(today)'",
        .overdue: "\(open) AND dueDay < '\(today)'", .openOrOverdue: open,
        "open_or_overdue_payments": "\(open) AND total > 0",
        "open_or_overdue_refunds": "\(open) AND total < 0",
        .paid: "settled >= total AND total > 0",
        "recurring": "json_extract(details, '$.recurring') IS NOT NULL",
        "hire_purchase": "json_extract(details, '$.is_paid_by_hire_purchase')", "cis": "false",
      ])
    selection.require(from: filter.fromDate, through: filter.toDate, since: filter.updatedSince)
    try selection.require("contact", filter.contact, self, .contact)
    try selection.require("project", filter.project, self, .project)
    return try self.page(of: selection, page).map {
      try bill($0, withItems: filter.nestedBillItems ?? false)
    }
  }
}
