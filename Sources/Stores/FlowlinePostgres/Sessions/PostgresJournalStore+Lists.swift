public import Flowline
import FoundationEssentials

extension PostgresJournalStore {
  /// Reads a page from an index: it costs the sessions of the days that it shows, however many there are.
  public func list(_ query: SessionQuery) async throws(StoreFailure) -> SessionPage {
    let end = try query.after.map { text throws(StoreFailure) in
      guard let end = PageEnd(text) else {
        throw StoreFailure(.unknownPage, at: pool.options.address.name, "no page ends like this")
      }
      return end
    }
    let limit = min(max(1, query.limit), .max - 1)
    let statement = ListStatement(query, of: tenant, behind: end, limit: limit + 1)
    let heads = try await rows(statement.sql, statement.parameters).compactMap { SessionHead($0) }
    var items: [SessionPage.Item] = []
    for head in heads.prefix(limit) {
      let envelope = try await envelope(for: head.key.user, by: head)
      items.append(SessionPage.Item(head.key, head.stored(envelope, of: tenant)))
    }
    return SessionPage(
      items, next: heads.count > limit ? heads.prefix(limit).last.map { PageEnd($0).text } : nil)
  }

  /// Counts in indexes: it costs the user's sessions, or all that are unfinished or have files.
  public func usage(of user: UserID?) async throws(StoreFailure) -> StoreUsage? {
    let owner = user.map { [PostgresValue.bytes(Array($0.bytes))] } ?? []
    let rows = try await rows(
      SessionStatements.usage(ofOwner: user != nil), [.text(tenant)] + owner)
    guard let row = rows.first, let unfinished = row.int(0), let bytes = row.int(1) else {
      throw StoreFailure(.unreadable, at: pool.options.address.name, "what it has is not counted")
    }
    return StoreUsage(unfinished: Int(unfinished), fileBytes: Int(bytes))
  }
}

/// Where a page ends: the last change of its last session, and that session.
struct PageEnd: Sendable {
  let changed: Int64
  let id: UUID

  var text: String { "\(String(changed, radix: 36)).\(id.text)" }

  /// The day of the change, as the index has it.
  ///
  /// PostgreSQL divides whole numbers as Swift does; a day that no row can have is as good as any other.
  var day: Int64 { min(max(changed / 86_400_000_000, -0x8000_0000), 0x7FFF_FFFF) }
}

extension PageEnd {
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let changed = Int64(parts[0], radix: 36),
      let id = UUID(text: String(parts[1]))
    else { return nil }
    self.init(changed: changed, id: id)
  }

  init(_ head: SessionHead) { self.init(changed: head.changed, id: head.key.session) }
}

/// The statement of a list of sessions.
struct ListStatement: Sendable {
  private(set) var sql = ""
  private(set) var parameters: [PostgresValue]

  init(_ query: SessionQuery, of tenant: String, behind end: PageEnd?, limit: Int) {
    parameters = [.text(tenant)]
    var conditions = ["tenant = $1"]
    if let user = query.user { conditions.append("owner = \(add(.bytes(Array(user.bytes))))") }
    if let flow = query.flow { conditions.append("flow = \(add(.text(flow.rawValue)))") }
    if let moment = query.changedBefore?.microseconds {
      conditions += behind(PageEnd(changed: moment, id: .nilUUID), newestFirst: true)
    }
    if let end { conditions += behind(end, newestFirst: query.newestFirst) }
    let direction = query.newestFirst ? "DESC" : "ASC"
    let order = ["day", "changed", "id"].map { "\($0) \(direction)" }.joined(separator: ", ")
    let count = add(.int(Int64(clamping: limit)))
    func select(_ condition: String) -> String {
      """
      SELECT \(SessionStatements.columns), day FROM flowline_session
      WHERE \((conditions + [condition]).joined(separator: " AND ")) ORDER BY \(order) LIMIT \(count)
      """
    }
    let words = query.standings.sorted { $0.rawValue < $1.rawValue }.flatMap(\.columnWords)
    if query.user != nil {
      // A user's sessions are few: their standing is looked at in the rows.
      let standings = words.map { condition(of: $0) }
      sql = select(standings.isEmpty ? "false" : "(\(standings.joined(separator: " OR ")))")
    } else {
      // Those of one standing are in the order of an index; several are merged.
      let parts = words.map { "(\(select(condition(of: $0))))" }
      sql =
        parts.isEmpty
        ? select("false")
        : "SELECT * FROM (\(parts.joined(separator: " UNION ALL "))) AS sessions "
          + "ORDER BY \(order) LIMIT \(count)"
    }
  }

  /// Adds a parameter, and returns its name.
  private mutating func add(_ value: PostgresValue) -> String {
    parameters.append(value)
    return "$\(parameters.count)"
  }

  /// The condition that a session's standing is one of these words.
  private mutating func condition(of words: StandingWords) -> String {
    switch words {
    case .word(let word): return "standing = \(add(.text(word)))"
    case .between(let first, let last):
      let bounds = [
        first.map { "standing > \(add(.text($0)))" }, last.map { "standing < \(add(.text($0)))" },
      ]
      return "(\(bounds.compactMap(\.self).joined(separator: " AND ")))"
    }
  }

  private mutating func behind(_ end: PageEnd, newestFirst: Bool) -> [String] {
    let sign = newestFirst ? "<" : ">"
    let day = add(.int(end.day))
    let names = "\(day), \(add(.int(end.changed))), \(add(.uuid(end.id)))"
    // The first condition is the index's, the second says the rest.
    return ["day \(sign)= \(day)", "(day, changed, id) \(sign) (\(names))"]
  }
}
