import Books
import FreeAgentAPI
import GRDB

/// What is bought with a bill and paid in instalments, each of which is explained as a payment of the bill.
///
/// Journals correct what is owed for it. Companies outside the United Kingdom have none.
///
/// Source: the page “Hire Purchases”; the support article “Record an asset bought on hire purchase”.
extension Ledger {
  typealias HirePurchase = FreeAgent.HirePurchase

  func hirePurchase(_ id: Int64) throws -> HirePurchase {
    try requireHirePurchases()
    return try hirePurchase(try found(.hirePurchase, id))
  }

  func hirePurchases(_ page: FreeAgent.PageRequest) throws -> Page<HirePurchase> {
    try requireHirePurchases()
    return try self.page(of: Selection(.hirePurchase, order: "id"), page).map(hirePurchase)
  }

  private func hirePurchase(_ row: Row) throws -> HirePurchase {
    let id = row["id"] as Int64
    let words = try description(ofHirePurchase: id)
    return HirePurchase {
      $0.url = link(id)
      $0.description = words
      $0.bill = link(row["bill"] as Int64)
      $0.liabilitiesOverOneYearCategory = link("793-\(id)")
      $0.liabilitiesUnderOneYearCategory = link("792-\(id)")
    }
  }

  /// What is bought, in the words of the bill: those of its first line, or else its comments or reference.
  func description(ofHirePurchase id: Int64) throws -> String {
    try value(
      String.self,
      """
      SELECT coalesce(
        (SELECT json_extract(i.details, '$.description') FROM billItem AS i
          WHERE i.bill = b.id ORDER BY i.id LIMIT 1),
        json_extract(b.details, '$.comments'), json_extract(b.details, '$.reference'))
      FROM hirePurchase AS h JOIN bill AS b ON b.id = h.bill WHERE h.id = ?
      """, [id]) ?? ""
  }

  private func requireHirePurchases() throws {
    guard try companyFacts().kind != .other else { throw FreeAgent.Failure.notFound }
  }

  /// Sees that what a bill says of a hire purchase can be so.
  func requireHirePurchase(of bill: FreeAgent.Bill) throws {
    guard bill.isPaidByHirePurchase == true else { return }
    let name = "is_paid_by_hire_purchase"
    guard try companyFacts().kind != .other else {
      throw FreeAgent.Failure.invalid(name, "is not available to this company")
    }
    guard bill.recurring == nil else {
      throw FreeAgent.Failure.invalid(name, "can't be set for a recurring bill")
    }
  }

  /// Makes the hire purchase of a bill that says it is paid by one, and takes it from one that does not.
  ///
  /// What ``requireHirePurchase(of:)`` refuses has none, as bills may say so that are older than the rule.
  func setHirePurchase(ofBill bill: Int64) throws {
    let row = try found(.bill, bill)
    let record = FreeAgent.Bill(details: row) { _ in }
    let known = try value(Int64.self, "SELECT id FROM hirePurchase WHERE bill = ?", [bill])
    let kind = try companyFacts().kind
    let isWanted =
      record.isPaidByHirePurchase == true && record.recurring == nil && kind != .other
    switch (isWanted, known) {
    case (true, nil): try insert(.hirePurchase, ["bill": bill])
    case (false, let known?):
      try requireNoJournals(ofBill: bill)
      try delete(.hirePurchase, known)
      for code in ["792", "793"] { memo.categories["\(code)-\(known)"] = nil }
    default: return
    }
    // What is owed to the contact moves to another account, or back.
    try update(.contact, row["contact"], [:])
  }

  /// Sees that no journal is on the accounts of a bill’s hire purchase, so that it can be removed.
  ///
  /// - Throws: 422 if one is.
  func requireNoJournals(ofBill bill: Int64) throws {
    let sql = """
      SELECT 1 FROM journalEntry AS e JOIN hirePurchase AS h ON h.id = e.hirePurchase
      WHERE h.bill = ?
      """
    guard try !exists(sql, [bill]) else {
      throw FreeAgent.Failure.unprocessable("Hire purchase has journal entries")
    }
  }
}
