import Days
import FreeAgentAPI
import GRDB
import ServiceBasics

/// Statements are compiled once for each connection and kept.
extension Ledger {
  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
  }

  func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
  }

  func value<Value: DatabaseValueConvertible>(
    _ type: Value.Type, _ sql: String, _ arguments: StatementArguments = []
  ) throws -> Value? {
    try Value.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
  }

  func values<Value: DatabaseValueConvertible>(
    _ type: Value.Type, _ sql: String, _ arguments: StatementArguments = []
  ) throws -> [Value] {
    try Value.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
  }

  func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The columns of a row that is written, by name.
  typealias Columns = [String: (any DatabaseValueConvertible)?]

  /// Adds a row, made and changed now.
  ///
  /// - Returns: its id.
  @discardableResult
  func insert(_ table: Table, _ columns: Columns) throws -> Int64 {
    let columns = columns.merging(
      ["createdAt": now.milliseconds, "updatedAt": now.milliseconds]) { given, _ in given }
    let names = columns.keys.sorted()
    try execute(
      """
      INSERT INTO \(table.rawValue) (\(names.joined(separator: ", ")))
      VALUES (\(names.map { ":\($0)" }.joined(separator: ", ")))
      """, StatementArguments(columns))
    return db.lastInsertedRowID
  }

  /// Changes columns of a row, which is changed now.
  func update(_ table: Table, _ id: Int64, _ columns: Columns) throws {
    let columns = columns.merging(["updatedAt": now.milliseconds]) { given, _ in given }
    let sets = columns.keys.sorted().map { "\($0) = :\($0)" }.joined(separator: ", ")
    try execute(
      "UPDATE \(table.rawValue) SET \(sets) WHERE id = :id",
      StatementArguments(columns.merging(["id": id]) { _, id in id }))
  }

  func delete(_ table: Table, _ id: Int64) throws {
    try execute("DELETE FROM \(table.rawValue) WHERE id = ?", [id])
  }

  /// The row of an id.
  ///
  /// - Throws: 404 if there is none.
  func found(_ table: Table, _ id: Int64) throws -> Row {
    guard let row = try row("SELECT * FROM \(table.rawValue) WHERE id = ?", [id]) else {
      throw FreeAgent.Failure.notFound
    }
    return row
  }

  /// Whether there is a row with an id.
  func has(_ table: Table, _ id: Int64) throws -> Bool {
    try exists("SELECT 1 FROM \(table.rawValue) WHERE id = ?", [id])
  }

  /// Whether a query has rows.
  func exists(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
    try value(Bool.self, "SELECT EXISTS (\(sql))", arguments) ?? false
  }
}

/// The tables whose rows have a number.
enum Table: String {
  case accountLock, attachment, bankAccount, bankFeed, bankLine, bankTransaction, bill, billItem
  case capitalAsset, capitalAssetType, contact
  case creditNoteReconciliation, document, documentItem, email, expense, explanation
  case hirePurchase, journalEntry, journalSet, note, payrollPeriod, payrollProfile, payslip
  case priceListItem, project, property, recurringInvoice, statement, statementLine, stockItem
  case task, timeslip, user
}

extension Row {
  /// The day of a column, which keeps days as texts whose order is that of the days.
  func day(_ column: String) -> Day? { (self[column] as String?).flatMap { Day($0) } }

  /// The time of a column, which keeps milliseconds since 1970.
  func time(_ column: String) -> Timestamp? {
    (self[column] as Int64?).map(Timestamp.init(milliseconds:))
  }
}
