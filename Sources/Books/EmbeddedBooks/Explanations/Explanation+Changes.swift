import Books
import FreeAgentAPI

extension FreeAgent.BankTransactionExplanation {
  /// What is kept in columns of its own, because something follows from it.
  static let columns: Set<String> = [
    "bank_account", "bank_transaction", "dated_on", "gross_value", "category", "sales_tax_rate",
    "sales_tax_value", "attachment", "marked_for_review", "project", "paid_invoice", "paid_bill",
    "foreign_currency_value", "paid_user", "transfer_bank_account", "stock_item",
    "stock_altering_quantity", "disposed_asset", "property",
  ]

  /// The explanation with changes, as if all of it had been sent at once.
  func merged(with changes: Self) -> Self {
    var merged = withoutReadOnlyMembers
    merged.bankAccount = nil
    merged.attachment = nil
    // The amount of a rate follows from it again.
    if merged.salesTaxRate != nil { merged.salesTaxValue = nil }
    if changes.has(\.salesTaxValue), !changes.has(\.salesTaxRate) { merged.salesTaxRate = nil }
    if changes.has(\.salesTaxRate), !changes.has(\.salesTaxValue) { merged.salesTaxValue = nil }
    // A rate or an amount says that there is VAT.
    let tellsVAT = ["sales_tax_rate", "sales_tax_value"].contains {
      (changes.members[$0] ?? .null) != .null
    }
    if tellsVAT { merged.salesTaxStatus = nil }
    merged.forgetOldKind(changes)
    for field in Self.schema.all where !field.traits.contains(.readOnly) {
      if ["bank_account", "bank_transaction"].contains(field.name) { continue }
      if let member = changes.members[field.name] { merged.members[field.name] = member }
    }
    return merged
  }

  /// What says of another kind is forgotten with the change of the kind.
  private mutating func forgetOldKind(_ changes: Self) {
    var decisive = ExplanationProblem.decisive.map(\.rawValue)
    let new = (decisive + ["nominal_code"]).filter { name in
      let member = changes.members[name] ?? .null
      return member != .null && member != .text("")
    }
    guard !new.isEmpty else { return }
    // A user's category and the user go together.
    let codes = [changes, self].compactMap { $0.nominalCode ?? $0.category?.id?.description }
    if codes.first.flatMap({ NominalCode($0) })?.group == .user {
      decisive.removeAll { ["category", "paid_user"].contains($0) }
    }
    for name in decisive { members[name] = nil }
    if new.contains("nominal_code") { self.category = nil }
  }
}
