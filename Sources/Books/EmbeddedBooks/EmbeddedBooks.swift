public import FoundationEssentials
import FreeAgentAPI
import GRDB
public import ServiceBasics
import ServiceStorage

/// A bookkeeping service in a SQLite file, or in memory: for trying flows out, and for testing them.
///
/// It is used through the API itself, below HTTP (``reply(to:)``). Each request is one transaction: what it
/// writes, side effects included, is on disk wholly or not at all. Several processes may use one file.
///
/// Users are known by their ids. It knows no tokens: a server keeps those in a file of its own.
public final class EmbeddedBooks: Sendable {
  /// The file's absolute path, or `:memory:`.
  public let path: String

  /// The file as it was when it was opened; nil in memory.
  private let file: FileIdentity?
  private let writer: any DatabaseWriter
  private let now: @Sendable () -> Timestamp
  private let counts = PostingCountCache()

  /// Whether requests suspend their task while they wait for the file, instead of blocking its thread.
  private let waitsBehind: Bool

  /// Opens the books in a file, making both it and its folder if need be.
  ///
  /// Requests are answered in place: `reply(to:)` returns without ever having suspended.
  ///
  /// - Parameters:
  ///   - path: the file. A relative path begins at the current folder.
  ///   - now: the clock; days are those of the United Kingdom, or by UTC for a company elsewhere.
  /// - Throws: if the file is something else (it is left as it is), cannot be used, or is newer.
  public convenience init(
    path: String, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
  ) throws(DatabaseFileError) {
    self.init(
      path: DatabaseFile.absolute(path),
      writer: try DatabaseFile.open(path, for: BooksSchema.contents), now: now)
  }

  /// Opens the books in a file for many at once: reads do not wait for writes, nor for one another.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - now: the clock; days are those of the United Kingdom, or by UTC for a company elsewhere.
  /// - Throws: as `init(path:now:)` does.
  public convenience init(
    servedFrom path: String, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
  ) throws(DatabaseFileError) {
    self.init(
      path: DatabaseFile.absolute(path),
      writer: try DatabaseFile.openPool(path, for: BooksSchema.contents), now: now,
      waitsBehind: true)
  }

  /// Makes books that nobody else sees and that end with this object.
  ///
  /// - Parameter now: the clock; days are those of the United Kingdom, or by UTC for a company elsewhere.
  /// - Returns: books without a company; ``SampleCompany`` has some.
  /// - Throws: if there is no memory for them.
  public static func inMemory(
    now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
  ) throws(DatabaseFileError) -> EmbeddedBooks {
    EmbeddedBooks(
      path: ":memory:", writer: try DatabaseFile.openInMemory(for: BooksSchema.contents), now: now)
  }

  /// Makes books in memory that have what these have now.
  func copy(now: @escaping @Sendable () -> Timestamp) throws -> EmbeddedBooks {
    let copy = try Self.inMemory(now: now)
    try writer.backup(to: copy.writer)
    return copy
  }

  private init(
    path: String, writer: any DatabaseWriter, now: @escaping @Sendable () -> Timestamp,
    waitsBehind: Bool = false
  ) {
    self.path = path
    file = FileIdentity(of: path)
    self.writer = writer
    self.now = now
    self.waitsBehind = waitsBehind
  }

  /// What addresses in answers begin with, unless a request says otherwise.
  public static let usualAddress = "https://api.freeagent.com"

  /// Checks that the file is still in its place.
  ///
  /// - Throws: a `DatabaseFileError` if it was moved, removed or replaced since it was opened.
  func checkFile() throws(DatabaseFileError) { try file?.check(at: path) }

  /// Reads in one transaction.
  package func read<Value>(
    at address: String = usualAddress, _ body: (Ledger) throws -> Value
  ) throws -> Value {
    let time = now()
    try checkFile()
    return try writer.read { db in
      try body(Ledger(db, now: time, address: address, memo: Memo(counts: counts)))
    }
  }

  /// Reads and writes in one transaction that is alone from its begin; whatever is thrown undoes it.
  package func write<Value>(
    at address: String = usualAddress, _ body: (Ledger) throws -> Value
  ) throws -> Value {
    let time = now()
    try checkFile()
    return try writer.writeWithoutTransaction { db in
      try Self.transact(db) { try body(Ledger($0, now: time, address: address)) }
    }
  }

  /// Does the same without blocking the thread of a server's task, if the books are served.
  package func perform<Value: Sendable>(
    writing: Bool, at address: String = usualAddress,
    _ body: @escaping @Sendable (Ledger) throws -> Value
  ) async throws -> Value {
    guard waitsBehind else {
      return writing ? try write(at: address, body) : try read(at: address, body)
    }
    let time = now()
    try checkFile()
    guard writing else {
      return try await writer.read { [counts] db in
        try body(Ledger(db, now: time, address: address, memo: Memo(counts: counts)))
      }
    }
    return try await withCheckedThrowingContinuation { continuation in
      writer.asyncWriteWithoutTransaction { db in
        continuation.resume(
          with: Result {
            try Self.transact(db) { try body(Ledger($0, now: time, address: address)) }
          })
      }
    }
  }

  private static func transact<Value>(
    _ db: Database, _ body: (Database) throws -> Value
  ) throws -> Value {
    var value: Value?
    try db.inTransaction(.immediate) {
      try db.cachedStatement(sql: "UPDATE writeStamp SET number = number + 1").execute()
      value = try body(db)
      return .commit
    }
    guard let value else { throw FreeAgent.Failure(status: 500) }
    return value
  }
}
