import Days
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

/// What invoices are made from again and again.
extension Ledger {
  typealias RecurringInvoice = FreeAgent.RecurringInvoice

  func recurringInvoice(_ id: Int64) throws -> RecurringInvoice {
    try recurringInvoice(try found(.recurringInvoice, id), withItems: true)
  }

  private func recurringInvoice(_ row: Row, withItems: Bool) throws -> RecurringInvoice {
    let id = row["id"] as Int64
    let currency = row.currency
    let native = try companyFacts().currency
    return try RecurringInvoice(details: row) { invoice in
      invoice.url = link(id)
      invoice.frequency = FreeAgent.Recurrence(rawValue: row["frequency"])
      invoice.recurringStatus = FreeAgent.RecurringInvoiceStatus(rawValue: row["status"])
      invoice.recurringEndDate = row.day("endDay")
      invoice.nextRecursOn = row.day("nextDay")
      invoice.contact = link(row["contact"] as Int64)
      invoice.contactName = try name(ofContact: row["contact"])
      invoice.project = link(row["project"])
      invoice.property = link(row["property"])
      invoice.datedOn = row.day("day")
      invoice.currency = currency.code
      invoice.exchangeRate = ExchangeRates.rate(from: currency, to: native)
      invoice.netValue = row.amount("net", currency)
      invoice.salesTaxValue = row.amount("tax", currency)
      invoice.totalValue = row.amount("total", currency)
      // No way of paying online is set up.
      invoice.paymentMethods = FreeAgent.PaymentMethods()
      invoice.invoiceItems = withItems ? items(invoice.invoiceItems ?? [], of: id) : nil
      invoice.createdAt = row.time("createdAt")
      invoice.updatedAt = row.time("updatedAt")
    }
  }

  /// The lines with addresses, whose numbers are far above those of the lines of invoices.
  private func items(
    _ items: [FreeAgent.InvoiceItem], of id: Int64
  ) -> [FreeAgent.InvoiceItem] {
    items.enumerated().map { index, item in
      var item = item
      let number: Int64 = id * 1_000_000 + Int64(index) + 1
      item.url = link(number)
      item.category = link(Self.usualSalesCategory)
      return item
    }
  }

  func recurringInvoices(
    _ filter: FreeAgent.RecurringInvoiceFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<RecurringInvoice> {
    var selection = Selection(.recurringInvoice, order: "createdAt, id")
    try selection.narrow(
      to: filter.view,
      [
        .draft: "status = 'Draft'",
        .active: "status = 'Active' AND (endDay IS NULL OR endDay >= '\(today)')",
        .inactive: "status = 'Active' AND endDay < '\(today)'",
      ])
    try selection.require("contact", filter.contact, self, .contact)
    try selection.require("project", filter.project, self, .project)
    return try self.page(of: selection, page).map { try recurringInvoice($0, withItems: false) }
  }

  /// Adds a recurring invoice like an invoice.
  ///
  /// The API has no way to, so that the sample alone does.
  ///
  /// - Parameters:
  ///   - id: the invoice.
  ///   - frequency: how often an invoice recurs.
  ///   - isActive: whether the invoice is the first one; else it is a draft, which begins when the
  ///     invoice would recur.
  func addRecurring(
    invoice id: Int64, every frequency: FreeAgent.Recurrence, isActive: Bool
  ) throws {
    func next(_ day: Day?) -> Day? { day.flatMap { Recurring(frequency)?.next(after: $0) } }
    let row = try documentRow(id, .invoice)
    let first: FreeAgent.Invoice = try document(id)
    let begin = isActive ? row.day("day") : next(row.day("day"))
    let details = RecurringInvoice {
      $0.reference = isActive ? first.reference : nil
      $0.paymentTermsInDays = first.paymentTermsInDays
      $0.omitHeader = first.omitHeader
      $0.alwaysShowBICAndIBAN = first.alwaysShowBICAndIBAN
      $0.invoiceItems = first.invoiceItems?.map { item in
        var item = item
        // Addresses follow from where the books are.
        item.url = nil
        item.category = nil
        item.project = nil
        return item
      }
    }
    let made = try insert(
      .recurringInvoice,
      [
        "contact": row["contact"] as Int64, "project": row["project"] as Int64?,
        "property": row["property"] as Int64?, "status": isActive ? "Active" : "Draft",
        "frequency": frequency.rawValue, "day": begin?.description,
        "nextDay": next(begin)?.description,
        "currency": row["currency"] as String, "net": row["net"] as Int64,
        "tax": row["tax"] as Int64, "total": row["total"] as Int64,
        "details": Details(details.members),
      ])
    guard isActive else { return }
    try execute("UPDATE document SET recurringInvoice = ? WHERE id = ?", [made, id])
  }
}
