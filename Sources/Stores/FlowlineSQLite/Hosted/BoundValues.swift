import Flowline
import FoundationEssentials
import GRDB
import GRDBSQLite

/// The values of a statement that is about to run, bound to it one after the other.
///
/// GRDB makes a value of each, and a list of them, before it binds them. For what is written with every answer
/// that takes nearly as long as what SQLite does with it.
struct BoundValues {
  private let statement: SQLiteStatement
  /// How many are bound.
  fileprivate private(set) var count: CInt = 0
  /// Why one could not be bound.
  fileprivate private(set) var failure: ResultCode?

  fileprivate init(of statement: SQLiteStatement) { self.statement = statement }

  mutating func bind(_ number: Int64?) {
    guard let number else { return bindNothing() }
    count += 1
    note(sqlite3_bind_int64(statement, count, number))
  }

  mutating func bind(_ number: Int) { bind(Int64(number)) }

  /// Binds a text up to its first zero, as GRDB does: no text of SQLite goes beyond.
  mutating func bind(_ text: String?) {
    guard let text else { return bindNothing() }
    count += 1
    note(text.withCString { sqlite3_bind_text(statement, count, $0, -1, Self.copied) })
  }

  /// Binds the bytes of a text, all of them.
  mutating func bind(bytesOf text: String) {
    var text = text
    text.withUTF8 { bind(UnsafeRawBufferPointer($0)) }
  }

  mutating func bind(_ id: UUID) { withUnsafeBytes(of: id.uuid) { bind($0) } }

  private mutating func bind(_ bytes: UnsafeRawBufferPointer) {
    count += 1
    note(
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(statement, count, 0)
        : sqlite3_bind_blob(statement, count, bytes.baseAddress, CInt(bytes.count), Self.copied))
  }

  private mutating func bindNothing() {
    count += 1
    note(sqlite3_bind_null(statement, count))
  }

  private mutating func note(_ code: CInt) {
    if code != SQLITE_OK { failure = ResultCode(rawValue: code) }
  }

  /// Tells SQLite to copy what it is given (`SQLITE_TRANSIENT`, a macro that Swift does not see).
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}

extension Statement {
  /// Runs a statement that gives no rows.
  ///
  /// - Parameter bind: binds its values, all of them, in their order.
  /// - Throws: a `DatabaseError`.
  func execute(binding bind: (inout BoundValues) -> Void) throws {
    setUncheckedArguments(StatementArguments())
    // What a person has answered is not kept in memory until the next.
    defer { sqlite3_clear_bindings(sqliteStatement) }
    var values = BoundValues(of: sqliteStatement)
    bind(&values)
    if let failure = values.failure { throw DatabaseError(resultCode: failure) }
    precondition(values.count == sqlite3_bind_parameter_count(sqliteStatement), "not all are bound")
    try execute()
  }
}
