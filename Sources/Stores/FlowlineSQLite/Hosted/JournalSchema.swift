import GRDB
import PrivateSQLite

/// The tables of a store for hosts.
///
/// Migrations are only ever added, at the end.
///
/// Rules that must hold for every writer are constraints here: an id is one session's, a change is made
/// at one number, nothing is kept of a session that is gone.
enum JournalSchema {
  static let file = SQLiteContents(
    label: "Journals", applicationID: applicationID, migrator: migrator)

  /// Marks a SQLite file as such a store's: "FLJS".
  private static let applicationID: Int32 = 0x464C_4A53

  private static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("sessions of users, parts, what was set aside, files") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: sessions + JournalSchema.contents)
    }
    migrator.registerMigration("how many bytes the files of a session have") { db in
      try db.execute(sql: fileBytes)
    }
    // No key is touched: others would wait while all are checked.
    migrator.registerMigration(
      "lists by the minute of the last change", foreignKeyChecks: .immediate
    ) { db in
      try db.execute(sql: minutes)
    }
    return migrator
  }()

  private static let sessions = """
    -- What lists tell of a session, kept with each change.
    -- A user is the bytes of the name, since a text ends at a zero; times are microseconds since 1970.
    -- The last change is number `last`, made by `attempt`.
    CREATE TABLE session (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      user BLOB NOT NULL,
      last INTEGER NOT NULL CHECK (last > 0),
      attempt BLOB NOT NULL CHECK (length(attempt) = 16),
      flow TEXT,
      standing TEXT NOT NULL,
      world TEXT,
      started INTEGER,
      changed INTEGER NOT NULL,
      answers INTEGER NOT NULL CHECK (answers >= 0),
      due INTEGER,
      summary TEXT NOT NULL CHECK (json_valid(summary))
    ) STRICT;

    CREATE INDEX sessionOfUser ON session(user, standing, changed, number, flow);
    CREATE INDEX sessionByStanding ON session(standing, changed, number, flow);
    CREATE INDEX sessionDue ON session(due) WHERE due IS NOT NULL;

    """

  private static let contents = """
    -- What a change added to a record, under its number; in the order of the numbers they are its
    -- contents.
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

    -- The contents of files that a session was answered with, by their SHA-256.
    CREATE TABLE file (
      session INTEGER NOT NULL REFERENCES session(number) ON DELETE CASCADE,
      digest TEXT NOT NULL CHECK (digest GLOB 'sha256:*'),
      bytes BLOB NOT NULL,
      PRIMARY KEY (session, digest)
    ) STRICT;
    """

  private static let fileBytes = """
    -- How many bytes the files of a session have: so that they are added up without reading a file.
    CREATE TABLE fileBytes (
      session INTEGER PRIMARY KEY REFERENCES session(number) ON DELETE CASCADE,
      bytes INTEGER NOT NULL CHECK (bytes >= 0)
    ) STRICT;

    INSERT INTO fileBytes SELECT session, sum(length(bytes)) FROM file GROUP BY session;

    CREATE TRIGGER fileAdded AFTER INSERT ON file BEGIN
      INSERT OR IGNORE INTO fileBytes VALUES (new.session, 0);
      UPDATE fileBytes SET bytes = bytes + length(new.bytes) WHERE session = new.session;
    END;
    """

  private static let minutes = """
    -- Lists of several standings are merged from these indexes. They have the minute of the last change,
    -- so that most changes move no entry: those of a minute are sorted when they are listed.
    ALTER TABLE session ADD COLUMN minute INTEGER NOT NULL DEFAULT 0;
    UPDATE session SET minute = changed / \(minute);
    DROP INDEX sessionOfUser;
    DROP INDEX sessionByStanding;
    CREATE INDEX sessionOfUser ON session(user, standing, minute, flow);
    CREATE INDEX sessionByStanding ON session(standing, minute, flow);

    CREATE TRIGGER sessionAdded AFTER INSERT ON session
    WHEN new.minute <> new.changed / \(minute) BEGIN
      UPDATE session SET minute = new.changed / \(minute) WHERE number = new.number;
    END;
    CREATE TRIGGER sessionChanged AFTER UPDATE OF changed ON session
    WHEN new.minute <> new.changed / \(minute) BEGIN
      UPDATE session SET minute = new.changed / \(minute) WHERE number = new.number;
    END;
    """

  /// The microseconds of a minute: changes within one have the same place in the indexes.
  static let minute: Int64 = 60_000_000
}
