import GRDB
import PrivateSQLite

/// The tables of a store.
///
/// Migrations are only ever added, at the end.
///
/// Rules that must hold whoever writes are constraints here: a session has one row, its parts follow
/// each other without two in one place, nothing is kept of a session that is gone.
enum StoreSchema {
  /// Marks a SQLite file as a store's: "FLSS".
  static let applicationID: Int32 = 0x464C_5353

  static let file = SQLiteContents(
    label: "Sessions", applicationID: applicationID, migrator: migrator)

  private static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("sessions, their parts, what was set aside") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: sessionsPartsSetAside)
    }
    migrator.registerMigration("files beside sessions") { db in
      try db.execute(sql: filesBesideSessions)
    }
    return migrator
  }()

  private static let filesBesideSessions = """
    -- The contents of files that a session was answered with, by their SHA-256.
    CREATE TABLE file (
      session INTEGER NOT NULL REFERENCES session(number) ON DELETE CASCADE,
      digest TEXT NOT NULL CHECK (digest GLOB 'sha256:*'),
      bytes BLOB NOT NULL,
      PRIMARY KEY (session, digest)
    ) STRICT;
    """

  private static let sessionsPartsSetAside = """
    -- Numbers are never given again: a number is the byte its owner locks.
    -- Times are microseconds since 1970.
    CREATE TABLE session (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE CHECK (length(id) = 36 AND id = lower(id)),
      changed INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX sessionByChange ON session(changed);

    -- What was added to a record at once; in the order of the numbers they are its contents.
    CREATE TABLE part (
      session INTEGER NOT NULL REFERENCES session(number) ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number > 0),
      bytes BLOB NOT NULL CHECK (length(bytes) > 0),
      PRIMARY KEY (session, number)
    ) STRICT, WITHOUT ROWID;

    -- What a record had before it was replaced.
    CREATE TABLE setAside (
      session INTEGER NOT NULL REFERENCES session(number) ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number > 0),
      bytes BLOB NOT NULL,
      PRIMARY KEY (session, number)
    ) STRICT, WITHOUT ROWID;
    """
}
