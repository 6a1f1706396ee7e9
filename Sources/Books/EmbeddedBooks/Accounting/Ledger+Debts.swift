import GRDB

/// What contacts owe and are owed, as what is left to pay of their documents and bills has it.
///
/// It is what the postings to 681 and 796 come to that are of a contact: journals, opening balances and
/// bank entries of these accounts are of none, and hire purchases are on others.
extension Ledger {
  /// What is left to pay: `contact`, `code`, `currency`, `units`; what the company owes is negative.
  ///
  /// - Parameter condition: which documents and bills count.
  static func debts(if condition: String = "true") -> String {
    """
    SELECT contact, '\(LedgerAccount.debtors)' AS code,
      \(RatedCurrency.expression(code: "currency", rate: "exchangeRate")) AS currency,
      sum(total - settled) AS units
    FROM document WHERE kind <> 'estimate' AND state = 'sent' AND \(condition) GROUP BY 1, 2, 3
    UNION ALL
    SELECT contact, '\(LedgerAccount.creditors)', currency, sum(settled - total)
    FROM bill
    WHERE \(creditor("bill")) = '\(LedgerAccount.creditors)' AND \(condition) GROUP BY 1, 2, 3
    """
  }

  /// What contacts owe in a currency.
  private struct Debt: Hashable {
    let contact: Int64
    let currency: RatedCurrency
  }

  /// The contacts whose balance is another one than the ledger has of them.
  func debtDifferences() throws -> [BooksDifference] {
    var missing: [Debt: Int64] = [:]
    for row in try rows(Self.debts()) {
      missing[Debt(contact: row["contact"], currency: row["currency"]), default: 0] +=
        row["units"] as Int64
    }
    for sql in Self.postingQueries.compactMap(\.debts) {
      for row in try rows(sql, arguments(ofPostings: sql, through: today)) {
        missing[Debt(contact: row["contact"], currency: row["currency"]), default: 0] -=
          row["units"] as Int64
      }
    }
    return missing.filter { $0.value != 0 }
      .sorted { ($0.key.contact, $0.key.currency.code) < ($1.key.contact, $1.key.currency.code) }
      .map { debt, units in
        BooksDifference(
          subject: "contact \(debt.contact)", rule: "its balance is what 681 and 796 have of it",
          found: "\(units) \(debt.currency.code) more")
      }
  }
}
