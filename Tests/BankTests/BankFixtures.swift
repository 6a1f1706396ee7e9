import GRDB

@testable import Bank
@testable import EmbeddedBank

extension EmbeddedBank {
  /// The feed of any category, oldest first: a goal's is no part of the protocol.
  func feed(of category: Account.Category.ID) throws -> [Payment] {
    try read { ledger in
      try BankRecords.PaymentRow.fetchAll(
        ledger.db,
        sql: """
          SELECT \(BankRecords.PaymentRow.columns) FROM payment WHERE category = ? ORDER BY number
          """,
        arguments: [category.text]
      ).map(\.payment)
    }
  }

  /// Writes past all the rules but the schema's.
  func execute(_ sql: String) throws {
    try write { try $0.db.execute(sql: sql) }
  }
}

extension EmbeddedBank {
  /// Brings everything from the write-ahead log into the file itself.
  func checkpoint() throws {
    _ = try DatabaseQueue(path: path).inDatabase {
      try Row.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }
}
