import FoundationEssentials
import GRDB
import ServiceBasics
import ServiceStorage
import Synchronization

/// A book in a folder that was used before there was a log: what it has is moved into the log once, and the file
/// stays under another name.
final class FormerBook: Sendable {
  private let path: String
  private let isMoved = Mutex(false)

  /// Names the folder; nothing is read yet.
  init(folder: String) { path = DatabaseFile.absolute("\(folder)/orders.sqlite") }

  /// Hands over what the file has, unless that was done.
  ///
  /// - Parameter write: puts the event into the log. If it throws, the file stays as it is.
  func move(_ write: (OrderEvent) async throws -> Void) async throws {
    guard !isMoved.withLock({ $0 }) else { return }
    if isThere {
      // One process moves it; for the others it is not there any more.
      let lock = try await FileLock("\(path).lock", waitingUpTo: .seconds(60))
      defer { lock.release() }
      if isThere {
        try await write(.takenOver(try records()))
        do {
          try FileManager.default.moveItem(atPath: path, toPath: "\(path).moved")
        } catch {
          throw DatabaseFileError(
            .storage, path,
            cause: CodedText("file-not-renamed", "it was read and cannot be renamed: \(error)"),
            advice: "Check that its folder can be written to.")
        }
      }
    }
    isMoved.withLock { $0 = true }
  }

  private var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// Not `async`, so that GRDB’s call is the one that stays in place.
  private func records() throws -> OrderRecords {
    let queue = try DatabaseFile.open(path, for: OrderSchema.contents)
    let records = try queue.read { try OrderRecords($0) }
    // Nothing is left in the files beside it.
    try queue.close()
    return records
  }
}

/// All that a book has.
struct OrderRecords: Codable, Sendable {
  /// The orders, oldest first.
  let entries: [OrderEntry]
  /// What they claim.
  let claims: [OrderClaim]
  /// What orders claimed that were given up.
  let formerClaims: [OrderClaim]

  /// Reads all of a book.
  init(_ db: Database) throws {
    entries = try OrderEntry.fetchAll(db, sql: "SELECT * FROM entry ORDER BY number")
    claims = try OrderClaim.fetchAll(db, sql: "SELECT * FROM claim ORDER BY orderKey, subject")
    formerClaims = try OrderClaim.fetchAll(
      db, sql: "SELECT * FROM formerClaim ORDER BY orderKey, subject")
  }

  /// Adds what a book does not have.
  ///
  /// Two machines with a book each may have carried out the same thing, such as the round-up of a week: what an
  /// order of the book has made or claimed is not made or claimed a second time.
  ///
  /// - Parameters:
  ///   - db: the book, in a transaction.
  ///   - uptime: when this machine saw it; what was sent was sent before.
  /// - Returns: whether there was anything.
  func add(to db: Database, at uptime: Uptime) throws -> Bool {
    let new = try entries.filter {
      try OrderEntry.fetchOne(db, sql: "SELECT * FROM entry WHERE key = ?", arguments: [$0.key])
        == nil
    }
    let keys = Set(new.map(\.key))
    for entry in new {
      var entry = entry
      (entry.sentBoot, entry.sentUptime) = (uptime.boot, uptime.milliseconds)
      if let made = entry.made,
        try Bool.fetchOne(
          db, sql: "SELECT EXISTS (SELECT * FROM entry WHERE made = ?)", arguments: [made]) == true
      {
        entry.made = nil
      }
      try entry.insert(db)
    }
    for claim in claims where keys.contains(claim.orderKey) {
      try claim.insert(db, onConflict: .ignore)
    }
    for claim in formerClaims where keys.contains(claim.orderKey) {
      try db.execute(
        sql: "INSERT INTO formerClaim (subject, place, time, orderKey) VALUES (?, ?, ?, ?)",
        arguments: [claim.subject, claim.place, claim.time, claim.orderKey])
    }
    return !new.isEmpty
  }
}
