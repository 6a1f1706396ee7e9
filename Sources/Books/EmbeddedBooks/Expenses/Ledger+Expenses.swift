import Books
import Days
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

extension Ledger {
  typealias Expense = FreeAgent.Expense

  /// What is kept in columns of its own.
  private static let columns: Set<String> = [
    "user", "category", "dated_on", "currency", "gross_value", "native_gross_value",
    "sales_tax_rate", "project", "property", "stock_item", "stock_altering_quantity",
    "attachment", "mileage", "vehicle_type", "reclaim_mileage", "recurring", "next_recurs_on",
    "initial_rate_mileage", "reclaim_mileage_rate",
  ]

  /// The member that has the years of an asset, which is deprecated.
  private static let depreciationYears = "depreciation_schedule"

  func expense(_ id: Int64, seenBy caller: Caller) throws -> Expense {
    let row = try found(.expense, id)
    try require(caller, maySee: row["user"])
    return try expense(row)
  }

  /// Below the level for accounting, people see and claim their own expenses alone.
  private func require(_ caller: Caller, maySee user: Int64) throws {
    guard caller.level >= .accounting || caller.id == user else { throw FreeAgent.Failure.denied }
  }

  func expenses(
    _ filter: FreeAgent.ExpenseFilter, _ page: FreeAgent.PageRequest, seenBy caller: Caller
  ) throws -> Page<Expense> {
    var selection = Selection(.expense, order: "day DESC, id DESC")
    if caller.level < .accounting { selection.require("user", is: caller.id) }
    try selection.narrow(
      to: filter.view,
      [
        "all": "true", .recent: "day >= '\(today.adding(months: -3) ?? today)'",
        .recurring: "recurring IS NOT NULL",
      ])
    selection.require(from: filter.fromDate, through: filter.toDate, since: filter.updatedSince)
    try selection.require("project", filter.project, self, .project)
    try selection.require("user", filter.user, self, .user)
    return try self.page(of: selection, page).map(expense)
  }

  func add(_ new: Expense, by caller: Caller) throws -> Expense {
    let input = try resolve(new)
    try require(caller, maySee: input.user)
    var columns = try columns(of: input)
    if let attachment = new.attachment?.ifNew {
      columns["attachment"] = try add(attachment, level: .money)
    }
    let asset = try capitalAsset(
      in: input.category, on: input.day, new.description,
      depreciating: DepreciationProfile(of: new, years: Self.depreciationYears))
    columns.updateValue(asset, forKey: "capitalAsset")
    let id = try insert(.expense, columns)
    try payMileage(of: input.user, around: [input.day], writing: id)
    return try expense(try found(.expense, id))
  }

  func change(expense id: Int64, by changes: Expense, by caller: Caller) throws -> Expense {
    let row = try found(.expense, id)
    try require(caller, maySee: row["user"])
    try requireOpen(row, of: .expense)
    let input = try resolve(try expense(row).merged(with: changes))
    try require(caller, maySee: input.user)
    var columns = try columns(of: input)
    if row["attachment"] == nil, let attachment = changes.attachment?.ifNew {
      columns["attachment"] = try add(attachment, level: .money)
    }
    let oldAsset = row["capitalAsset"] as Int64?
    let asset = try capitalAsset(
      in: input.category, on: input.day, input.record.description,
      depreciating: depreciation(
        of: oldAsset, row, changedBy: changes, years: Self.depreciationYears),
      insteadOf: oldAsset)
    // An assignment of nil would leave the column out.
    columns.updateValue(asset, forKey: "capitalAsset")
    try update(.expense, id, columns)
    if let oldAsset, asset == nil { try deleteAsset(oldAsset) }
    let days = [input.day, row.day("day") ?? input.day]
    for user in Set([input.user, row["user"]]) {
      try payMileage(of: user, around: days, writing: id)
    }
    return try expense(try found(.expense, id))
  }

  func delete(expense id: Int64, by caller: Caller) throws {
    let row = try found(.expense, id)
    try require(caller, maySee: row["user"])
    try requireOpen(row, of: .expense)
    try delete(.expense, id)
    if let asset = row["capitalAsset"] as Int64? { try deleteAsset(asset) }
    try payMileage(of: row["user"], around: [row.day("day") ?? today])
  }

  private func columns(of input: ExpenseInput) throws -> Columns {
    let record = input.record
    var details = record.details(without: Self.columns)
    var columns: Columns = [
      "user": input.user, "category": input.category.storedCode,
      "day": input.day.description, "currency": input.currency.code, "project": input.project,
      "property": input.property, "stockItem": input.stockItem,
      "stockQuantity": try input.stockItem.map { _ in
        try stockQuantity(record.stockAlteringQuantity)
      }, "recurring": record.recurring?.rawValue,
    ]
    if input.project == nil {
      for name in ["rebill_type", "rebill_factor", "rebill_mileage_rate"] { details[name] = nil }
    } else if record.rebillType == nil {
      details["rebill_type"] = FreeAgent.RebillType.cost.member
    }
    if let journey = input.journey {
      // What it comes to is found together with the other journeys of the year.
      columns.merge([
        "miles": journey.miles.description, "vehicle": journey.vehicle.rawValue,
        "isReclaimed": input.isReclaimed, "currency": input.native.code,
        "ratesKnownOn": today.description,
        "gross": 0, "nativeGross": 0, "tax": 0, "nativeTax": 0,
      ]) { $1 }
      details.merge(engine(of: input)) { $1 }
    } else {
      let amounts = try amounts(of: input)
      details["sales_tax_rate"] = amounts.rate?.member
      columns.merge([
        "miles": nil, "vehicle": nil, "isReclaimed": false, "ratesKnownOn": nil,
        "gross": amounts.gross.minorUnits, "nativeGross": amounts.nativeGross.minorUnits,
        "tax": amounts.tax.minorUnits, "nativeTax": amounts.nativeTax.minorUnits,
      ]) { $1 }
    }
    columns["details"] = Details(details)
    return columns
  }

  /// The engine: petrol and the smallest size if nothing is said.
  private func engine(of input: ExpenseInput) -> [String: FreeAgent.JSON] {
    guard input.journey?.vehicle != .bicycle else { return [:] }
    let type = input.record.engineType ?? .petrol
    let sizes = Engine(rawValue: type.rawValue).flatMap { EngineChoice.on(input.day)?[$0] }
    let size = input.record.engineSize ?? sizes?.first
    return ["engine_type": type.member, "engine_size": size?.member ?? .null].filter {
      $0.value != .null
    }
  }
}

extension FreeAgent.Expense {
  /// The expense with changes, as if all of it had been sent at once.
  fileprivate func merged(with changes: Self) -> Self {
    var merged = withoutReadOnlyMembers
    merged.attachment = nil
    // What follows from others follows from them again. What a foreign amount is worth may have been said,
    // and is kept as long as that amount is.
    let isOtherAmount =
      changes.has(\.grossValue) && changes.grossValue != self.grossValue
      || changes.has(\.currency) && changes.currency != self.currency
    if isOtherAmount || merged.mileage != nil { merged.nativeGrossValue = nil }
    if merged.mileage != nil { merged.grossValue = nil }
    if changes.has(\.manualSalesTaxAmount), !changes.has(\.salesTaxRate) {
      merged.salesTaxRate = nil
    }
    if changes.has(\.salesTaxRate), !changes.has(\.manualSalesTaxAmount) {
      merged.manualSalesTaxAmount = nil
    }
    // A rate or an amount says that there is VAT.
    let tellsVAT = ["sales_tax_rate", "manual_sales_tax_amount"].contains {
      (changes.members[$0] ?? .null) != .null
    }
    if tellsVAT { merged.salesTaxStatus = nil }
    if changes.has(\.vehicleType) || changes.has(\.engineType), !changes.has(\.engineSize) {
      merged.engineSize = nil
    }
    for field in Self.schema.all where !field.traits.contains(.readOnly) {
      if let member = changes.members[field.name] { merged.members[field.name] = member }
    }
    return merged
  }
}
