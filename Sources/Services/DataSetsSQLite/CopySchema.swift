import GRDB
import ServiceStorage

/// The tables of a file of copies.
enum CopySchema {
  /// “FLco”.
  static let applicationID: Int32 = 0x464C_636F

  static let contents = DatabaseContents(
    label: "Copies", applicationID: applicationID, migrator: migrator)

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    // A kind without subjects has the subject ''. Times are milliseconds since 1970.
    migrator.registerMigration("1") { db in
      try db.execute(
        sql: """
          PRAGMA application_id = \(applicationID);

          CREATE TABLE tickets (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            last INTEGER NOT NULL,
            lastRemoval INTEGER
          ) STRICT;

          CREATE TABLE users (
            credential TEXT PRIMARY KEY,
            user TEXT NOT NULL,
            ticket INTEGER NOT NULL
          ) STRICT;

          CREATE TABLE copies (
            user TEXT NOT NULL,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            lowerBound INTEGER,
            upperBound INTEGER,
            readAt INTEGER NOT NULL,
            ticket INTEGER NOT NULL,
            json BLOB NOT NULL,
            digest BLOB NOT NULL,
            PRIMARY KEY (user, kind, subject)
          ) STRICT;

          CREATE TABLE marks (
            user TEXT NOT NULL,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            ticket INTEGER NOT NULL,
            PRIMARY KEY (user, kind, subject)
          ) STRICT;

          CREATE TABLE marksForAll (
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            ticket INTEGER NOT NULL,
            PRIMARY KEY (kind, subject)
          ) STRICT;
          """)
    }
    return migrator
  }
}
