import Books
import Days
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  typealias Explanation = FreeAgent.BankTransactionExplanation

  /// Explains a transaction, or a part of it; of an account alone a transaction is made too.
  func explain(_ body: Explanation) throws -> Explanation {
    try explanation(try write(try resolve(body, isNew: true)))
  }

  /// Changes an explanation: it is taken back and made anew, with the same id.
  ///
  /// - Throws: 422 also if anything that is locked would be another than before.
  func change(explanation id: Int64, by changes: Explanation) throws -> Explanation {
    let row = try found(.explanation, id)
    let names = Set(changes.withoutReadOnlyMembers.members.keys)
    if names.isSubset(of: ["marked_for_review"]),
      try DepreciationProfile(sentWith: changes) == nil
    {
      try changes.validate(isNew: false)
      try update(.explanation, id, ["isForReview": changes.markedForReview ?? row["isForReview"]])
      return try explanation(id)
    }
    try requireOpen(row, of: .explanation)
    let before = try explanation(id)
    let merged = before.merged(with: changes)
    let profile = try depreciation(of: row, changedBy: changes)
    // Files are deleted with what they are attached to; these are attached again.
    let files = try detachFiles(ofExplanation: id)
    let others = try (row["otherSide"] as Int64?).map { try detachFiles(ofExplanation: $0) } ?? []
    let asset = try (row["capitalAsset"] as Int64?).map { try found(.capitalAsset, $0) }
    let former = try takeBack(row)
    var input = try resolve(merged, isNew: false)
    input.depreciation = profile
    if let asset {
      input.keptAsset = ["id": asset["id"] as Int64, "createdAt": asset["createdAt"] as Int64]
    }
    _ = try write(
      input,
      as: ["id": id, "createdAt": row["createdAt"] as Int64, "attachment": files.first],
      otherSide: former)
    for file in files.dropFirst() { try attachBeside(file, toExplanation: id) }
    try attach(others, toOtherSideOf: id)
    let changed = try explanation(id)
    try requireLocked(of: before, in: changed)
    return changed
  }

  /// How the asset of an explanation that changes is depreciated; nil if nothing says so.
  private func depreciation(
    of row: Row, changedBy changes: Explanation
  ) throws -> DepreciationProfile? {
    guard let asset = row["capitalAsset"] as Int64? else {
      return try DepreciationProfile(sentWith: changes)
    }
    return try depreciation(of: asset, row, changedBy: changes, years: Self.assetYears)
      ?? keptDepreciation(of: asset)
  }

  /// The member that has the years of an asset, which is deprecated.
  private static let assetYears = "asset_life_years"

  /// Deletes an explanation and what it made; its transaction stays.
  func delete(explanation id: Int64) throws {
    let row = try found(.explanation, id)
    try requireOpen(row, of: .explanation)
    _ = try takeBack(row)
    try update(.bankTransaction, row["bankTransaction"], [:])
  }

  /// Writes an explanation with all that follows from it.
  ///
  /// - Parameters:
  ///   - input: the explanation.
  ///   - kept: columns of the one whose place it takes.
  ///   - former: the other side that a transfer had before.
  /// - Returns: its id.
  private func write(
    _ input: ExplanationInput, as kept: Columns = [:], otherSide former: FormerSide? = nil
  ) throws -> Int64 {
    let transaction =
      try input.transaction
      ?? addTransaction(
        in: input.account, on: input.day, amount: input.gross.minorUnits,
        text: input.record.description ?? "")
    let row = try found(.bankTransaction, transaction)
    var input = input
    input.kind = try kind(
      of: input, unexplained: Money(minorUnits: row["unexplained"], currency: input.currency))
    if input.transaction == nil, input.record.description == nil {
      try update(.bankTransaction, transaction, ["text": input.kind.rawValue])
    }
    var columns = try columns(of: input)
    columns.merge(kept) { _, kept in kept }
    columns["bankTransaction"] = transaction
    if (kept["attachment"] ?? nil) == nil, let attachment = input.record.attachment?.ifNew {
      columns["attachment"] = try add(attachment, level: .banking)
    }
    let id = try insert(.explanation, columns)
    try writeOtherSide(
      of: id, input, movedOn: row.day("day") ?? input.day, insteadOf: former)
    if let asset = input.disposedAsset {
      guard try found(.capitalAsset, asset)["disposedOn"] == nil else {
        throw FreeAgent.Failure.invalid("disposed_asset", "has been disposed of already")
      }
      try update(.capitalAsset, asset, ["disposedOn": input.day.description])
    }
    return id
  }

  private func columns(of input: ExplanationInput) throws -> Columns {
    let rule = input.kind.rule
    let tax = try salesTax(of: input)
    let isOfUser = [.paidToUser, .receivedFromUser].contains(input.kind)
    let paid = try settlement(of: input)
    var columns: Columns = [
      "account": input.account, "kind": input.kind.rawValue, "day": input.day.description,
      "gross": input.gross.minorUnits,
      "category": rule[.category] == nil ? nil : input.category?.storedCode,
      "taxRate": tax.rate?.percent.description, "tax": tax.amount?.minorUnits,
      "isForReview": input.record.markedForReview ?? false, "user": input.user,
      "document": paid?.document, "bill": paid?.bill, "settled": paid?.settled,
      "transferAccount": input.transferAccount,
      "project": rule[.project] == nil ? nil : input.project,
      "property": rule[.property] == nil ? nil : input.property,
      "disposedAsset": input.disposedAsset, "details": details(of: input),
    ]
    if isOfUser, input.category == nil { columns["category"] = NominalCode.smartUserPayment }
    if let item = input.stockItem {
      columns["stockItem"] = item
      columns["stockQuantity"] = try stockQuantity(input.record.stockAlteringQuantity)
    }
    if input.kind == .capitalAssetPurchase {
      columns["capitalAsset"] = try addAsset(
        on: input.day, input.record.description ?? input.category?.name ?? "",
        in: input.category,
        depreciating: input.depreciation
          ?? DepreciationProfile(of: input.record, years: Self.assetYears),
        as: input.keptAsset)
    }
    return columns
  }

  /// The members that nothing follows from, of those that the kind has.
  private func details(of input: ExplanationInput) -> Details {
    var details = input.record.details(without: Explanation.columns)
    for field in ExplanationField.allCases where input.kind.rule[field] == nil {
      details[field.rawValue] = nil
    }
    if input.project == nil {
      for name in ["rebill_type", "rebill_factor"] { details[name] = nil }
    }
    return Details(details)
  }

  /// What a document or a bill gets, in its currency and with its sign.
  private func settlement(
    of input: ExplanationInput
  ) throws -> (document: Int64?, bill: Int64?, settled: Int64)? {
    guard let paid = input.paid else { return nil }
    let value = try foreignValue(of: input, in: paid.currency).minorUnits
    let isBill = paid.kind == .bill
    let row = try found(isBill ? .bill : .document, paid.id)
    guard isBill || row["state"] == "sent" else {
      throw FreeAgent.Failure.unprocessable("\(paid.kind.name) is not open")
    }
    let due = (row["total"] as Int64) - (row["settled"] as Int64)
    // Money out pays a bill, so that it counts the other way round.
    let settled = isBill ? -value : value
    guard due.signum() == settled.signum() else {
      throw FreeAgent.Failure.unprocessable("\(paid.kind.name) has nothing left to pay")
    }
    return isBill ? (nil, paid.id, settled) : (paid.id, nil, settled)
  }

  /// The value in another currency, with the sign of the explanation.
  func foreignValue(of input: ExplanationInput, in currency: Currency) throws -> Money {
    guard currency != input.currency else { return input.gross }
    guard let value = input.record.foreignCurrencyValue, !value.isZero else {
      throw FreeAgent.Failure.blank("foreign_currency_value")
    }
    return try amount(value.signed(like: input.gross), in: currency, of: "foreign_currency_value")
  }

  /// Undoes what followed from an explanation, and deletes it.
  ///
  /// - Returns: the other side that it had; nil unless it was a transfer.
  private func takeBack(_ row: Row) throws -> FormerSide? {
    let id = row["id"] as Int64
    let former = try takeBackOtherSide(of: row)
    // What it paid changes before its sum does, and the contact with that.
    for table in [Table.document, .bill] {
      if let paid = row[table.rawValue] as Int64? { try update(table, paid, [:]) }
    }
    try delete(.explanation, id)
    if let asset = row["disposedAsset"] as Int64? {
      try update(.capitalAsset, asset, ["disposedOn": nil])
    }
    if let asset = row["capitalAsset"] as Int64? { try deleteAsset(asset) }
    return former
  }
}

extension NominalCode {
  /// What a user gets without a category.
  static let smartUserPayment = "900"
}

extension ExplanationInput.PaidThing.Kind {
  fileprivate var name: String {
    switch self {
    case .invoice: "Invoice"
    case .creditNote: "Credit note"
    case .bill: "Bill"
    }
  }
}
