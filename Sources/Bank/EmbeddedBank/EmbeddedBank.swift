public import Bank
public import FoundationEssentials
import GRDB
import ServiceBasics
import ServiceStorage

/// A bank in a SQLite file, or in memory: for trying flows out, and for testing them.
///
/// Several processes may use one file. Every request is one transaction, and what a request
/// writes is on disk wholly or not at all. Requests are answered in place: an `async` method
/// returns without ever having suspended, so that what calls it stays synchronous.
public final class EmbeddedBank: Sendable {
  /// The file's absolute path, or `:memory:`.
  public let path: String

  /// The file as it was when it was opened; nil in memory.
  private let file: FileIdentity?
  private let writer: any DatabaseWriter
  private let queue = WriteQueue()
  private let now: @Sendable () -> Date
  private let makeID: @Sendable () -> String

  /// Opens the bank in a file, making both it and its folder if need be.
  ///
  /// A new bank has no accounts; `SampleData` has some.
  ///
  /// - Parameters:
  ///   - path: the file. A relative path begins at the current folder.
  ///   - now: the bank's clock.
  ///   - makeID: makes a new UUID at every call; it must not call the bank. By default random ones.
  ///   - waiting: how long a request blocks its thread until other programs are done with the file.
  /// - Throws: a `BankError`: `notABank` if the file is something else (it is left as it is),
  ///   `inUse` if another program has used it longer than that, `storage` if it cannot be made, read
  ///   or written, belongs to another user, or is open to others.
  public convenience init(
    path: String, now: @escaping @Sendable () -> Date = { Date() },
    makeID: @escaping @Sendable () -> String = EmbeddedBank.randomID,
    waiting: Duration = .seconds(10)
  ) throws(BankError) {
    let writer = try BankFile.open(path, waiting: waiting)
    self.init(path: DatabaseFile.absolute(path), writer: writer, now: now, makeID: makeID)
  }

  /// Opens the bank in a file for many at once: reads do not wait for writes, nor for one another.
  package convenience init(
    servedFrom path: String, now: @escaping @Sendable () -> Date,
    makeID: @escaping @Sendable () -> String = EmbeddedBank.randomID
  ) throws(BankError) {
    self.init(
      path: DatabaseFile.absolute(path), writer: try BankFile.openPool(path), now: now,
      makeID: makeID)
  }

  /// Makes a bank that nobody else sees and that ends with this object.
  public static func inMemory(
    now: @escaping @Sendable () -> Date = { Date() },
    makeID: @escaping @Sendable () -> String = EmbeddedBank.randomID
  ) throws(BankError) -> EmbeddedBank {
    EmbeddedBank(path: ":memory:", writer: try BankFile.openInMemory(), now: now, makeID: makeID)
  }

  private init(
    path: String, writer: any DatabaseWriter, now: @escaping @Sendable () -> Date,
    makeID: @escaping @Sendable () -> String
  ) {
    self.path = path
    file = FileIdentity(of: path)
    self.writer = writer
    self.now = now
    self.makeID = makeID
  }

  /// A random UUID (version 4) in lower case.
  @Sendable public static func randomID() -> String { UUID().uuidString.lowercased() }

  /// Reads in one transaction.
  ///
  /// Not `async`, so that GRDB's calls are the ones that stay in place.
  package func read<Value>(_ body: (Ledger) throws -> Value) throws(BankError) -> Value {
    let time = Timestamp(now())
    try checkFile()
    do {
      return try writer.read { db in try body(Ledger(db: db, now: time, makeID: makeID)) }
    } catch {
      throw BankError(error, path: path)
    }
  }

  /// Reads and writes in one transaction that is alone from its begin: what is read stays true.
  package func write<Value>(_ body: (Ledger) throws -> Value) throws(BankError) -> Value {
    do { return try transact(body) } catch { throw BankError(error.cause, path: path) }
  }

  /// The same for an order.
  ///
  /// One whose transaction went wrong in the end is not known to have failed.
  package func carryOut<Value>(_ body: (Ledger) throws -> Value) throws(BankError) -> Value {
    do {
      return try transact(body)
    } catch {
      throw error.isInCommit
        ? BankError(ofCommit: error.cause, path: path)
        : BankError(error.cause, path: path)
    }
  }

  /// Sees that there is a file, which opening would make.
  ///
  /// - Throws: `storage` if there is none.
  package static func requireFile(at path: String) throws(BankError) {
    guard FileIdentity(of: path) == nil else { return }
    throw .storage(
      path: path, cause: CodedText("file-moved", "it was moved or removed"), advice: "Put it back.")
  }

  /// Checks that the file is still in its place.
  private func checkFile() throws(BankError) {
    do throws(DatabaseFileError) { try file?.check(at: path) } catch { throw BankError(error) }
  }

  private struct TransactionFault: Error {
    let cause: any Error
    /// Whether all was done and it was to be made durable.
    let isInCommit: Bool
  }

  private func transact<Value>(
    _ body: (Ledger) throws -> Value
  ) throws(TransactionFault) -> Value {
    let time = Timestamp(now())
    var value: Value?
    do {
      try checkFile()
      try writer.writeWithoutTransaction { db in
        try db.inTransaction(.immediate) {
          value = try body(Ledger(db: db, now: time, makeID: makeID))
          return .commit
        }
      }
    } catch {
      throw TransactionFault(cause: error, isInCommit: value != nil)
    }
    guard let value else {
      throw TransactionFault(cause: BankError.transactionEnded, isInCommit: false)
    }
    return value
  }

  /// Reads and writes like `write`, while others have the thread; those who come at the same time
  /// share a commit.
  ///
  /// It is not cancelled: what was begun is finished.
  package func writeBehind<Value: Sendable>(
    _ body: @escaping @Sendable (Ledger) throws -> Value
  ) async throws(BankError) -> Value {
    let time = Timestamp(now())
    try checkFile()
    do {
      return try await withCheckedThrowingContinuation { [makeID] continuation in
        queue.add(
          WriteQueue.Job(answering: continuation) { db in
            try body(Ledger(db: db, now: time, makeID: makeID))
          }, to: writer)
      }
    } catch {
      throw BankError(error, path: path)
    }
  }
}
