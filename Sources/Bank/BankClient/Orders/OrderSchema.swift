import GRDB
import ServiceStorage

/// The tables of an order book. Migrations are only ever added, at the end.
enum OrderSchema {
  /// Marks a SQLite file as an order book: "FLOB".
  static let applicationID: Int32 = 0x464C_4F42

  static let contents = DatabaseContents(
    label: "Orders", applicationID: applicationID, migrator: migrator)

  private static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("orders, covered payments") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: ordersCoveredPayments)
    }
    return migrator
  }()

  private static let ordersCoveredPayments = """
    -- An open order may have been carried out, or may not; nobody knows before it is settled.
    -- Times are milliseconds since 1970: orderedAt by the bank's clock, sentAt by ours.
    CREATE TABLE bookedOrder (
      number INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('transfer', 'goal', 'deletion')),
      contents TEXT NOT NULL,
      known TEXT NOT NULL,
      orderedAt INTEGER NOT NULL,
      sentAt INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('open', 'done', 'refused')),
      answer TEXT,
      made TEXT UNIQUE,
      CHECK ((state = 'open') = (answer IS NULL))
    ) STRICT;

    CREATE INDEX openOrder ON bookedOrder(account, number) WHERE state = 'open';

    CREATE TABLE coveredPayment (
      payment TEXT PRIMARY KEY NOT NULL,
      account TEXT NOT NULL,
      transactionTime INTEGER NOT NULL,
      orderKey TEXT NOT NULL REFERENCES bookedOrder(key) ON DELETE CASCADE
    ) STRICT;

    CREATE INDEX coveredPaymentByTime ON coveredPayment(account, transactionTime);
    CREATE INDEX coveredPaymentByOrder ON coveredPayment(orderKey);
    """
}
