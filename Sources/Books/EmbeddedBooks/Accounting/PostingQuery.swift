/// Which rows of the books post how much to which account, in expressions of SQL.
///
/// The sums of the ledger and its single postings are both made of it, so that they always agree.
struct PostingQuery {
  /// What it is for ever, below 100: the addresses of postings have it.
  let number: Int
  let source: PostingSource
  let code: String
  let currency: PostingCurrency
  /// The minor units of one row; a debit is positive.
  let units: String
  let tables: String
  let condition: String
  /// The day on which they are posted.
  let day: String
  /// The table whose rows these are; that of the source if a source has one row.
  let rows: String
  /// The contact that owes it or that it is owed to, if the account is 681 or 796; nil for none.
  let contact: String?
  private let group: String
  private let dayGroup: String

  init(
    _ number: Int, of source: PostingSource, to code: String, in currency: PostingCurrency,
    _ units: String, from tables: String, if condition: String = "true", on day: String? = nil,
    rows: String? = nil, owedBy contact: String? = nil, group: String = "1, 2",
    eachOf account: String? = nil
  ) {
    self.number = number
    self.source = source
    self.code = code
    self.currency = currency
    self.units = units
    self.tables = tables
    self.condition = condition
    self.day = day ?? "\(source.alias).day"
    self.rows = rows ?? source.alias
    self.contact = contact
    self.group = group
    // An index has the days of each account in order, and those of all accounts in none.
    dayGroup = [account, self.day].compactMap(\.self).joined(separator: ", ")
  }

  /// What is posted between two days in all: `code`, `currency`, `units`.
  var sums: String {
    """
    SELECT \(code) AS code, \(currency.expression) AS currency, sum(\(units)) AS units
    FROM \(tables) WHERE \(condition) AND \(day) BETWEEN :from AND :to GROUP BY \(group)
    """
  }

  /// What has a currency other than the company's and posts something between two days: `owner`, `code`,
  /// `currency`; nil if nothing can have one.
  var foreign: String? {
    guard let owner = currency.owner else { return nil }
    return """
      SELECT DISTINCT \(owner.alias).id AS owner, \(code) AS code,
        \(currency.expression) AS currency
      FROM \(tables)
      WHERE \(condition) AND \(day) BETWEEN :from AND :to AND (\(units)) <> 0
        AND \(owner.alias).currency <> :native
      ORDER BY 1
      """
  }

  /// What is posted on each day to the sub-accounts of an account: `code`, `day`, `units`.
  func days(ofSubAccountsOf account: String) -> String {
    """
    SELECT \(code) AS code, \(day) AS day, sum(\(units)) AS units
    FROM \(tables) WHERE \(condition) AND (\(code)) LIKE '\(account)-%' GROUP BY 1, 2
    """
  }

  /// What contacts owe and are owed in all: `contact`, `currency`, `units`; nil if it is of none.
  var debts: String? {
    guard let contact else { return nil }
    let codes = [LedgerAccount.debtors, LedgerAccount.creditors].map { "'\($0)'" }
    return """
      SELECT \(contact) AS contact, \(currency.expression) AS currency, sum(\(units)) AS units
      FROM \(tables)
      WHERE \(condition) AND \(contact) IS NOT NULL
        AND (\(code)) IN (\(codes.joined(separator: ", ")))
      GROUP BY 1, 2
      """
  }

  /// Each posting between two days.
  var lines: String { "\(line) AND \(day) BETWEEN :from AND :to" }

  /// How many postings there are on each day between two: `day`, `count`; a day may come several times.
  ///
  /// What they say is not read, so that the count costs a part of the list.
  ///
  /// - Parameter hasCode: whether those of one account alone count.
  func counts(ofCode hasCode: Bool) -> String {
    """
    SELECT \(day) AS day, count(*) AS count FROM \(tables)
    WHERE \(condition) AND \(day) BETWEEN :from AND :to AND (\(units)) <> 0
      AND \(hasCode ? Self.isOfCode(code) : "true")
    GROUP BY \(dayGroup)
    """
  }

  /// Whether an account is the one that is asked for, or a sub-account of it.
  static func isOfCode(_ code: String) -> String {
    "((\(code)) = :code OR substr((\(code)), 1, length(:code) + 1) = :code || '-')"
  }

  /// The posting of one row.
  var one: String { "\(line) AND \(rows).id = :row" }

  private var line: String {
    """
    SELECT \(rows).id * \(Self.limit) + \(number) AS id, \(code) AS code, \(currency.expression) AS currency,
      \(units) AS units, \(day) AS day, \(source.alias).createdAt AS createdAt,
      \(source.alias).updatedAt AS updatedAt, \(source.text) AS text,
      \(source.address) AS source
    FROM \(tables) WHERE \(condition)
    """
  }

  /// Above all numbers.
  static let limit = 100
}

/// What posts to the ledger.
enum PostingSource {
  case document, bill, expense, explanation, transaction, reconciliation, journal, payslip

  /// What its table is called in a query.
  var alias: String {
    switch self {
    case .document: "d"
    case .bill: "b"
    case .expense, .explanation: "e"
    case .transaction: "t"
    case .reconciliation: "c"
    case .journal: "s"
    case .payslip: "p"
    }
  }

  /// Its address, behind that of the books.
  var address: String {
    // The payslips of a pay run are in it, and have no addresses.
    switch self {
    case .payslip: "'payroll/' || r.year || '/' || r.period"
    default: "\(collection) || '/' || \(alias).id"
    }
  }

  /// What comes before the number in its address.
  private var collection: String {
    switch self {
    case .document: "iif(d.kind = 'invoice', 'invoices', 'credit_notes')"
    case .bill: "'bills'"
    case .expense: "'expenses'"
    case .explanation: "'bank_transaction_explanations'"
    case .transaction: "'bank_transactions'"
    case .reconciliation: "'credit_note_reconciliations'"
    case .journal: "'journal_sets'"
    case .payslip: "'payroll'"
    }
  }

  /// What it is about.
  var text: String {
    switch self {
    case .document:
      """
      (SELECT name FROM contact WHERE id = d.contact)
        || iif(d.kind = 'invoice', ' - Invoice ', ' - Credit Note ') || d.reference
      """
    case .bill:
      """
      (SELECT name FROM contact WHERE id = b.contact)
        || ' - Bill ' || json_extract(b.details, '$.reference')
      """
    case .expense: "json_extract(e.details, '$.description')"
    case .explanation: "coalesce(json_extract(e.details, '$.description'), e.kind)"
    case .transaction: "t.text"
    case .reconciliation:
      "(SELECT name FROM contact WHERE id = n.contact) || ' - Credit Note ' || n.reference"
    case .journal: "s.description"
    case .payslip:
      """
      (SELECT json_extract(details, '$.first_name') || ' ' || json_extract(details, '$.last_name')
        FROM user WHERE id = p.user) || ' - Payslip'
      """
    }
  }
}
