import Flowline
import FoundationEssentials
import GRDB

/// A session's rows, owned while the record is open.
///
/// The rows are made with the first durable lines, so that a session nobody answered leaves nothing;
/// lines that need not be durable wait for those that must.
/// `@unchecked`: a record is used by one thread at a time, its session's driver.
final class SQLiteRecord: SessionRecord, @unchecked Sendable {
  let session: UUID
  private let database: StoreDatabase
  /// The session's number; nothing while it has no row.
  private var number: Int64?
  /// The number of the last part, and how many bytes the parts are.
  private var last: Int64 = 0
  private var stored = 0
  private var held: [UInt8] = []
  /// Why the record takes nothing more.
  private var failure: StoreFailure?
  private var isClosed = false
  private let beside: SQLiteFiles

  init(of session: UUID, in database: StoreDatabase, owning number: Int64? = nil) {
    self.session = session
    self.database = database
    self.number = number
    beside = SQLiteFiles(in: database, of: number)
  }

  var files: (any KeptFiles)? { beside }

  deinit { close() }

  /// Finds the end of the rows that are there; gives the session up where that fails.
  func open() throws(StoreFailure) {
    guard let number else { return }
    do throws(StoreFailure) {
      (last, stored) = try database.read { db in try db.end(of: number) }
    } catch {
      close()
      throw error
    }
  }

  func contents() throws(StoreFailure) -> [UInt8] {
    guard !isClosed else { throw closed() }
    guard let number else { return held }
    return try database.read { db in try db.contents(of: number) } + held
  }

  func append(_ lines: String, isDurable: Bool) throws(StoreFailure) {
    try checkOpen()
    held += lines.utf8
    if isDurable { try attempt(flush) }
  }

  func cut(to length: Int) throws(StoreFailure) {
    try checkOpen()
    if length >= stored {
      held = Array(held.prefix(length - stored))
    } else if let number {
      held = []
      try attempt { () throws(StoreFailure) in
        try database.write { db in
          try db.cut(number, to: length)
          try db.touch(number)
        }
        (last, stored) = try database.read { db in try db.end(of: number) }
      }
    }
  }

  func replace(with text: String) throws(StoreFailure) {
    try checkOpen()
    let old = try contents()
    held = Array(text.utf8)
    try attempt { () throws(StoreFailure) in
      guard let number else { return try flush() }
      try database.write { db in
        try db.setAside(old, of: number)
        try db.add(Data(text.utf8), as: 1, to: number)
        try db.touch(number)
      }
      (last, stored, held) = (text.isEmpty ? 0 : 1, text.utf8.count, [])
    }
  }

  /// Finds out what the rows have; lines that were held back are the session's to add again.
  func recover() throws(StoreFailure) {
    guard !isClosed else { throw closed() }
    guard failure != nil else { return }
    failure = nil
    held = []
    guard let number else { return }
    try attempt { () throws(StoreFailure) in
      (last, stored) = try database.read { db in try db.end(of: number) }
    }
  }

  func close() {
    guard !isClosed else { return }
    // They might be lost; so nobody is told where they are.
    if failure == nil, number != nil { try? flush() }
    isClosed = true
    if let number { database.owners.release(number) }
  }

  /// Writes what was held back.
  private func flush() throws(StoreFailure) {
    let bytes = Data(held)
    if let number {
      guard !bytes.isEmpty else { return }
      try database.write { db in
        try db.add(bytes, as: last + 1, to: number)
        try db.touch(number)
      }
    } else {
      number = try beside.move { files throws(StoreFailure) in try make(bytes, files) }
    }
    if !bytes.isEmpty { last += 1 }
    stored += bytes.count
    held = []
  }

  /// Makes the rows of a new session, which is owned before anybody else can see it.
  private func make(
    _ bytes: Data, _ files: [FileDigest: [UInt8]]
  ) throws(StoreFailure) -> Int64 {
    let place = database.place(of: session)
    var owned: Int64?
    do throws(StoreFailure) {
      return try database.write { db in
        guard try db.number(of: session) == nil else {
          throw StoreFailure(.exists, at: place, "somebody else has begun it")
        }
        let number = try db.insert(session)
        guard try database.owners.take(number) else {
          throw StoreFailure(.inUse, at: place, "another process holds its lock")
        }
        owned = number
        try db.add(bytes, as: 1, to: number)
        for (digest, contents) in files { try db.add(contents, as: digest, to: number) }
        return number
      }
    } catch {
      if let owned { database.owners.release(owned) }
      throw error
    }
  }

  private func checkOpen() throws(StoreFailure) {
    if isClosed || failure != nil { throw closed() }
  }

  private func closed() -> StoreFailure {
    StoreFailure(
      .closed, at: database.place(of: session), failure?.reason ?? "the session has ended")
  }

  /// After a failed write nobody can know what the medium has: nothing more is added.
  private func attempt(_ body: () throws(StoreFailure) -> Void) throws(StoreFailure) {
    do throws(StoreFailure) {
      try body()
    } catch {
      failure = error
      throw error
    }
  }
}
