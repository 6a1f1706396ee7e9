import Books
import Days
import FreeAgentAPI
import GRDB
import Money

/// An explanation that is asked for, with its addresses looked up.
struct ExplanationInput {
  typealias Record = FreeAgent.BankTransactionExplanation

  let record: Record
  let transaction: Int64?
  let account: Int64
  let currency: Currency
  let day: Day
  let gross: Money
  let category: CategoryFacts?
  let paid: PaidThing?
  let user: Int64?
  let transferAccount: Int64?
  let stockItem: Int64?
  let disposedAsset: Int64?
  let project: Int64?
  let property: Int64?
  /// The currency of what is paid or of the other account; nil if there is neither.
  let otherCurrency: Currency?
  /// How the asset that it buys is depreciated; nil if it does not say.
  var depreciation: DepreciationProfile?
  /// What the asset keeps that it buys, if it changes an explanation that has bought one: its id, and when
  /// it was made.
  var keptAsset: Ledger.Columns = [:]
  /// Set once it is known that nothing is wrong.
  var kind = ExplanationKind.payment

  /// An invoice, a credit note or a bill that is paid.
  struct PaidThing {
    enum Kind { case invoice, creditNote, bill }
    let kind: Kind
    let id: Int64
    let currency: Currency
    let total: Int64

    /// Whether the company owes it: an invoice of less than nothing is settled like a credit note.
    var isCredit: Bool { kind == .creditNote || kind == .invoice && total < 0 }
  }

  /// What rules are asked with.
  var draft: ExplanationDraft {
    ExplanationDraft(
      fields: fields, amount: gross, day: day, category: category?.code,
      ecStatus: record.ecStatus.flatMap { ECStatus(rawValue: $0.rawValue) },
      rebilling: rebilling, otherCurrency: otherCurrency,
      paysCreditNote: paid?.isCredit ?? false,
      transfersToItself: transferAccount == account)
  }

  /// What it has; a category that there is not is taken for a blank.
  private var fields: Set<ExplanationField> {
    var fields = Set(
      ExplanationField.allCases.filter { field in
        let member = record.members[field.rawValue] ?? .null
        return member != .null && member != .text("")
      })
    let links: [(ExplanationField, Bool)] = [
      (.category, category != nil), (.paidInvoice, paid.map { $0.kind != .bill } ?? false),
      (.paidBill, paid?.kind == .bill), (.paidUser, user != nil),
      (.transferBankAccount, transferAccount != nil), (.stockItem, stockItem != nil),
      (.disposedAsset, disposedAsset != nil), (.project, project != nil),
      (.property, property != nil),
    ]
    for (field, isThere) in links {
      if isThere { fields.insert(field) } else { fields.remove(field) }
    }
    return fields
  }

  private var rebilling: ExplanationDraft.Rebilling? {
    switch record.rebillType {
    case .cost: .cost
    case .markup: .markup
    case .price: .price
    default: nil
    }
  }
}

extension Ledger {
  /// Looks up what a body names.
  ///
  /// - Parameters:
  ///   - body: the explanation, whole.
  ///   - isNew: whether it takes the place of no other.
  /// - Throws: 422 for what cannot be read or is missing whatever the kind, 404 for an account or a
  ///   transaction that there is not.
  func resolve(_ body: ExplanationInput.Record, isNew: Bool) throws -> ExplanationInput {
    var record = body
    let category = try category(of: record)
    if record.asksForAutomaticRate || isNew && record.leavesRate(to: category) {
      record.takeRate(of: category)
    }
    try record.validate(isNew: true)
    guard let day = record.datedOn, let value = record.grossValue else {
      throw FreeAgent.Failure.blank("gross_value")
    }
    let (transaction, account) = try subject(of: record)
    let currency = try currency(ofAccount: account)
    let paid = try paidThing(of: record)
    let transferAccount = try lookUp(
      record.transferBankAccount, "transfer_bank_account", in: .bankAccount)
    return ExplanationInput(
      record: record, transaction: transaction, account: account, currency: currency, day: day,
      gross: try amount(value, in: currency, of: "gross_value"), category: category, paid: paid,
      user: try lookUp(record.paidUser, "paid_user", in: .user), transferAccount: transferAccount,
      stockItem: try lookUp(record.stockItem, "stock_item", in: .stockItem),
      disposedAsset: try lookUp(record.disposedAsset, "disposed_asset", in: .capitalAsset),
      project: try lookUp(record.project, "project", in: .project),
      property: try lookUp(record.property, "property", in: .property),
      otherCurrency: try paid?.currency ?? transferAccount.map { try self.currency(ofAccount: $0) })
  }

  private func subject(
    of record: ExplanationInput.Record
  ) throws -> (transaction: Int64?, account: Int64) {
    if let link = record.bankTransaction {
      guard let id = try id(link, in: .bankTransaction) else { throw FreeAgent.Failure.notFound }
      return (id, try found(.bankTransaction, id)["account"])
    }
    guard let link = record.bankAccount else { throw FreeAgent.Failure.blank("bank_transaction") }
    return (nil, try accountID(link))
  }

  /// The category by its address, or by the code that the service takes as well.
  private func category(of record: ExplanationInput.Record) throws -> CategoryFacts? {
    if let link = record.category { return try category(link) }
    guard let code = record.nominalCode, !code.isEmpty else { return nil }
    guard let category = try category(code: code) else {
      throw FreeAgent.Failure.badRequest("Invalid nominal code")
    }
    return category
  }

  private func paidThing(
    of record: ExplanationInput.Record
  ) throws -> ExplanationInput.PaidThing? {
    if let link = record.paidInvoice, !link.url.isEmpty {
      guard let id = try id(link, in: .document),
        let row = try row(
          "SELECT kind, currency, total FROM document WHERE id = ? AND kind <> 'estimate'", [id])
      else { throw FreeAgent.Failure.unprocessable("Invoice not found for this company") }
      return ExplanationInput.PaidThing(
        kind: row["kind"] == "invoice" ? .invoice : .creditNote, id: id,
        currency: row.currency, total: row["total"])
    }
    guard let id = try lookUp(record.paidBill, "paid_bill", in: .bill) else { return nil }
    let row = try found(.bill, id)
    return ExplanationInput.PaidThing(
      kind: .bill, id: id, currency: row.currency, total: row["total"])
  }
}

// MARK: - The rate that a category has

extension FreeAgent.BankTransactionExplanation {
  /// Whether it names the rate `Auto`.
  fileprivate var asksForAutomaticRate: Bool {
    members["sales_tax_rate"] == FreeAgent.SalesTaxRate.automatic.member
  }

  /// Whether it is a purchase that says nothing of VAT, so that the service takes the category’s rate.
  ///
  /// Source: an answer of the service of August 2026. Of sales nothing is known, so that they have no VAT
  /// unless they say so.
  fileprivate func leavesRate(to category: CategoryFacts?) -> Bool {
    let names = ["sales_tax_rate", "sales_tax_value", "sales_tax_status"]
    let isSilent = names.allSatisfy { [nil, .null, .text("")].contains(members[$0]) }
    let groups: [CategoryGroup] = [.adminExpenses, .costOfSales, .tax, .capitalAsset]
    return isSilent && category.map { groups.contains($0.code.group) } ?? false
  }

  /// Takes the rate that a category usually has; without a rate there may be a status instead.
  fileprivate mutating func takeRate(of category: CategoryFacts?) {
    let treatment = category?.treatment
    self.salesTaxRate = self.datedOn.flatMap { treatment?.rate(on: $0) }?.percent
    switch treatment {
    case .exempt: self.salesTaxStatus = .exempt
    case .outsideTheScope: self.salesTaxStatus = .outOfScope
    default: break
    }
  }
}
