public import Flowline
import FoundationEssentials
import GRDB

extension SQLiteJournalStore {
  /// Reads a page from an index; no journal is read.
  public func list(_ query: SessionQuery) async throws(StoreFailure) -> SessionPage {
    let place = file.path
    let end = try query.after.map { text throws(StoreFailure) in
      guard let end = PageEnd(text) else {
        throw StoreFailure(.unknownPage, at: place, "no page ends like this")
      }
      return end
    }
    let limit = max(1, query.limit)
    // Those of one standing are in the order of an index; those of several are merged from theirs.
    let isForAll = query.standings.count == SessionSummary.Standing.Kind.allCases.count
    let standings: [String?] =
      isForAll && query.user != nil ? [nil] : query.standings.map { $0.rawValue }.sorted()
    let rows = try await read { db in
      try standings.flatMap { standing in
        try GRDB.Row.fetchAll(db, ListStatement(query, standing, end).request(limit + 1))
          .compactMap { StoredRow($0) }
      }
    }
    let sorted = rows.sorted { query.newestFirst ? $0.end > $1.end : $0.end < $1.end }
    let page = sorted.prefix(limit)
    return SessionPage(
      page.map(\.item), next: sorted.count > limit ? page.last?.end.text : nil)
  }
}

/// Where a page ends: the last change of its last session, and the session's number.
struct PageEnd: Comparable, Sendable {
  let changed: Int64
  let number: Int64

  var text: String { "\(changed)-\(number)" }

  static func < (left: Self, right: Self) -> Bool {
    (left.changed, left.number) < (right.changed, right.number)
  }
}

extension PageEnd {
  init?(_ text: String) {
    let parts = text.split(separator: "-").compactMap { Int64($0) }
    guard parts.count == 2 else { return nil }
    self.init(changed: parts[0], number: parts[1])
  }
}

/// The statement of a list, for one standing or for any.
struct ListStatement {
  let sql: String
  let arguments: StatementArguments

  init(_ query: SessionQuery, _ standing: String?, _ end: PageEnd?) {
    var conditions: [String] = []
    var arguments = StatementArguments()
    func add(_ condition: String, _ values: any DatabaseValueConvertible...) {
      conditions.append(condition)
      arguments += StatementArguments(values)
    }
    if let user = query.user { add("user = ?", user.rawValue) }
    if let standing { add("standing = ?", standing) }
    if let flow = query.flow { add("flow = ?", flow.rawValue) }
    if let moment = query.changedBefore { add("changed < ?", moment.microseconds) }
    if let end {
      add("(changed, number) \(query.newestFirst ? "<" : ">") (?, ?)", end.changed, end.number)
    }
    let direction = query.newestFirst ? "DESC" : "ASC"
    let condition = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
    sql = """
      SELECT id, user, changed, summary, number FROM session \(condition)
      ORDER BY changed \(direction), number \(direction) LIMIT ?
      """
    self.arguments = arguments
  }

  func request(_ limit: Int) -> SQLRequest<GRDB.Row> {
    SQLRequest(sql: sql, arguments: arguments + [limit])
  }
}

/// A session's row, read for a list.
struct StoredRow: Sendable {
  let item: SessionPage.Item
  let end: PageEnd

  init?(_ row: GRDB.Row) {
    guard let id = UUID(bytes: row[0]), let json = try? JSONValue(parsing: row[3] as String),
      let summary = SessionSummary(json: json)
    else { return nil }
    let changed: Int64 = row[2]
    let key = SessionKey(UserID(row[1] as String), id)
    item = SessionPage.Item(
      key, StoredSession(id, summary, changed: Date(microseconds: changed), isInUse: false))
    end = PageEnd(changed: changed, number: row.count > 4 ? row[4] : 0)
  }
}

extension UUID {
  /// The sixteen bytes.
  var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }

  /// Reads sixteen bytes; nil if there are more or fewer.
  init?(bytes: Data) {
    guard bytes.count == 16 else { return nil }
    var value = UUID().uuid
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
    self.init(uuid: value)
  }
}

extension Date {
  /// Microseconds since 1970; moments that are too far away are the farthest.
  var microseconds: Int64 {
    Int64(exactly: (timeIntervalSince1970 * 1_000_000).rounded())
      ?? (timeIntervalSince1970 < 0 ? .min : .max)
  }

  init(microseconds: Int64) {
    self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  }
}
