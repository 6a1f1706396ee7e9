import GRDB
import ServiceBasics

/// What happens to the orders of a book; several machines that share one append it to their log.
///
/// Kinds are only ever added.
enum OrderEvent: Codable, Sendable {
  /// An order is entered, with what it claims.
  case entered(OrderEntry, claims: [OrderClaim])
  /// An order is about to be sent, at this moment of the sender's clock.
  case willBeSent(key: String, at: Int64)
  case inDoubt(key: String)
  case settled(key: String, answer: String, made: String?)
  case withdrawn(key: String)
  /// Orders of a scope that were never sent are dropped, but for one.
  case dropped(scope: String, but: String)
  case givenUp(key: String)
  /// What a book from before there was a log had.
  case takenOver(OrderRecords)
  /// No order is begun as long as the book has this mark.
  case closed(mark: String)
  /// The mark is taken away.
  case opened(mark: String)

  /// What an event came to.
  struct Outcome: Sendable {
    /// Whether anything is other than before.
    var hasChanged: Bool
    /// What another order of the owner has claimed already.
    var taken: [String] = []
    /// Whether it was not to happen, as it would have begun an order and the book is closed.
    var isKeptOut = false
  }

  /// Has it happen if it may, for the one who decides it.
  ///
  /// What another has decided has to ``happen(in:at:)`` whatever this machine's clock says.
  ///
  /// - Parameters:
  ///   - db: the book, in a transaction.
  ///   - uptime: when it is decided, by this machine's clock.
  ///   - isIfOver: whether a mark is taken away only if its time is over.
  /// - Returns: what it came to.
  /// - Throws: a `DatabaseError` if it does not fit.
  func decide(in db: Database, at uptime: Uptime, ifOver isIfOver: Bool) throws -> Outcome {
    switch self {
    case .willBeSent(let key, _):
      if try Self.isUnsent(key, db), try Self.isClosed(db, at: uptime) {
        return Outcome(hasChanged: false, isKeptOut: true)
      }
    // Who made the mark may have made it anew since somebody found it over.
    case .opened(let mark) where isIfOver:
      guard try Self.marksOver(db, at: uptime).contains(mark) else {
        return Outcome(hasChanged: false)
      }
    default: break
    }
    return try happen(in: db, at: uptime)
  }

  /// Has it happen.
  ///
  /// - Parameters:
  ///   - db: the book, in a transaction.
  ///   - uptime: when this machine saw it, by its own clock.
  /// - Returns: what it came to, the same on every machine.
  /// - Throws: a `DatabaseError` if it does not fit.
  func happen(in db: Database, at uptime: Uptime) throws -> Outcome {
    switch self {
    case .entered(let entry, let claims):
      let taken = try OrderBook.claimed(among: claims.map(\.subject), of: entry.owner, db)
      guard taken.isEmpty else { return Outcome(hasChanged: false, taken: taken) }
      try entry.insert(db)
      for claim in claims { try claim.insert(db) }
      return Outcome(hasChanged: true)
    case .willBeSent(let key, let time):
      try db.execute(
        sql: """
          UPDATE entry SET state = 'sent', sentAt = ?, sentBoot = ?, sentUptime = ?
          WHERE key = ? AND state IN ('made', 'sent', 'in-doubt')
          """, arguments: [time, uptime.boot, uptime.milliseconds, key])
    case .inDoubt(let key):
      try db.execute(
        sql: "UPDATE entry SET state = 'in-doubt' WHERE key = ? AND state = 'sent'",
        arguments: [key])
    case .settled(let key, let answer, let made):
      try db.execute(
        sql: """
          UPDATE entry SET state = 'done', answer = ?, made = ?
          WHERE key = ? AND state IN ('sent', 'in-doubt')
          """, arguments: [answer, made, key])
    case .withdrawn(let key):
      try db.execute(
        sql: "DELETE FROM entry WHERE key = ? AND state IN ('made', 'sent', 'in-doubt')",
        arguments: [key])
    case .dropped(let scope, let key):
      try db.execute(
        sql: "DELETE FROM entry WHERE scope = ? AND state = 'made' AND key <> ?",
        arguments: [scope, key])
    case .givenUp(let key): return Outcome(hasChanged: try Self.giveUp(key, db))
    case .takenOver(let records): return Outcome(hasChanged: try records.add(to: db, at: uptime))
    case .closed(let mark):
      try db.execute(
        sql: "INSERT OR REPLACE INTO closing (mark, boot, uptime) VALUES (?, ?, ?)",
        arguments: [mark, uptime.boot, uptime.milliseconds])
    case .opened(let mark):
      try db.execute(sql: "DELETE FROM closing WHERE mark = ?", arguments: [mark])
    }
    return Outcome(hasChanged: db.changesCount > 0)
  }

  /// Whether an order is in the book and nothing of it was sent: one that may have been is seen by all who look.
  private static func isUnsent(_ key: String, _ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM entry WHERE key = ? AND state = 'made')",
      arguments: [key]) ?? false
  }

  private static func isClosed(_ db: Database, at uptime: Uptime) throws -> Bool {
    try marks(db, at: uptime).contains { !$0.isOver }
  }

  /// The marks of which nothing was heard for ``OrderBook/longestClosed``: they close the book no more.
  static func marksOver(_ db: Database, at uptime: Uptime) throws -> [String] {
    try marks(db, at: uptime).filter { $0.isOver }.map { $0.mark }
  }

  private static func marks(
    _ db: Database, at uptime: Uptime
  ) throws -> [(mark: String, isOver: Bool)] {
    try Row.fetchAll(db, sql: "SELECT mark, boot, uptime FROM closing ORDER BY mark").map { row in
      // After a restart of the machine nobody is left who had closed it.
      let since = Uptime(boot: row["boot"], milliseconds: row["uptime"])
      let isOver =
        since.boot != uptime.boot || uptime.elapsed(since: since) >= OrderBook.longestClosed
      return (mark: row["mark"], isOver: isOver)
    }
  }

  private static func giveUp(_ key: String, _ db: Database) throws -> Bool {
    try db.execute(
      sql: "UPDATE entry SET state = 'given-up' WHERE key = ? AND state IN ('sent', 'in-doubt')",
      arguments: [key])
    guard db.changesCount == 1 else { return false }
    try db.execute(
      sql: "INSERT OR REPLACE INTO formerClaim SELECT * FROM claim WHERE orderKey = ?",
      arguments: [key])
    try db.execute(sql: "DELETE FROM claim WHERE orderKey = ?", arguments: [key])
    return true
  }
}
