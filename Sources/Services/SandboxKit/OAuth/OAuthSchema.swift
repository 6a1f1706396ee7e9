import GRDB
import ServiceStorage

/// The tables of log-ins: secrets are in them as digests alone.
enum OAuthSchema {
  static let contents = DatabaseContents(
    label: "oauth", applicationID: 0x464C_4F41, migrator: migrator)

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(
        sql: """
          PRAGMA application_id = \(0x464C_4F41);

          -- What a person allowed a program. Tokens are renewed from generation to generation; the
          -- one before ends once the current one has been used.
          CREATE TABLE log_in (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            program TEXT NOT NULL,
            person TEXT NOT NULL,
            made INTEGER NOT NULL,
            generation INTEGER NOT NULL,
            is_used INTEGER NOT NULL,
            revoked INTEGER
          ) STRICT;

          CREATE TABLE token (
            digest TEXT PRIMARY KEY,
            log_in INTEGER NOT NULL REFERENCES log_in (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
            generation INTEGER NOT NULL,
            ends INTEGER NOT NULL
          ) STRICT;
          CREATE INDEX token_of_log_in ON token (log_in);

          -- A code stays after its use, so that a second use is noticed.
          CREATE TABLE code (
            digest TEXT PRIMARY KEY,
            program TEXT NOT NULL,
            person TEXT NOT NULL,
            redirect TEXT NOT NULL,
            challenge TEXT,
            ends INTEGER NOT NULL,
            log_in INTEGER REFERENCES log_in (id) ON DELETE CASCADE
          ) STRICT;
          """)
    }
    return migrator
  }
}
