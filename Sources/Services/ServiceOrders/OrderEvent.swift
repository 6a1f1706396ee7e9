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

  /// What an event came to.
  struct Outcome: Sendable {
    /// Whether anything is other than before.
    var hasChanged: Bool
    /// What another order of the owner has claimed already.
    var taken: [String] = []
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
    }
    return Outcome(hasChanged: db.changesCount > 0)
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
