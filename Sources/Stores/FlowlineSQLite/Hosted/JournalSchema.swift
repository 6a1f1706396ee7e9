import GRDB

/// The tables of a store for hosts.
///
/// Migrations are only ever added, at the end.
enum JournalSchema {
  static let schema = SQLiteSchema(applicationID: applicationID, migrator: migrator)

  /// Marks a SQLite file as such a store's: "FLJS".
  private static let applicationID: Int32 = 0x464C_4A53

  private static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("sessions of users, their changes, what was set aside, files") {
      db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: tables)
    }
    return migrator
  }()

  private static let tables = """
    -- Times are microseconds since 1970; a session's last change is `last`, made by `attempt`.
    CREATE TABLE session (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      user TEXT NOT NULL,
      last INTEGER NOT NULL CHECK (last > 0),
      attempt BLOB NOT NULL CHECK (length(attempt) = 16),
      flow TEXT,
      standing TEXT NOT NULL,
      changed INTEGER NOT NULL,
      due INTEGER,
      summary TEXT NOT NULL
    ) STRICT;

    CREATE INDEX sessionOfUser ON session(user, changed, number);
    CREATE INDEX sessionOfUserByStanding ON session(user, standing, changed, number);
    CREATE INDEX sessionByStanding ON session(standing, changed, number);
    CREATE INDEX sessionDue ON session(due) WHERE due IS NOT NULL;

    -- What was added to a record at once; in the order of the numbers they are its contents.
    CREATE TABLE part (
      session INTEGER NOT NULL REFERENCES session(number) ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number > 0),
      bytes BLOB NOT NULL,
      PRIMARY KEY (session, number)
    ) STRICT, WITHOUT ROWID;

    -- What a record had before it was replaced.
    CREATE TABLE setAside (
      session INTEGER NOT NULL REFERENCES session(number) ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number > 0),
      bytes BLOB NOT NULL,
      PRIMARY KEY (session, number)
    ) STRICT, WITHOUT ROWID;

    -- The contents of files that a session was answered with, by their SHA-256.
    CREATE TABLE file (
      session INTEGER NOT NULL REFERENCES session(number) ON DELETE CASCADE,
      digest TEXT NOT NULL CHECK (digest GLOB 'sha256:*'),
      bytes BLOB NOT NULL,
      PRIMARY KEY (session, digest)
    ) STRICT;
    """
}
