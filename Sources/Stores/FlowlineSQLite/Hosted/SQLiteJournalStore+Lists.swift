public import Flowline
import FoundationEssentials
import GRDB

extension SQLiteJournalStore {
  /// Reads a page from an index: it costs the sessions of the minutes that it shows, all of them, however many
  /// sessions there are in other minutes.
  ///
  /// A flow's sessions are looked for among those of the same standing.
  public func list(_ query: SessionQuery) async throws(StoreFailure) -> SessionPage {
    let end = try query.after.map { text throws(StoreFailure) in
      guard let end = PageEnd(text) else {
        throw StoreFailure(.unknownPage, at: file.path, "no page ends like this")
      }
      return end
    }
    let limit = min(max(1, query.limit), .max - 1)
    await writer.settle(of: query.user)
    // Those of one standing come minute by minute from an index; several are merged.
    let statements = query.standings.flatMap(\.columnWords).map {
      ListStatement(query, $0, behind: end)
    }
    return try await read { db in
      let rows = try statements.flatMap { statement in
        try GRDB.Row.fetchAll(
          db.cachedStatement(sql: statement.sql), arguments: statement.arguments + [limit + 1])
      }
      let ends = rows.map { PageEnd($0) }
      let order = rows.indices.sorted {
        query.newestFirst ? ends[$0] > ends[$1] : ends[$0] < ends[$1]
      }
      let page = order.prefix(limit)
      return SessionPage(
        page.compactMap { SessionRow(rows[$0])?.item },
        next: rows.count > limit ? page.last.map { ends[$0].text } : nil)
    }
  }
}

/// Where a page ends: the last change of its last session, and the number of the session's row.
struct PageEnd: Comparable, Sendable {
  let changed: Int64
  let number: Int64

  var text: String { "\(String(changed, radix: 36)).\(String(number, radix: 36))" }

  /// The minute of the change, as the indexes have it: SQLite divides whole numbers as Swift does.
  var minute: Int64 { changed / JournalSchema.minute }

  static func < (left: Self, right: Self) -> Bool {
    (left.changed, left.number) < (right.changed, right.number)
  }
}

extension PageEnd {
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let changed = Int64(parts[0], radix: 36),
      let number = Int64(parts[1], radix: 36)
    else { return nil }
    self.init(changed: changed, number: number)
  }

  /// The end of a page whose last row this is, see ``SessionRow/columns``.
  init(_ row: GRDB.Row) { self.init(changed: row[1], number: row[0]) }
}

/// The statement of a list of sessions of one standing, or of those whose words for it lie between two.
struct ListStatement: Sendable {
  let sql: String
  let arguments: StatementArguments

  init(_ query: SessionQuery, _ words: StandingWords, behind end: PageEnd?) {
    var conditions: [String] = []
    var values: [any DatabaseValueConvertible] = []
    if let user = query.user {
      conditions.append("user = ?")
      values.append(user.bytes)
    }
    switch words {
    case .word(let word):
      conditions.append("standing = ?")
      values.append(word)
    case .between(let first, let last):
      // There are few of them: they are sorted.
      if let first {
        conditions.append("standing > ?")
        values.append(first)
      }
      if let last {
        conditions.append("standing < ?")
        values.append(last)
      }
    }
    // One condition for each side, so that the index has both. The bound on the minute is what the index is
    // searched by; the other one cuts within that minute.
    let limit = query.changedBefore.map { PageEnd(changed: $0.microseconds, number: .min) }
    let ends = query.newestFirst ? [end, limit].compactMap { $0 }.min() : limit
    if let end = ends {
      conditions.append("minute <= ? AND (changed, number) < (?, ?)")
      values += [end.minute, end.changed, end.number]
    }
    if !query.newestFirst, let end {
      conditions.append("minute >= ? AND (changed, number) > (?, ?)")
      values += [end.minute, end.changed, end.number]
    }
    if let flow = query.flow {
      conditions.append("flow = ?")
      values.append(flow.rawValue)
    }
    let direction = query.newestFirst ? "DESC" : "ASC"
    let order = ["minute", "changed", "number"].map { "\($0) \(direction)" }
    sql = """
      SELECT \(SessionRow.columns) FROM session WHERE \(conditions.joined(separator: " AND "))
      ORDER BY \(order.joined(separator: ", ")) LIMIT ?
      """
    arguments = StatementArguments(values)
  }
}
