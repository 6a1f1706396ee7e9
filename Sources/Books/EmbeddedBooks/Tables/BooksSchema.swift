import GRDB
import ServiceStorage

/// The tables of the books.
///
/// Migrations are only ever added, at the end. Rules that every writer must keep are constraints and
/// triggers here: nothing is explained beyond its amount, a stored sum equals its parts, and a file is
/// deleted with what it is attached to.
enum BooksSchema {
  /// Marks a SQLite file as books: "FLBO".
  static let applicationID: Int32 = 0x464C_424F

  static let contents = DatabaseContents(
    label: "Books", applicationID: applicationID, migrator: migrator)

  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("books") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      for part in [company, contacts, documents, banking, keptSums, expenses] {
        try db.execute(sql: part)
      }
    }
    migrator.registerMigration("attachments") { try $0.execute(sql: attachments) }
    migrator.registerMigration("bill items") { try $0.execute(sql: billItems) }
    migrator.registerMigration("properties") { try $0.execute(sql: properties) }
    migrator.registerMigration("timeslips") { try $0.execute(sql: timeslips) }
    migrator.registerMigration("billing") { try $0.execute(sql: billing) }
    migrator.registerMigration("accounting") { try $0.execute(sql: accounting) }
    migrator.registerMigration("notes") { try $0.execute(sql: notes) }
    migrator.registerMigration("price list") { try $0.execute(sql: priceList) }
    migrator.registerMigration("recurring invoices") { try $0.execute(sql: recurringInvoices) }
    migrator.registerMigration("reconciliations") { try $0.execute(sql: reconciliations) }
    migrator.registerMigration("return marks") { try $0.execute(sql: returnMarks) }
    migrator.registerMigration("payroll") { try $0.execute(sql: payroll) }
    migrator.registerMigration("hire purchases") { try $0.execute(sql: hirePurchases) }
    migrator.registerMigration("bank feeds") { try $0.execute(sql: bankFeeds) }
    migrator.registerMigration("explanation files") { try $0.execute(sql: explanationFiles) }
    migrator.registerMigration("account lock") { try $0.execute(sql: accountLock) }
    migrator.registerMigration("posting lists") { try $0.execute(sql: postingLists) }
    migrator.registerMigration("exchange rates") { try addExchangeRates($0) }
    migrator.registerMigration("filed amounts") { try $0.execute(sql: filedAmounts) }
    migrator.registerMigration("bank lines") { try $0.execute(sql: bankLines) }
    migrator.registerMigration("bank days") { try $0.execute(sql: bankDays) }
    migrator.registerMigration("changed balances") { try $0.execute(sql: changedBalances) }
    migrator.registerMigration("bills by contact") {
      try $0.execute(sql: "CREATE INDEX IF NOT EXISTS billByContact ON bill(contact)")
    }
    return migrator
  }()

  private static let attachments = """
    DELETE FROM attachment WHERE id NOT IN (
      SELECT attachment FROM explanation WHERE attachment IS NOT NULL
      UNION SELECT attachment FROM expense WHERE attachment IS NOT NULL);
    CREATE TRIGGER explanationAttachmentDeleted AFTER DELETE ON explanation
    WHEN OLD.attachment IS NOT NULL BEGIN
      DELETE FROM attachment WHERE id = OLD.attachment;
    END;
    CREATE TRIGGER expenseAttachmentDeleted AFTER DELETE ON expense
    WHEN OLD.attachment IS NOT NULL BEGIN
      DELETE FROM attachment WHERE id = OLD.attachment;
    END;
    """

  /// Amounts are minor units of the row's currency; times are milliseconds since 1970; `details` is JSON.
  private static let company = """
    CREATE TABLE company (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      lockedThrough TEXT,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE user (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 8),
      isHidden INTEGER NOT NULL DEFAULT 0 CHECK (isHidden IN (0, 1)),
      isVerified INTEGER NOT NULL DEFAULT 0 CHECK (isVerified IN (0, 1)),
      role TEXT NOT NULL,
      email TEXT NOT NULL UNIQUE COLLATE NOCASE,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE category (
      code TEXT PRIMARY KEY,
      list TEXT NOT NULL,
      position INTEGER NOT NULL,
      isOwn INTEGER NOT NULL CHECK (isOwn IN (0, 1)),
      details TEXT NOT NULL
    ) STRICT;

    CREATE TABLE attachment (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      fileName TEXT NOT NULL,
      contentType TEXT NOT NULL,
      description TEXT,
      level INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      code TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;
    """

  private static let contacts = """
    CREATE TABLE contact (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL CHECK (name <> ''),
      isHidden INTEGER NOT NULL CHECK (isHidden IN (0, 1)),
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE project (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      contact INTEGER NOT NULL REFERENCES contact(id),
      status TEXT NOT NULL,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE property (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      address TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE stockItem (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      category TEXT REFERENCES category(code),
      openingQuantity INTEGER NOT NULL,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE capitalAsset (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      purchasedOn TEXT NOT NULL,
      disposedOn TEXT,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;
    """
}
