import Flowline
import FoundationEssentials
import Synchronization

/// Makes the tables, and their parts by month.
///
/// Several nodes may do so at once: what decides is a unique key, and not a lock of this program's.
final class PostgresSchema: Sendable {
  private let pool: PostgresPool
  private let migrations: [PostgresMigration]
  private let now: @Sendable () -> Date
  /// The parts that are known to be there.
  private let known = Mutex<Set<SessionMonth>>([])

  /// Makes the schema of a database; nothing is asked of it yet.
  ///
  /// - Parameters:
  ///   - pool: the connections to the database.
  ///   - migrations: the steps that this program knows.
  ///   - now: says which month it is.
  init(
    _ pool: PostgresPool, _ migrations: [PostgresMigration], now: @escaping @Sendable () -> Date
  ) {
    self.pool = pool
    self.migrations = migrations
    self.now = now
  }

  /// The tables that are divided by month.
  static let divided = [
    "flowline_session", "flowline_change", "flowline_set_aside", "flowline_file",
  ]

  // MARK: - Migrations

  /// Makes what is missing of the tables.
  ///
  /// If nothing is, the program's role need not be one that may make tables.
  ///
  /// - Throws: `newerVersion` if a newer program made tables that this one must not write, `notAllowed` if
  ///   the role may not make what is missing.
  func migrate() async throws(StoreFailure) {
    if try await !isThere(["flowline_schema"]) {
      try await make(
        PostgresCall(
          """
          CREATE TABLE IF NOT EXISTS flowline_schema (
            version integer PRIMARY KEY, oldest_writer integer NOT NULL, at timestamptz NOT NULL)
          """), unless: Self.isMade)
    }
    for migration in migrations {
      let rows = try await rows(
        "SELECT 1 FROM flowline_schema WHERE version = $1", [.int(Int64(migration.version))])
      if rows.isEmpty { try await make(migration) }
    }
    let rows = try await rows("SELECT max(oldest_writer) FROM flowline_schema", [])
    let newest = migrations.map(\.version).max() ?? 0
    guard let oldest = rows.first?.int(0), oldest <= newest else {
      throw StoreFailure(
        .newerVersion, at: pool.options.address.name,
        "a newer program made its tables, which this one must not write; use that version")
    }
  }

  private func make(_ migration: PostgresMigration) async throws(StoreFailure) {
    // Of two nodes the second waits at the key until the first has made it all, or nothing of it; then its
    // own row is refused, and with it the statements behind.
    let claim = PostgresCall.Statement(
      "INSERT INTO flowline_schema (version, oldest_writer, at) VALUES ($1, $2, now())",
      [.int(Int64(migration.version)), .int(Int64(migration.oldestWriter))])
    try await make(
      PostgresCall([claim] + migration.statements.map { PostgresCall.Statement($0) }),
      unless: ["23505"])
  }

  // MARK: - Parts

  /// Makes the part of a month that sessions are begun in now, if it is not there.
  ///
  /// That is this month and the next, so that nodes need not agree on when it ends. Ids of other months
  /// make no part, since callers choose them: such a session is in its month's part if there is one, else
  /// in that of all others.
  func prepare(_ month: SessionMonth) async throws(StoreFailure) {
    let current = SessionMonth(now())
    guard [.timeless, current, current.advanced(by: 1)].contains(month),
      !known.withLock({ $0.contains(month) })
    else { return }
    // Looked at first: it takes the right to make a table to hear that it is there.
    if try await !isThere(Self.divided.map({ Self.part(of: $0, for: month) })) {
      for table in Self.divided {
        switch try await makePart(of: table, for: month) {
        // It is not asked for again and again: rows are in it once the tables' owner has made it.
        case .made, .notAllowed: continue
        case .toBeTriedAgain: return
        }
      }
    }
    _ = known.withLock { $0.insert(month) }
  }

  private static func part(of table: String, for month: SessionMonth) -> String {
    "\(table)_\(month.suffix)"
  }

  /// What became of the part of a table.
  private enum Part {
    case made
    /// Others begin sessions of the month all the time, which are kept nevertheless.
    case toBeTriedAgain
    /// The role does not own the table: sessions of the month are kept among all others.
    case notAllowed
  }

  /// The storage parameters of a table's parts, on which nothing but speed depends.
  private static func options(of table: String) -> String {
    switch table {
    // What is updated with each answer is given room for that in its page.
    case "flowline_session": " WITH (fillfactor = 70)"
    // What is added to, and seldom anything else, is vacuumed whenever it has grown by a fiftieth,
    // and old rows are frozen with that. By a fifth, as is usual, a big month's last rows, tens of
    // millions, would be left until they have to be frozen all at once.
    case "flowline_change": " WITH (autovacuum_vacuum_insert_scale_factor = 0.02)"
    default: ""
    }
  }

  /// Makes a table's part of a month; without options if the database does not have them.
  private func makePart(
    of table: String, for month: SessionMonth, hasOptions: Bool = true
  ) async throws(StoreFailure) -> Part {
    let part = Self.part(of: table, for: month)
    let values = "FOR VALUES IN (\(month.rawValue))"
    let options = hasOptions ? Self.options(of: table) : ""
    let making = PostgresCall(
      "CREATE TABLE IF NOT EXISTS \(part) PARTITION OF \(table) \(values)\(options)")
    // Rows of the month that are among the others, since they came before it, are moved.
    let moving = PostgresCall([
      PostgresCall.Statement("CREATE TABLE \(part) (LIKE \(table) INCLUDING ALL)\(options)"),
      PostgresCall.Statement(
        """
        WITH moved AS (DELETE FROM \(table)_other WHERE month = \(month.rawValue) RETURNING *)
        INSERT INTO \(part) SELECT * FROM moved
        """),
      PostgresCall.Statement("ALTER TABLE \(table) ATTACH PARTITION \(part) \(values)"),
    ])
    for call in [making, moving, moving, moving] {
      do throws(PostgresFailure) {
        _ = try await pool.make(call)
        return .made
      } catch {
        switch error.kind {
        // A row of the month is among the others.
        case .refused("23514"): continue
        case .refused(Self.notAllowed): return .notAllowed
        case .refused(let state) where !options.isEmpty && Self.hasNoOption.contains(state):
          return try await makePart(of: table, for: month, hasOptions: false)
        case .refused(let state) where Self.isMade.contains(state): return .made
        default: throw StoreFailure(error)
        }
      }
    }
    return .toBeTriedAgain
  }

  /// Forgets that a part is there: another node dropped it.
  func forget(_ month: SessionMonth) { _ = known.withLock { $0.remove(month) } }

  /// The months that have parts.
  func months() async throws(StoreFailure) -> [SessionMonth] {
    let rows = try await rows(
      """
      SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass('flowline_session') ORDER BY 1
      """, [])
    return rows.compactMap { row in
      let parts = row.text(0)?.split(separator: "_").suffix(2) ?? []
      guard parts.count == 2, let year = parts.first.flatMap({ Int64($0) }),
        let month = parts.last.flatMap({ Int64($0) })
      else { return nil }
      return SessionMonth(rawValue: (year - 1970) * 12 + month - 1)
    }
  }

  /// Drops the part of a month, unless a session in it is another tenant's, or has not ended before a
  /// moment, or the role does not own the tables.
  ///
  /// - Parameters:
  ///   - month: the month.
  ///   - moment: in microseconds since 1970.
  ///   - tenant: whose sessions may be dropped.
  /// - Returns: whether it was dropped.
  func drop(
    _ month: SessionMonth, endedBefore moment: Int64, of tenant: String
  ) async throws(StoreFailure) -> Bool {
    let part = "flowline_session_\(month.suffix)"
    let kept = """
      EXISTS (SELECT 1 FROM \(part)
        WHERE standing NOT IN ('finished', 'cancelled', 'failed') OR changed >= $1
          OR tenant <> $2)
      """
    do throws(PostgresFailure) {
      guard
        try await pool.rows("SELECT \(kept)", [.int(moment), .text(tenant)]).first?.bytes(0) == [0]
      else {
        return false
      }
      // Detached, nobody can change a session in it any more, and it is looked at once more; a division by
      // zero ends the transaction then, and attaches it again.
      let look = PostgresCall.Statement(
        "SELECT 1 / CASE WHEN \(kept) THEN 0 ELSE 1 END", [.int(moment), .text(tenant)])
      let besides = ["flowline_due", "flowline_file_bytes"].map {
        PostgresCall.Statement("DELETE FROM \($0) WHERE month = $1", [.int(month.rawValue)])
      }
      let parts = Self.divided.map { PostgresCall.Statement("DROP TABLE \($0)_\(month.suffix)") }
      _ = try await pool.make(
        PostgresCall(
          [PostgresCall.Statement("ALTER TABLE flowline_session DETACH PARTITION \(part)"), look]
            + besides + parts))
    } catch {
      // Another node was quicker, or a session was changed, or only the owner may drop it.
      let expected: [PostgresFailure.Kind] = [
        .refused("22012"), .refused("42P01"), .refused(Self.notAllowed),
      ]
      if expected.contains(error.kind) { return false }
      throw StoreFailure(error)
    }
    forget(month)
    return true
  }

  // MARK: - Statements

  private func rows(
    _ sql: String, _ parameters: [PostgresValue]
  ) async throws(StoreFailure) -> [PostgresRow] {
    do throws(PostgresFailure) {
      return try await pool.rows(sql, parameters)
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Whether there are these tables in the schema that they would be made in.
  private func isThere(_ tables: [String]) async throws(StoreFailure) -> Bool {
    let all = tables.indices.map {
      "to_regclass(quote_ident(current_schema()) || '.' || $\($0 + 1)) IS NOT NULL"
    }
    let rows = try await rows(
      "SELECT \(all.joined(separator: " AND "))", tables.map { .text($0) })
    return rows.first?.bytes(0) == [1]
  }

  /// Whether the role may make and drop the parts of months.
  func isOwned() async throws(StoreFailure) -> Bool {
    let tables = Self.divided.map { "'\($0)'::regclass" }.joined(separator: ", ")
    let rows = try await rows(
      """
      SELECT bool_and(
        pg_has_role(relowner, 'USAGE') AND has_schema_privilege(relnamespace, 'CREATE'))
      FROM pg_class WHERE oid IN (\(tables))
      """, [])
    return rows.first?.bytes(0) == [1]
  }

  /// Of two who make a thing at once, one may be refused by the catalogue's own keys, and finds it made.
  private static let isMade = ["42P07", "23505", "42710"]

  /// An option that the database does not know, as PostgreSQL before 13, or does not support.
  private static let hasNoOption = ["22023", "0A000"]

  /// Also the state of somebody who does not own a table.
  private static let notAllowed = "42501"

  private func make(_ call: PostgresCall, unless made: [String]) async throws(StoreFailure) {
    do throws(PostgresFailure) {
      _ = try await pool.make(call)
    } catch {
      if case .refused(let state) = error.kind, made.contains(state) { return }
      let failure = StoreFailure(error)
      guard failure.code == .notAllowed else { throw failure }
      throw StoreFailure(
        .notAllowed, at: failure.place,
        "\(failure.reason); start it once as the role that owns the tables, or is to own them")
    }
  }
}
