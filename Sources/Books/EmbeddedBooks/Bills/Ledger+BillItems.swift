import Books
import Days
import FreeAgentAPI
import GRDB
import Money

/// The lines of bills: what each comes to, and what it makes.
///
/// Source: FreeAgent API documentation, “Bills” and “Sales Tax”.
extension Ledger {
  typealias BillItem = FreeAgent.BillItem

  /// What is kept in columns of its own.
  private static let columns: Set<String> = [
    "category", "stock_item", "stock_altering_quantity", "project",
  ]

  private static let largestCount = 40

  /// The lines of a bill in their order.
  func items(ofBill bill: Row) throws -> [BillItem] {
    let (currency, accounting) = (bill.currency, VATAccounting(ofBill: bill))
    return try rows("SELECT * FROM billItem WHERE bill = ? ORDER BY id", [bill["id"] as Int64])
      .map { try billItem($0, currency, accounting) }
  }

  private func billItem(
    _ row: Row, _ currency: Currency, _ accounting: VATAccounting
  ) throws -> BillItem {
    let amounts = try SupplyAmounts(
      paid: Money(minorUnits: row["total"], currency: currency),
      vat: Money(minorUnits: row["tax"], currency: currency), accountedFor: accounting)
    return try BillItem(details: row) { item in
      item.url = link(row["id"] as Int64)
      item.bill = link(row["bill"] as Int64)
      item.category = try categoryLink(row["category"], asset: row["capitalAsset"])
      item.totalValue = ExactDecimal(amounts.paid)
      item.totalValueExTax = ExactDecimal(amounts.net)
      item.salesTaxValue = ExactDecimal(amounts.vat).negated
      item.salesTaxStatus = item.salesTaxStatus ?? .taxable
      item.project = link(row["project"])
      item.capitalAsset = link(row["capitalAsset"])
      item.stockItem = link(row["stockItem"])
      item.stockAlteringQuantity = row["stockQuantity"]
      if let stock = row["stockItem"] as Int64? {
        item.stockItemDescription = try stockItem(stock).description
        item.unit = .stock
      } else if (row["capitalAsset"] as Int64?) == nil {
        item.unit = item.unit ?? .noUnit
        item.quantity = item.quantity ?? 1
      }
    }
  }

  /// Writes lines of a bill, and adds it up anew.
  ///
  /// Lines with an address are changed or deleted, the others are new.
  func write(_ items: [BillItem], ofBill bill: Int64) throws {
    let day = try found(.bill, bill).day("day") ?? today
    for item in items { try write(item, ofBill: bill, on: day) }
    let count = try value(Int.self, "SELECT count(*) FROM billItem WHERE bill = ?", [bill]) ?? 0
    guard count > 0 else { throw FreeAgent.Failure.blank("bill_items") }
    guard count <= Self.largestCount else {
      throw FreeAgent.Failure.invalid("bill_items", "can't be more than \(Self.largestCount)")
    }
    try addUp(bill: bill)
  }

  private func write(_ item: BillItem, ofBill bill: Int64, on day: Day) throws {
    guard let link = item.url else {
      var columns = try columns(of: item, on: day, before: nil)
      columns.merge(["bill": bill, "total": 0, "tax": 0]) { $1 }
      try insert(.billItem, columns)
      return
    }
    guard let id = try id(link, in: .billItem),
      let row = try row("SELECT * FROM billItem WHERE id = ? AND bill = ?", [id, bill])
    else { throw FreeAgent.Failure.unprocessable("Bill item not found") }
    guard !item.isToBeDestroyed else {
      try delete(.billItem, id)
      if let asset = row["capitalAsset"] as Int64? { try deleteAsset(asset) }
      return
    }
    try update(.billItem, id, columns(of: item, on: day, before: row))
  }

  private func columns(of item: BillItem, on day: Day, before row: Row?) throws -> Columns {
    try item.validate(isNew: row == nil)
    var named = item.category
    if let row, !item.has(\.category) { named = link(row["category"] as String) }
    guard let category = try category(named) else { throw FreeAgent.Failure.blank("category") }
    guard category.isOfPurchases else {
      throw FreeAgent.Failure.invalid("category", "can't be used for bills")
    }
    if let unit = item.unit, !LineUnits.bills.contains(unit) {
      throw FreeAgent.Failure.invalid("unit", "is not included in the list")
    }
    let old = (row?["details"] as Details?)?.members ?? [:]
    var details = item.details(over: old, without: Self.columns)
    if item.totalValue != nil {
      details["total_value_ex_tax"] = nil
    } else if item.totalValueExTax != nil {
      details["total_value"] = nil
    } else if details["total_value"] == nil, details["total_value_ex_tax"] == nil {
      // A line that was there before lines had values of their own keeps the one of its row.
      guard let row else { throw FreeAgent.Failure.blank("total_value") }
      details["total_value"] = try total(ofItem: row).member
    }
    // What comes with the asset is kept; its address is the books' own.
    if case .object? = item.members["capital_asset"] {
      details["capital_asset"] = item.members["capital_asset"]
    }
    if category.code.group == .capitalAsset, details["description"] == nil {
      throw FreeAgent.Failure.blank("description")
    }
    try setRate(of: &details, item, category, on: day)
    var project = row.flatMap { $0["project"] as Int64? }
    if item.has(\.project) { project = try lookUp(item.project, "project", in: .project) }
    let stock = try stock(of: item, category, before: row)
    return [
      "category": category.storedCode, "assetType": category.assetType, "stockItem": stock?.item,
      "stockQuantity": stock?.quantity,
      "project": project, "details": Details(details),
    ]
  }

  private func total(ofItem row: Row) throws -> ExactDecimal {
    row.amount("total", try found(.bill, row["bill"]).currency)
  }

  /// What is bought of which stock; nil if the category is another.
  private func stock(
    of item: BillItem, _ category: CategoryFacts, before row: Row?
  ) throws -> (item: Int64, quantity: Int)? {
    guard category.code.group == .stock else { return nil }
    var stock = row.flatMap { $0["stockItem"] as Int64? }
    if item.has(\.stockItem) {
      stock = try lookUp(item.stockItem, "stock_item", in: .stockItem)
    }
    if stock == nil { stock = category.code.subAccount.flatMap { Int64($0) } }
    guard let bought = stock else { throw FreeAgent.Failure.blank("stock_item") }
    let quantity = item.stockAlteringQuantity ?? row.flatMap { $0["stockQuantity"] as Int? }
    return (bought, try stockQuantity(quantity))
  }

  // MARK: - Amounts

  /// Settles the rate of a line: an amount wins over it, and the category has one if nothing is said.
  private func setRate(
    of details: inout [String: FreeAgent.JSON], _ item: BillItem, _ category: CategoryFacts,
    on day: Day
  ) throws {
    if item.manualSalesTaxAmount == nil, item.has(\.salesTaxRate) {
      details["manual_sales_tax_amount"] = nil
    }
    let kept = BillItem { $0.members = details }
    let isFree = [.exempt, .outOfScope].contains(kept.salesTaxStatus)
    if isFree { details["manual_sales_tax_amount"] = nil }
    guard !isFree, kept.manualSalesTaxAmount == nil else {
      details["sales_tax_rate"] = nil
      return
    }
    switch kept.salesTaxRate {
    case .percentage(let percent) where !percent.isNegative && percent <= 100: return
    case nil, .automatic:
      let isRegistered = try companyFacts().registration.contains(day)
      let rate = isRegistered ? category.treatment?.rate(on: day) : nil
      details["sales_tax_rate"] = (rate?.percent ?? 0).member
    case .percentage, .word: throw FreeAgent.Failure.invalid("sales_tax_rate", "is not valid")
    }
  }

  /// Adds a bill up: each line is rounded once, and the bill is their sum.
  ///
  /// Once something is paid, what is owed is kept: a bill of earlier books may owe more than its lines come to
  /// by the rule of today.
  func addUp(bill id: Int64) throws {
    let bill = try found(.bill, id)
    let isPaid = try hasPayments(.bill, id)
    let (currency, day) = (bill.currency, bill.day("day") ?? today)
    let status = Bill(details: bill) { _ in }.ecStatus
    var (total, tax): (Int64, Int64) = (0, 0)
    for row in try rows("SELECT * FROM billItem WHERE bill = ? ORDER BY id", [id]) {
      var item = BillItem(details: row) { _ in }
      if item.totalValue == nil, item.totalValueExTax == nil {
        item.totalValue = row.amount("total", currency)
      }
      let suffix = (row["assetType"] as Int64?).map { "-\($0)" } ?? ""
      guard let category = try category(code: (row["category"] as String) + suffix) else {
        throw FreeAgent.Failure.blank("category")
      }
      let amounts = try amounts(
        of: item, in: currency, by: supplyVAT(of: status, category, on: day))
      let paid = isPaid ? row["total"] as Int64 : amounts.paid.minorUnits
      let old = row["capitalAsset"] as Int64?
      let asset = try capitalAsset(
        in: category, on: day, item.description,
        depreciating: DepreciationProfile(of: item, years: "depreciation_schedule"),
        insteadOf: old)
      try update(
        .billItem, row["id"],
        ["total": paid, "tax": amounts.vat.minorUnits, "capitalAsset": asset])
      if let old, asset == nil { try deleteAsset(old) }
      total += paid
      tax += amounts.vat.minorUnits
    }
    guard Money(minorUnits: total, currency: currency).isWithinBounds else {
      throw FreeAgent.Failure.unprocessable("The total is too large")
    }
    try update(.bill, id, ["total": total, "tax": tax])
  }

  /// What a line comes to: of VAT for which the company accounts itself, nothing is owed to the supplier.
  private func amounts(
    of item: BillItem, in currency: Currency, by supply: SupplyVAT
  ) throws -> SupplyAmounts {
    do {
      let isNet = item.totalValue == nil
      let value = try amount(
        item.totalValue ?? item.totalValueExTax ?? 0, in: currency,
        of: isNet ? "total_value_ex_tax" : "total_value")
      if let manual = item.manualSalesTaxAmount {
        let vat = try self.vat(manual.signed(like: value), in: currency)
        let amounts =
          try isNet
          ? supply.amounts(net: value, vat: vat) : supply.amounts(paid: value, vat: vat)
        guard vat.minorUnits.magnitude <= amounts.paid.minorUnits.magnitude else {
          throw FreeAgent.Failure.invalid(
            "manual_sales_tax_amount", "must not be more than the total value")
        }
        return amounts
      }
      guard case .percentage(let percent) = item.salesTaxRate,
        let rate = VATRate(percent: percent)
      else { return try supply.amounts(paid: value, vat: .zero(currency)) }
      return try isNet
        ? supply.amounts(net: value, at: rate) : supply.amounts(paid: value, at: rate)
    } catch is MoneyError {
      throw FreeAgent.Failure.unprocessable("The total is too large")
    }
  }

  /// An amount of VAT that came in the company's currency.
  ///
  /// - Throws: 422 if the exchange rate is not known.
  private func vat(_ value: ExactDecimal, in currency: Currency) throws -> Money {
    let native = try companyFacts().currency
    let vat = try amount(value, in: native, of: "manual_sales_tax_amount")
    guard currency != native else { return vat }
    guard let rate = try exchangeRate(of: RatedCurrency(currency)) else {
      throw FreeAgent.Failure.unknownExchangeRate
    }
    return try Money(
      rounding: value.divided(by: rate, fractionDigits: 6), currency: currency)
  }
}

extension VATAccounting {
  /// Finds out who accounts for the VAT of a bill.
  init(ofBill row: Row) {
    self.init(of: FreeAgent.Bill(details: row) { _ in }.ecStatus, isSale: false)
  }
}
