import Days
import GRDB
import Money

/// The general ledger, as it follows from documents, bills, expenses, bank transactions and journals.
///
/// Nothing is posted for depreciation and corporation tax, which the books do not work out.
///
/// The codes are those of the service: 681 trade debtors, 796 trade creditors, 792 and 793 what is owed for
/// hire purchases, 818 and 819 VAT that is claimed back and charged, 824 VAT of digital services, 905 what
/// users are owed for expenses, 761 transfers on their way, 390 differences of exchange rates, 450 bad
/// debts, 604 assets that were sold.
///
/// An account at the bank is on 750 as the bank has it, on the days of its transactions. What they were
/// for is posted on the day of the explanation. Between two days that differ the amount is on 760,
/// unpresented items, as a cheque is between its date and the day on which the bank pays it; 761 has
/// what lies between the two explanations of a transfer.
///
/// A document is in the ledger at its own exchange rate, if it has one, and all else at the usual rate.
extension Ledger {
  /// What was posted between two days, both included; since the beginning of the books if the first is nil.
  func postings(from first: Day? = nil, through last: Day) throws -> Postings {
    var postings = Postings()
    for query in Self.postingQueries.map(\.sums) {
      let arguments = try arguments(ofPostings: query, from: first, through: last)
      for row in try rows(query, arguments) {
        try postings.post(row["units"] ?? 0, to: row["code"], in: row["currency"])
      }
    }
    return postings
  }

  /// The values of the parameters that a query of postings has.
  ///
  /// - Parameter others: the values of parameters that are not of every query.
  func arguments(
    ofPostings query: String, from first: Day? = nil, through last: Day, others: Columns = [:]
  ) throws -> StatementArguments {
    let company = try companyFacts()
    var values = others
    values["from"] = first?.description ?? ""
    values["to"] = last.description
    values["native"] = company.currency.code
    for (name, value) in company.vatParameters { values[name] = value }
    return StatementArguments(values.filter { query.contains(":\($0.key)") })
  }

  /// What was there when the books began, which balances by the suspense account.
  func openingPostings() throws -> Postings {
    let native = RatedCurrency(try companyFacts().currency)
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

  /// All that is posted, but for what was there when the books began.
  static let postingQueries: [PostingQuery] =
    documentQueries + purchaseQueries + bankQueries + settledAbroad + reconciliationQueries
    + [journalQuery] + payrollQueries

  // MARK: - Documents

  private static let documentVAT = VATShares(tax: "d.tax", day: "d.day", details: "d.details")
  private static let itemVAT = VATShares(tax: "i.tax", day: "d.day", details: "d.details")

  private static let documentQueries: [PostingQuery] = [
    ofDocument(1, to: "'681'", "d.total", owedBy: "d.contact"),
    ofDocument(2, to: "'819'", "-\(documentVAT.charged)"),
    ofDocument(3, to: "'824'", "-\(documentVAT.owedAbroad)"),
    ofDocument(
      4, to: "coalesce(i.category, '001')", "-(i.net + i.tax - \(itemVAT.ofSale))",
      from: "documentItem AS i JOIN document AS d ON d.id = i.document", rows: "i"),
    writtenOff(5, to: "'450'", "d.total - d.settled"),
    writtenOff(6, to: "'681'", "d.settled - d.total", owedBy: "d.contact"),
  ]

  private static func ofDocument(
    _ number: Int, to code: String, _ units: String, from tables: String = "document AS d",
    if condition: String = "true", on day: String? = nil, rows: String? = nil,
    owedBy contact: String? = nil
  ) -> PostingQuery {
    PostingQuery(
      number, of: .document, to: code, in: .document("d"), units, from: tables,
      if: "d.kind <> 'estimate' AND d.state IN ('sent', 'written_off') AND \(condition)",
      on: day, rows: rows, owedBy: contact)
  }

  /// What was left to pay of documents that were written off; its VAT is not claimed back.
  private static func writtenOff(
    _ number: Int, to code: String, _ units: String, owedBy contact: String? = nil
  ) -> PostingQuery {
    ofDocument(
      number, to: code, units, if: "d.state = 'written_off'", on: "d.writtenOffOn",
      owedBy: contact)
  }

  // MARK: - Purchases

  private static let billVAT = VATShares(tax: "b.tax", day: "b.day", details: "b.details")
  private static let billItemVAT = VATShares(tax: "i.tax", day: "b.day", details: "b.details")
  private static let expenseVAT = VATShares(
    tax: "e.nativeTax", day: "e.day", details: "e.details")

  private static let purchaseQueries: [PostingQuery] = [
    ofBill(11, to: creditor("b"), "-b.total", owedBy: "b.contact"),
    ofBill(12, to: "'818'", billVAT.reclaimed),
    ofBill(13, to: "'819'", "-\(billVAT.selfCharged)"),
    ofBill(
      14, to: "i.category || coalesce('-' || a.type, '-' || i.stockItem, '')",
      "i.total - \(billItemVAT.ofPurchase)",
      from: """
        billItem AS i JOIN bill AS b ON b.id = i.bill
          LEFT JOIN capitalAsset AS a ON a.id = i.capitalAsset
        """, rows: "i"),
    ofExpense(21, to: "'905-' || e.user", "e.nativeGross"),
    ofExpense(22, to: "'818'", "-\(expenseVAT.reclaimed)"),
    ofExpense(23, to: "'819'", expenseVAT.selfCharged),
    ofExpense(
      24,
      to: """
        e.category || coalesce('-' || a.type,
          iif(e.category = '609', '-' || e.stockItem, NULL), '')
        """, "-(e.nativeGross - \(expenseVAT.ofPurchase))",
      from: "expense AS e LEFT JOIN capitalAsset AS a ON a.id = e.capitalAsset"),
  ]

  /// The account on which a bill is owed: that of its hire purchase, or trade creditors.
  ///
  /// A hire purchase is owed for longer than a year if it ends more than a year after the bill’s day. How
  /// the service divides what is owed between the two accounts, its documents do not say.
  static func creditor(_ bill: String) -> String {
    """
    coalesce((
      SELECT iif(\(bill).dueDay > date(\(bill).day, '+1 year'), '793-', '792-') || h.id
      FROM hirePurchase AS h WHERE h.bill = \(bill).id), '796')
    """
  }

  private static func ofBill(
    _ number: Int, to code: String, _ units: String, from tables: String = "bill AS b",
    rows: String? = nil, owedBy contact: String? = nil
  ) -> PostingQuery {
    PostingQuery(
      number, of: .bill, to: code, in: .bill, units, from: tables, rows: rows, owedBy: contact)
  }

  private static func ofExpense(
    _ number: Int, to code: String, _ units: String, from tables: String = "expense AS e"
  ) -> PostingQuery {
    PostingQuery(number, of: .expense, to: code, in: .company, units, from: tables)
  }

  // MARK: - Bank

  private static let bankVAT = VATShares(
    tax: "coalesce(e.tax, 0)", day: "e.day", details: "e.details")

  private static let isSale = """
    (e.disposedAsset IS NOT NULL
      OR coalesce(e.category, iif(e.gross > 0, '001', '609')) < '096')
    """

  /// What came and went at the bank, explained or not.
  ///
  /// The accounts of business are in the ledger as they are at the bank: what nobody has explained is
  /// held in suspense. Of personal accounts only what is explained concerns the company.
  /// Number 33 was what explanations posted to the bank, and is not used again.
  ///
  /// What has no category is stock, or an asset that was sold.
  private static let bankQueries: [PostingQuery] = [
    transactions(
      31, to: "'750-' || a.id", "iif(a.isPersonal, t.amount - t.unexplained, t.amount)",
      group: "a.id"),
    // An index has those that are not explained, which are few.
    transactions(
      32, to: "'999'", "-t.unexplained", if: "NOT a.isPersonal AND t.unexplained <> 0"),
    explained(
      34,
      to: """
        CASE
          WHEN e.transferAccount IS NOT NULL THEN iif(o.currency = a.currency, '761', '390')
          WHEN e.document IS NOT NULL
            THEN iif(d.currency = a.currency AND d.exchangeRate IS NULL, '681', '390')
          WHEN e.bill IS NOT NULL THEN iif(b.currency = a.currency, \(creditor("b")), '390')
          WHEN e.disposedAsset IS NOT NULL THEN '604' || coalesce('-' || disposed.type, '')
          WHEN e.category BETWEEN '900' AND '910' THEN e.category || coalesce('-' || e.user, '')
          WHEN e.category IS NOT NULL
            THEN e.category || coalesce('-' || bought.type,
              iif(e.category = '609', '-' || e.stockItem, NULL), '')
          WHEN e.stockItem IS NOT NULL THEN iif(e.gross < 0, '609-' || e.stockItem, '001')
          ELSE '999' END
        """, "-(e.gross - iif(\(isSale), \(bankVAT.ofSale), \(bankVAT.ofPurchase)))",
      joining: """
        LEFT JOIN bankAccount AS o ON o.id = e.transferAccount
        LEFT JOIN document AS d ON d.id = e.document LEFT JOIN bill AS b ON b.id = e.bill
        LEFT JOIN capitalAsset AS disposed ON disposed.id = e.disposedAsset
        LEFT JOIN capitalAsset AS bought ON bought.id = e.capitalAsset
        """, owedBy: "coalesce(d.contact, b.contact)"),
    explained(
      35, to: "'818'", "-iif(\(isSale), 0, \(bankVAT.reclaimed))", if: "e.tax <> 0"),
    explained(
      36, to: "'819'", "iif(\(isSale), -\(bankVAT.charged), \(bankVAT.selfCharged))",
      if: "e.tax <> 0"),
    explained(
      37, to: "'824'", "-iif(\(isSale), \(bankVAT.owedAbroad), 0)", if: "e.tax <> 0"),
    explained(38, to: "'760'", "-e.gross", if: isOfTwoDays, on: "e.bankDay"),
    explained(39, to: "'760'", "e.gross", if: isOfTwoDays),
  ]

  /// Whether an explanation is of another day than its transaction.
  private static let isOfTwoDays = "e.bankDay IS NOT NULL"

  // A cross join makes SQLite begin with the few accounts, and take the index of an account's days.

  private static func transactions(
    _ number: Int, to code: String, _ units: String, if condition: String = "true",
    group: String = "1, 2"
  ) -> PostingQuery {
    PostingQuery(
      number, of: .transaction, to: code, in: .account, units,
      from: "bankAccount AS a CROSS JOIN bankTransaction AS t ON t.account = a.id",
      if: condition, group: group, eachOf: "a.id")
  }

  private static func explained(
    _ number: Int, to code: String, _ units: String, joining joins: String = "",
    if condition: String = "true", on day: String? = nil, owedBy contact: String? = nil
  ) -> PostingQuery {
    PostingQuery(
      number, of: .explanation, to: code, in: .account, units,
      from: "bankAccount AS a CROSS JOIN explanation AS e ON e.account = a.id \(joins)",
      if: condition, on: day, owedBy: contact, eachOf: "a.id")
  }

  /// What documents and bills got from accounts of another currency, in their own; and documents that have
  /// a rate of their own, at that.
  ///
  /// What was got is worth something else than what it settles: the difference is on 390.
  private static let settledAbroad: [PostingQuery] = [
    settledDocument(41, to: "'681'", "-e.settled"), settledDocument(42, to: "'390'", "e.settled"),
    settledBill(43, to: creditor("b"), "e.settled"), settledBill(44, to: "'390'", "-e.settled"),
  ]

  private static func settledDocument(
    _ number: Int, to code: String, _ units: String
  ) -> PostingQuery {
    PostingQuery(
      number, of: .explanation, to: code, in: .document("d"), units,
      from: """
        explanation AS e JOIN bankAccount AS a ON a.id = e.account
          JOIN document AS d ON d.id = e.document
        """, if: "(d.currency <> a.currency OR d.exchangeRate IS NOT NULL)",
      owedBy: "d.contact")
  }

  private static func settledBill(
    _ number: Int, to code: String, _ units: String
  ) -> PostingQuery {
    PostingQuery(
      number, of: .explanation, to: code, in: .bill, units,
      from: """
        explanation AS e JOIN bankAccount AS a ON a.id = e.account
          JOIN bill AS b ON b.id = e.bill
        """, if: "b.currency <> a.currency", owedBy: "b.contact")
  }

  /// What credit notes settle of invoices that have another rate: each is settled at its own.
  ///
  /// At which rate the reconciliation itself is does not matter, as nothing is paid.
  private static let reconciliationQueries: [PostingQuery] = [
    reconciled(45, of: "d", to: "'681'", "-c.gross"),
    reconciled(46, of: "d", to: "'390'", "c.gross"),
    reconciled(47, of: "n", to: "'681'", "c.gross"),
    reconciled(48, of: "n", to: "'390'", "-c.gross"),
  ]

  private static func reconciled(
    _ number: Int, of document: String, to code: String, _ units: String
  ) -> PostingQuery {
    PostingQuery(
      number, of: .reconciliation, to: code,
      in: .document(document), units,
      from: """
        creditNoteReconciliation AS c JOIN document AS d ON d.id = c.invoice
          JOIN document AS n ON n.id = c.creditNote
        """, if: "d.exchangeRate IS NOT n.exchangeRate", owedBy: "\(document).contact")
  }

  // MARK: - Journals

  private static let journalCode = """
    e.category || coalesce(
      '-' || e.user, '-' || e.capitalAssetType, '-' || e.stockItem, '-' || e.hirePurchase, '')
    """

  private static let journalQuery = PostingQuery(
    51, of: .journal, to: journalCode, in: .company, "e.debit",
    from: "journalEntry AS e JOIN journalSet AS s ON s.id = e.journalSet",
    if: "s.day IS NOT NULL", rows: "e")

  // MARK: - Pay

  /// What pay costs, and whom it is owed to.
  ///
  /// Source: the page “How-to Guides”, “Connecting payroll software”, for the codes.
  private static let payrollQueries: [PostingQuery] = [
    ofPayslip(61, to: "iif(p.isDirector, '407', '401')", "p.gross"),
    ofPayslip(62, to: "iif(p.isDirector, '408', '402')", "p.employerNI"),
    ofPayslip(63, to: "iif(p.isDirector, '409', '403')", "p.employerPension"),
    ofPayslip(64, to: "'814'", "-(p.tax + p.employeeNI + p.employerNI + p.loans)"),
    ofPayslip(65, to: "'813'", "-(p.employeePension + p.employerPension)"),
    ofPayslip(66, to: "'815'", "-p.otherDeductions"),
    ofPayslip(
      67, to: "'902-' || p.user",
      "p.tax + p.employeeNI + p.loans + p.employeePension + p.otherDeductions - p.gross"),
  ]

  private static func ofPayslip(
    _ number: Int, to code: String, _ units: String
  ) -> PostingQuery {
    PostingQuery(
      number, of: .payslip, to: code, in: .company, units,
      from: "payslip AS p JOIN payrollPeriod AS r ON r.id = p.payrollPeriod")
  }
}
