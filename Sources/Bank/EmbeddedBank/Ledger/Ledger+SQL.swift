import GRDB

/// Every statement is prepared once a connection and kept.
extension Ledger {
  func rows<Record: FetchableRecord>(
    _ type: Record.Type, _ sql: String, _ arguments: StatementArguments = []
  ) throws -> [Record] {
    try Record.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
  }

  func row<Record: FetchableRecord>(
    _ type: Record.Type, _ sql: String, _ arguments: StatementArguments = []
  ) throws -> Record? {
    try Record.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
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
}
