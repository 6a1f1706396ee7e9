/// Which rows of the books post how much to which account, in expressions of SQL.
///
/// The sums of the ledger and its single postings are both made of it, so that they always agree.
struct PostingQuery {
  /// What it is for ever, below 100: the addresses of postings have it.
  let number: Int
  let source: PostingSource
  let code: String
  let currency: String
  /// The minor units of one row; a debit is positive.
  let units: String
  let tables: String
  let condition: String
  /// The day on which they are posted.
  let day: String
  /// The table whose rows these are; that of the source if a source has one row.
  let rows: String
  private let group: String

  init(
    _ number: Int, of source: PostingSource, to code: String, in currency: String,
    _ units: String, from tables: String, if condition: String = "true", on day: String? = nil,
    rows: String? = nil, group: String = "1, 2"
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
    self.group = group
  }

  /// What is posted between two days in all: `code`, `currency`, `units`.
  var sums: String {
    """
    SELECT \(code) AS code, \(currency) AS currency, sum(\(units)) AS units
    FROM \(tables) WHERE \(condition) AND \(day) BETWEEN :from AND :to GROUP BY \(group)
    """
  }

  /// Each posting between two days.
  var lines: String { "\(line) AND \(day) BETWEEN :from AND :to" }

  /// The posting of one row.
  var one: String { "\(line) AND \(rows).id = :row" }

  private var line: String {
    """
    SELECT \(rows).id * \(Self.limit) + \(number) AS id, \(code) AS code, \(currency) AS currency,
      \(units) AS units, \(day) AS day, \(source.alias).createdAt AS createdAt,
      \(source.alias).updatedAt AS updatedAt, \(source.text) AS text,
      \(source.collection) || '/' || \(source.alias).id AS source
    FROM \(tables) WHERE \(condition)
    """
  }

  /// Above all numbers.
  static let limit = 100
}

/// What posts to the ledger.
enum PostingSource {
  case document, bill, expense, explanation, transaction, journal

  /// What its table is called in a query.
  var alias: String {
    switch self {
    case .document: "d"
    case .bill: "b"
    case .expense, .explanation: "e"
    case .transaction: "t"
    case .journal: "s"
    }
  }

  /// What comes before the number in its address.
  var collection: String {
    switch self {
    case .document: "iif(d.kind = 'invoice', 'invoices', 'credit_notes')"
    case .bill: "'bills'"
    case .expense: "'expenses'"
    case .explanation: "'bank_transaction_explanations'"
    case .transaction: "'bank_transactions'"
    case .journal: "'journal_sets'"
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
    case .journal: "s.description"
    }
  }
}
