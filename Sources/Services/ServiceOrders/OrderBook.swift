import GRDB
public import ServiceBasics
import ServiceStorage

/// What a client has ordered from a provider, in a SQLite file: written before it is sent, and settled
/// when the answer is known.
///
/// Several processes may use one book. It is worth as much as the money it is about: without it, an
/// order that was sent and not answered could be made a second time.
public final class OrderBook: Sendable {
  /// The absolute path of the folder with the book and its locks; `:memory:` if there is none.
  public let folder: String

  /// Keeps orders of a scope apart, in a book that other processes do not have.
  let scopes = ScopeLocks()

  private let path: String
  private let queue: DatabaseQueue

  /// Opens the book in a folder, and makes both for the user alone (0700, 0600) if need be.
  ///
  /// - Parameter folder: one for each provider. A relative path begins at the current folder.
  /// - Throws: a `DatabaseFileError` if file or folder cannot be used, belong to somebody else or are
  ///   open to others.
  public init(folder: String) throws(DatabaseFileError) {
    path = DatabaseFile.absolute("\(folder)/orders.sqlite")
    self.folder = String(path.dropLast("/orders.sqlite".count))
    queue = try DatabaseFile.open(path, for: OrderSchema.contents)
  }

  /// Makes a book that nobody else sees and that ends with this object.
  ///
  /// - Throws: a `DatabaseFileError` if there is no memory for it.
  public static func inMemory() throws(DatabaseFileError) -> OrderBook {
    OrderBook(memory: try DatabaseFile.openInMemory(for: OrderSchema.contents))
  }

  private init(memory queue: DatabaseQueue) {
    (folder, path) = (":memory:", ":memory:")
    self.queue = queue
  }

  /// Whether other processes may use the book.
  var isShared: Bool { path != ":memory:" }

  /// Reads in one transaction.
  ///
  /// Not `async`, so that GRDB's calls are the ones that stay in place.
  private func read<Value>(_ body: (Database) throws -> Value) throws(DatabaseFileError) -> Value {
    do { return try queue.read(body) } catch { throw DatabaseFileError(error, path: path) }
  }

  /// Reads and writes in one transaction that is alone from its begin.
  private func write<Value>(_ body: (Database) throws -> Value) throws(DatabaseFileError) -> Value {
    do {
      var value: Value?
      try queue.inTransaction(.immediate) { db in
        value = try body(db)
        return .commit
      }
      guard let value else { throw TransactionNotRun() }
      return value
    } catch {
      throw DatabaseFileError(error, path: path)
    }
  }
}

/// SQLite ran no transaction, and threw no error.
private struct TransactionNotRun: Error {}

// MARK: - Looking up

extension OrderBook {
  /// The order with this key.
  public func entry(_ key: String) throws(DatabaseFileError) -> OrderEntry? {
    try read {
      try OrderEntry.fetchOne($0, sql: "SELECT * FROM entry WHERE key = ?", arguments: [key])
    }
  }

  /// The orders that may have been carried out and have no answer, oldest first.
  ///
  /// - Parameters:
  ///   - scope: those of one scope only.
  ///   - owner: those of one owner, and those without a known owner, only.
  /// - Returns: the entries.
  /// - Throws: a `DatabaseFileError` if the book cannot be read.
  public func open(
    in scope: String? = nil, of owner: String? = nil
  ) throws(DatabaseFileError) -> [OrderEntry] {
    try read {
      try OrderEntry.fetchAll(
        $0,
        sql: """
          SELECT * FROM entry WHERE state IN ('sent', 'in-doubt') AND (?1 IS NULL OR scope = ?1)
            AND (owner IS NULL OR ?2 IS NULL OR owner = ?2)
          ORDER BY number
          """, arguments: [scope, owner])
    }
  }

  /// Which of these ids belong to what an order has made.
  public func made(among ids: [String]) throws(DatabaseFileError) -> Set<String> {
    try read { db in
      Set(
        try ids.filter {
          try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM entry WHERE made = ?)", arguments: [$0])
            ?? false
        })
    }
  }

  /// The orders of a scope that are done, and of which it is not known what they made.
  public func doneWithoutTrace(in scope: String) throws(DatabaseFileError) -> [OrderEntry] {
    try read {
      try OrderEntry.fetchAll(
        $0,
        sql: "SELECT * FROM entry WHERE scope = ? AND state = 'done' AND made IS NULL",
        arguments: [scope])
    }
  }

  /// Which of these an order of an owner has claimed, or one without a known owner.
  ///
  /// - Parameters:
  ///   - subjects: what may be claimed, such as a goal's id.
  ///   - owner: nil for any owner.
  /// - Returns: those that are claimed.
  /// - Throws: a `DatabaseFileError` if the book cannot be read.
  public func claimed(
    among subjects: [String], of owner: String? = nil
  ) throws(DatabaseFileError) -> [String] {
    try read { try Self.claimed(among: subjects, of: owner, $0) }
  }

  /// The orders of an owner that claim something of a place and an interval, oldest first, each
  /// with what of that it claims.
  ///
  /// Those without a known owner belong to everybody.
  ///
  /// Orders that were given up are among them with what they would have claimed.
  public func claims(
    on place: String, in interval: Range<Timestamp>, of owner: String?
  ) throws(DatabaseFileError) -> [(entry: OrderEntry, subjects: [String])] {
    try read { db in
      let entries = try OrderEntry.fetchAll(
        db,
        sql: """
          SELECT * FROM entry WHERE (owner IS NULL OR ?3 IS NULL OR owner = ?3) AND key IN (
            SELECT orderKey FROM claim WHERE place = ?1 AND time >= ?2 AND time < ?4
            UNION SELECT orderKey FROM formerClaim WHERE place = ?1 AND time >= ?2 AND time < ?4)
          ORDER BY number
          """,
        arguments: [
          place, interval.lowerBound.milliseconds, owner, interval.upperBound.milliseconds,
        ])
      return try entries.map { entry in
        let subjects = try String.fetchAll(
          db,
          sql: """
            SELECT subject FROM claim WHERE orderKey = ?1
            UNION SELECT subject FROM formerClaim WHERE orderKey = ?1 ORDER BY subject
            """, arguments: [entry.key])
        return (entry: entry, subjects: subjects)
      }
    }
  }

  private static func claimed(
    among subjects: [String], of owner: String?, _ db: Database
  ) throws -> [String] {
    try subjects.filter {
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM claim JOIN entry ON entry.key = claim.orderKey
            WHERE subject = ?1 AND (owner IS NULL OR ?2 IS NULL OR owner = ?2))
          """, arguments: [$0, owner]) ?? false
    }
  }
}

// MARK: - Writing

extension OrderBook {
  /// Enters an order before it is sent.
  ///
  /// - Parameters:
  ///   - entry: the order.
  ///   - claims: what it claims; each subject can be claimed by one order of the owner.
  /// - Returns: what another order of the owner has claimed already; if there is any, nothing is
  ///   entered.
  /// - Throws: a `DatabaseFileError` if the book cannot be written.
  public func enter(_ entry: OrderEntry, claiming claims: [OrderClaim]) throws(DatabaseFileError)
    -> [String]
  {
    try write { db in
      let taken = try Self.claimed(among: claims.map(\.subject), of: entry.owner, db)
      guard taken.isEmpty else { return taken }
      try entry.insert(db)
      for claim in claims { try claim.insert(db) }
      return []
    }
  }

  /// Writes down that an order is about to be sent, perhaps again.
  ///
  /// - Returns: whether it may be: it is in the book, and nobody has settled it or given it up.
  public func willSend(_ key: String, at now: Timestamp, _ uptime: Uptime) throws(DatabaseFileError)
    -> Bool
  {
    try write { db in
      try db.execute(
        sql: """
          UPDATE entry SET state = 'sent', sentAt = ?, sentBoot = ?, sentUptime = ?
          WHERE key = ? AND state IN ('made', 'sent', 'in-doubt')
          """, arguments: [now.milliseconds, uptime.boot, uptime.milliseconds, key])
      return db.changesCount == 1
    }
  }

  /// Writes down that an order is in doubt.
  public func leaveInDoubt(_ key: String) throws(DatabaseFileError) {
    try write {
      try $0.execute(
        sql: "UPDATE entry SET state = 'in-doubt' WHERE key = ? AND state = 'sent'",
        arguments: [key])
    }
  }

  /// Settles an order that was carried out.
  ///
  /// - Parameters:
  ///   - key: the order's key.
  ///   - answer: the answer for the one who ordered it, as JSON.
  ///   - made: the id of what it made, if that is known.
  /// - Throws: a `DatabaseFileError` if the book cannot be written.
  public func settle(_ key: String, answer: String, made: String?) throws(DatabaseFileError) {
    try write {
      try $0.execute(
        sql: """
          UPDATE entry SET state = 'done', answer = ?, made = ?
          WHERE key = ? AND state IN ('sent', 'in-doubt')
          """,
        arguments: [answer, made, key])
    }
  }

  /// Takes out an order that was certainly not carried out, as if it had never been.
  public func withdraw(_ key: String) throws(DatabaseFileError) {
    try write {
      try $0.execute(
        sql: "DELETE FROM entry WHERE key = ? AND state IN ('made', 'sent', 'in-doubt')",
        arguments: [key])
    }
  }

  /// Takes out the orders of a scope that were never sent: what made them has ended.
  ///
  /// The scope must be locked.
  ///
  /// - Parameters:
  ///   - scope: the scope.
  ///   - key: the order that is to stay.
  /// - Throws: a `DatabaseFileError` if the book cannot be written.
  public func dropUnsent(in scope: String, but key: String) throws(DatabaseFileError) {
    try write {
      try $0.execute(
        sql: "DELETE FROM entry WHERE scope = ? AND state = 'made' AND key <> ?",
        arguments: [scope, key])
    }
  }

  /// Gives up an order that is open; what it claimed is free.
  ///
  /// - Returns: whether it was open.
  public func giveUp(_ key: String) throws(DatabaseFileError) -> Bool {
    try write { db in
      try db.execute(
        sql: """
          UPDATE entry SET state = 'given-up' WHERE key = ? AND state IN ('sent', 'in-doubt')
          """, arguments: [key])
      guard db.changesCount == 1 else { return false }
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO formerClaim SELECT * FROM claim WHERE orderKey = ?
          """, arguments: [key])
      try db.execute(sql: "DELETE FROM claim WHERE orderKey = ?", arguments: [key])
      return true
    }
  }
}
