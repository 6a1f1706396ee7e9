import Days
import GRDB
import Money

/// The general ledger, as it follows from documents, bills, expenses, bank transactions and journals.
///
/// Nothing is posted for depreciation, corporation tax and pay, which the books do not work out.
///
/// The codes are those of the service: 681 trade debtors, 796 trade creditors, 818 and 819 VAT that is
/// claimed back and charged, 905 what users are owed for expenses, 761 transfers on their way, 390
/// differences of exchange rates, 450 bad debts, 604 assets that were sold.
extension Ledger {
  /// What was posted between two days, both included; since the begin of the books if the first is nil.
  func postings(from first: Day? = nil, through last: Day) throws -> Postings {
    let days: Columns = ["from": first?.description ?? "", "to": last.description]
    let native = try companyFacts().currency.code
    var postings = Postings()
    for query in Self.queries {
      var arguments = days
      if query.contains(":native") { arguments["native"] = native }
      for row in try rows(query, StatementArguments(arguments)) {
        try postings.post(row["units"] ?? 0, to: row["code"], in: row["currency"])
      }
    }
    return postings
  }

  /// What was there when the books began, which balances by the suspense account.
  func openingPostings() throws -> Postings {
    let native = try companyFacts().currency.code
    var postings = Postings()
    let sql = "SELECT id, currency, iif(isPersonal, 0, openingBalance) AS units FROM bankAccount"
    for row in try rows(sql) {
      let code = "\(LedgerAccount.bank)-\(row["id"] as Int64)"
      try postings.post(row["units"], to: code, in: row["currency"])
      try postings.post(-(row["units"] as Int64), to: LedgerAccount.suspense, in: row["currency"])
    }
    let entries = try rows(
      """
      SELECT \(Self.journalCode) AS code, e.debit AS units
      FROM journalEntry AS e JOIN journalSet AS s ON s.id = e.journalSet WHERE s.day IS NULL
      """)
    for row in entries {
      try postings.post(row["units"], to: row["code"], in: native)
      try postings.post(-(row["units"] as Int64), to: LedgerAccount.suspense, in: native)
    }
    return postings
  }

  private static let queries = documentQueries + purchaseQueries + bankQueries + [journalQuery]

  // MARK: - Documents

  private static let posted = "d.kind <> 'estimate' AND d.state IN ('sent', 'written_off')"

  private static let documentQueries = [
    """
    SELECT '681' AS code, d.currency, sum(d.total) AS units FROM document AS d
    WHERE \(posted) AND d.day BETWEEN :from AND :to GROUP BY d.currency
    """,
    """
    SELECT '819' AS code, d.currency, -sum(d.tax) AS units FROM document AS d
    WHERE \(posted) AND d.day BETWEEN :from AND :to GROUP BY d.currency
    """,
    """
    SELECT coalesce(i.category, '001') AS code, d.currency, -sum(i.net) AS units
    FROM documentItem AS i JOIN document AS d ON d.id = i.document
    WHERE \(posted) AND d.day BETWEEN :from AND :to GROUP BY code, d.currency
    """,
    writtenOff(to: "450", "+"), writtenOff(to: "681", "-"),
  ]

  /// What was left to pay of documents that were written off; its VAT is not claimed back.
  private static func writtenOff(to code: String, _ sign: String) -> String {
    """
    SELECT '\(code)' AS code, d.currency, \(sign)sum(d.total - d.settled) AS units
    FROM document AS d
    WHERE \(posted) AND d.state = 'written_off' AND d.writtenOffOn BETWEEN :from AND :to
    GROUP BY d.currency
    """
  }

  // MARK: - Purchases

  private static let purchaseQueries = [
    """
    SELECT '796' AS code, currency, -sum(total) AS units FROM bill
    WHERE day BETWEEN :from AND :to GROUP BY currency
    """,
    """
    SELECT '818' AS code, currency, sum(tax) AS units FROM bill
    WHERE day BETWEEN :from AND :to GROUP BY currency
    """,
    """
    SELECT i.category || coalesce('-' || a.type, '-' || i.stockItem, '') AS code, b.currency,
      sum(i.total - i.tax) AS units
    FROM billItem AS i JOIN bill AS b ON b.id = i.bill
      LEFT JOIN capitalAsset AS a ON a.id = i.capitalAsset
    WHERE b.day BETWEEN :from AND :to GROUP BY code, b.currency
    """,
    """
    SELECT '905-' || user AS code, :native AS currency, sum(nativeGross) AS units FROM expense
    WHERE day BETWEEN :from AND :to GROUP BY user
    """,
    """
    SELECT '818' AS code, :native AS currency, -sum(nativeTax) AS units FROM expense
    WHERE day BETWEEN :from AND :to
    """,
    """
    SELECT e.category || coalesce('-' || a.type,
        iif(e.category = '609', '-' || e.stockItem, NULL), '') AS code,
      :native AS currency, -sum(e.nativeGross - e.nativeTax) AS units
    FROM expense AS e LEFT JOIN capitalAsset AS a ON a.id = e.capitalAsset
    WHERE e.day BETWEEN :from AND :to GROUP BY code
    """,
  ]

  // MARK: - Bank

  /// What came and went at the bank, explained or not.
  ///
  /// The accounts of business are in the ledger as they are at the bank: what nobody has explained is
  /// held in suspense. Of personal accounts only what is explained concerns the company.
  ///
  /// A cross join makes SQLite begin with the few accounts, and take the index of an account's days.
  private static let bankQueries = [
    """
    SELECT '750-' || a.id AS code, a.currency, sum(t.unexplained) AS units
    FROM bankAccount AS a CROSS JOIN bankTransaction AS t ON t.account = a.id
    WHERE NOT a.isPersonal AND t.day BETWEEN :from AND :to GROUP BY a.id
    """,
    """
    SELECT '999' AS code, a.currency, -sum(t.unexplained) AS units
    FROM bankAccount AS a CROSS JOIN bankTransaction AS t ON t.account = a.id
    WHERE NOT a.isPersonal AND t.day BETWEEN :from AND :to GROUP BY a.currency
    """,
    """
    SELECT '750-' || a.id AS code, a.currency, sum(e.gross) AS units
    FROM bankAccount AS a CROSS JOIN explanation AS e ON e.account = a.id
    WHERE e.day BETWEEN :from AND :to GROUP BY a.id
    """,
    """
    SELECT CASE
        WHEN e.transferAccount IS NOT NULL THEN iif(o.currency = a.currency, '761', '390')
        WHEN e.document IS NOT NULL THEN iif(d.currency = a.currency, '681', '390')
        WHEN e.bill IS NOT NULL THEN iif(b.currency = a.currency, '796', '390')
        WHEN e.disposedAsset IS NOT NULL THEN '604' || coalesce('-' || disposed.type, '')
        WHEN e.category BETWEEN '900' AND '910' THEN e.category || coalesce('-' || e.user, '')
        WHEN e.category IS NOT NULL
          THEN e.category || coalesce('-' || bought.type,
            iif(e.category = '609', '-' || e.stockItem, NULL), '')
        WHEN e.stockItem IS NOT NULL THEN iif(e.gross < 0, '609-' || e.stockItem, '001')
        ELSE '999' END AS code,
      a.currency, -sum(e.gross - coalesce(e.tax, 0)) AS units
    FROM bankAccount AS a CROSS JOIN explanation AS e ON e.account = a.id
      LEFT JOIN bankAccount AS o ON o.id = e.transferAccount
      LEFT JOIN document AS d ON d.id = e.document LEFT JOIN bill AS b ON b.id = e.bill
      LEFT JOIN capitalAsset AS disposed ON disposed.id = e.disposedAsset
      LEFT JOIN capitalAsset AS bought ON bought.id = e.capitalAsset
    WHERE e.day BETWEEN :from AND :to GROUP BY code, a.currency
    """,
    """
    SELECT iif(e.disposedAsset IS NOT NULL OR e.category < '096'
        OR e.category IS NULL AND e.gross > 0, '819', '818') AS code,
      a.currency, -sum(e.tax) AS units
    FROM bankAccount AS a CROSS JOIN explanation AS e ON e.account = a.id
    WHERE e.tax <> 0 AND e.day BETWEEN :from AND :to GROUP BY code, a.currency
    """,
    settledAbroad("document", "681", "-"), settledAbroad("document", "390", "+"),
    settledAbroad("bill", "796", "+"), settledAbroad("bill", "390", "-"),
  ]

  /// What documents or bills got from accounts of another currency, in their own.
  private static func settledAbroad(_ table: String, _ code: String, _ sign: String) -> String {
    """
    SELECT '\(code)' AS code, d.currency, \(sign)sum(e.settled) AS units
    FROM explanation AS e JOIN bankAccount AS a ON a.id = e.account
      JOIN \(table) AS d ON d.id = e.\(table)
    WHERE d.currency <> a.currency AND e.day BETWEEN :from AND :to GROUP BY d.currency
    """
  }

  // MARK: - Journals

  private static let journalCode = """
    e.category || coalesce(
      '-' || e.user, '-' || e.capitalAssetType, '-' || e.stockItem, '')
    """

  private static let journalQuery = """
    SELECT \(journalCode) AS code, :native AS currency, sum(e.debit) AS units
    FROM journalEntry AS e JOIN journalSet AS s ON s.id = e.journalSet
    WHERE s.day BETWEEN :from AND :to GROUP BY 1
    """
}
