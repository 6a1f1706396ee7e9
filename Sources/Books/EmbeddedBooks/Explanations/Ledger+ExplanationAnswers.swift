import Books
import Days
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

extension Ledger {
  func explanation(_ id: Int64) throws -> Explanation {
    try explanation(try found(.explanation, id))
  }

  /// The explanations of a transaction, in the order in which they were made.
  func explanations(ofTransaction id: Int64) throws -> [Explanation] {
    try rows("SELECT * FROM explanation WHERE bankTransaction = ? ORDER BY id", [id])
      .map { try explanation($0) }
  }

  func explanations(
    _ filter: FreeAgent.ExplanationFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<Explanation> {
    var selection = Selection(.explanation, order: "day DESC, id DESC")
    selection.require("account", is: try accountID(filter.bankAccount))
    selection.require(from: filter.fromDate, through: filter.toDate, since: filter.updatedSince)
    return try self.page(of: selection, page).map { try explanation($0) }
  }

  private func explanation(_ row: Row) throws -> Explanation {
    let id = row["id"] as Int64
    let currency = try currency(ofAccount: row["account"])
    let gross = Money(minorUnits: row["gross"], currency: currency)
    let kind = ExplanationKind(rawValue: row["kind"])
    return try Explanation(details: row) { explanation in
      explanation.url = link(id)
      explanation.bankAccount = link(row["account"] as Int64)
      explanation.bankTransaction = link(row["bankTransaction"] as Int64)
      explanation.type = FreeAgent.ExplanationType(rawValue: row["kind"])
      explanation.datedOn = row.day("day")
      explanation.grossValue = ExactDecimal(gross)
      explanation.salesTaxRate = (row["taxRate"] as String?).flatMap { ExactDecimal($0) }
      let tax = (row["tax"] as Int64?).map { Money(minorUnits: $0, currency: currency) }
      explanation.salesTaxValue = tax.map { ExactDecimal($0) }
      explanation.markedForReview = row["isForReview"]
      explanation.isMoneyIn = gross.isPositive
      explanation.isMoneyOut = gross.isNegative
      explanation.isMoneyPaidToUser = kind == .paidToUser
      explanation.hasPendingOperation = false
      explanation.updatedAt = row.time("updatedAt")
      // Of a sale without VAT the service says none.
      let hasStatus = try tax != nil || !isSale(row)
      if hasStatus, kind?.rule[.salesTaxStatus] != nil {
        explanation.salesTaxStatus = explanation.salesTaxStatus ?? .taxable
      }
      explanation.foreignCurrencyValue = 0
      explanation.transferValue = ExactDecimal(gross).negated
      try setLinks(of: &explanation, row)
      try setLocks(of: &explanation, row)
      try setDetail(of: &explanation, row, tax)
      if let attachment = row["attachment"] as Int64? {
        explanation.attachment = try self.attachment(attachment)
      }
      try setTransaction(of: &explanation, row, in: currency)
    }
  }

  private func setLinks(of explanation: inout Explanation, _ row: Row) throws {
    explanation.category = try (row["category"] as String?).map {
      try categoryLink($0, asset: row["capitalAsset"])
    }
    explanation.project = link(row["project"])
    explanation.paidBill = link(row["bill"])
    explanation.paidUser = link(row["user"])
    explanation.stockItem = link(row["stockItem"])
    explanation.stockAlteringQuantity = row["stockQuantity"]
    explanation.capitalAsset = link(row["capitalAsset"])
    explanation.disposedAsset = link(row["disposedAsset"])
    explanation.property = link(row["property"])
    if let document = row["document"] as Int64? {
      let kind = try found(.document, document)["kind"] as String
      explanation.paidInvoice = link(document, in: "\(kind)s")
    }
    try setForeignValue(of: &explanation, row)
    guard let account = row["transferAccount"] as Int64? else { return }
    explanation.transferBankAccount = link(account)
    explanation.linkedTransferAccount = link(account)
    explanation.linkedTransferExplanation = link(row["otherSide"])
    guard let other = row["otherSide"] as Int64? else { return }
    let value = Money(
      minorUnits: try found(.explanation, other)["gross"],
      currency: try currency(ofAccount: account))
    explanation.transferValue = ExactDecimal(value)
    if value.currency != (try currency(ofAccount: row["account"])) {
      explanation.foreignCurrencyValue = ExactDecimal(value).magnitude
    }
  }

  /// What a document or a bill got, if that is in another currency.
  private func setForeignValue(of explanation: inout Explanation, _ row: Row) throws {
    guard let settled = row["settled"] as Int64? else { return }
    let (table, id): (Table, Int64?) =
      row["document"] == nil ? (.bill, row["bill"]) : (.document, row["document"])
    guard let id else { return }
    let currency = try found(table, id).currency
    guard try currency != self.currency(ofAccount: row["account"]) else { return }
    explanation.foreignCurrencyValue =
      ExactDecimal(
        Money(minorUnits: settled, currency: currency)
      ).magnitude
  }

  private func setLocks(of explanation: inout Explanation, _ row: Row) throws {
    let reason = try explanationLock(row)
    explanation.isLocked = reason != nil
    explanation.isDeletable = reason == nil
    explanation.lockedReason = reason
    if reason != nil {
      explanation.lockedAttributes = [
        "dated_on", "gross_value", "category", "sales_tax_rate", "sales_tax_value", "type",
      ]
    } else {
      explanation.lockedAttributes =
        row["transferAccount"] == nil ? [] : ["linked_transfer_account", "transfer_value", "type"]
    }
  }

  /// Category and VAT in words.
  ///
  /// The service ends the amount of VAT with a blank. VAT that the company accounts for itself is no part of
  /// the amount; how the service puts that, its documents do not say.
  private func setDetail(of explanation: inout Explanation, _ row: Row, _ tax: Money?) throws {
    guard let code = row["category"] as String?, let category = try category(code: code) else {
      return
    }
    explanation.detail = category.name
    guard let tax, !tax.isZero else { return }
    switch VATAccounting(of: explanation.ecStatus, isSale: try isSale(row)) {
    case .seller: explanation.detail = "\(category.name). Inc \(tax.inWords) VAT "
    case .buyer: explanation.detail = "\(category.name). Reverse charge of \(tax.inWords) VAT"
    case .customer: break
    }
  }

  /// Whether the VAT of an explanation is that of a sale.
  private func isSale(_ row: Row) throws -> Bool {
    let category = try (row["category"] as String?).flatMap { try self.category(code: $0) }
    return ExplanationKind(rawValue: row["kind"])?.isSale(under: category?.code) ?? false
  }

  private func setTransaction(
    of explanation: inout Explanation, _ row: Row, in currency: Currency
  ) throws {
    let transaction = try found(.bankTransaction, row["bankTransaction"])
    explanation.transactionDescription = Self.fullLine(transaction, in: currency)
  }
}
