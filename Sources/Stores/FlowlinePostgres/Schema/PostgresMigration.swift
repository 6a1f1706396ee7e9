/// A step in the making of the tables.
///
/// Steps are only ever added, at the end, and only ever add to the tables: programs of two versions work side by side while nodes are replaced one by one.
struct PostgresMigration: Sendable {
  /// Its place, from 1.
  let version: Int
  /// The oldest program that may go on writing behind it, by the newest step that it knows.
  let oldestWriter: Int
  let statements: [String]

  /// Those that this program knows.
  static let all = [
    PostgresMigration(
      version: 1, oldestWriter: 1,
      statements: [
        session, "CREATE INDEX flowline_session_owner ON flowline_session (tenant, owner, day)",
        "CREATE INDEX flowline_session_standing ON flowline_session (tenant, standing, day)",
        due, "CREATE INDEX flowline_due_at ON flowline_due (tenant, at)", change, setAside, file,
        ownerKey, audit,
      ]),
    PostgresMigration(
      version: 2, oldestWriter: 1,
      statements: [
        value, "CREATE INDEX flowline_value_owner ON flowline_value (tenant, owner, shelf)",
        "CREATE INDEX flowline_value_expires ON flowline_value (tenant, expires)",
      ]),
    PostgresMigration(
      version: 3, oldestWriter: 1,
      statements: PostgresSchema.divided.map { other(of: $0) }
        + ["CREATE INDEX flowline_audit_at ON flowline_audit (tenant, at)"]),
    PostgresMigration(
      version: 4, oldestWriter: 1,
      statements: [
        fileBytes,
        "CREATE INDEX flowline_file_bytes_owner ON flowline_file_bytes (tenant, owner)",
      ]),
    // What lasts is sealed anew in this order; most of the table is an audit that does not last.
    PostgresMigration(
      version: 5, oldestWriter: 1,
      statements: [
        """
        CREATE INDEX flowline_value_lasting ON flowline_value (tenant, shelf, name)
        WHERE expires IS NULL
        """
      ]),
  ]

  /// What lists tell of a session, kept with each change; the last change is number `last`, made by
  /// `attempt`.
  ///
  /// `month` follows from the id alone, see ``SessionMonth``. An owner is the bytes of a user's name, and
  /// moments are microseconds since 1970. Of what changes with each answer nothing is in an index: `day`
  /// is `changed` in whole days. So an update stays in its page and touches no index (a HOT update).
  private static let session = """
    CREATE TABLE flowline_session (
      epoch bigint NOT NULL,
      changed bigint NOT NULL,
      started bigint,
      last integer NOT NULL CHECK (last > 0),
      base integer NOT NULL CHECK (base > 0),
      files integer NOT NULL,
      answers integer NOT NULL CHECK (answers >= 0),
      day integer NOT NULL,
      month smallint NOT NULL,
      id uuid NOT NULL,
      attempt uuid NOT NULL,
      tenant text NOT NULL,
      owner bytea NOT NULL,
      standing text NOT NULL,
      flow text,
      world text,
      node text NOT NULL,
      summary bytea NOT NULL,
      PRIMARY KEY (month, id)
    ) PARTITION BY LIST (month)
    """

  /// The part of a table for months that have none of their own.
  private static func other(of table: String) -> String {
    "CREATE TABLE \(table)_other PARTITION OF \(table) DEFAULT"
  }

  /// When sessions are to be taken up by themselves: beside their rows, since most changes of a session make
  /// it due or not due, and would touch an index of its row.
  private static let due = """
    CREATE TABLE flowline_due (
      at bigint NOT NULL,
      month smallint NOT NULL,
      session uuid NOT NULL,
      tenant text NOT NULL,
      owner bytea NOT NULL,
      PRIMARY KEY (month, session)
    )
    """

  /// What a change added to a record, under its number: from `base` to `last`, in order, they are its text.
  private static let change = """
    CREATE TABLE flowline_change (
      number integer NOT NULL CHECK (number > 0),
      month smallint NOT NULL,
      session uuid NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (month, session, number)
    ) PARTITION BY LIST (month)
    """

  /// What a record had before it was replaced, under the number of the change that replaced it.
  private static let setAside = """
    CREATE TABLE flowline_set_aside (
      number integer NOT NULL,
      month smallint NOT NULL,
      session uuid NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (month, session, number)
    ) PARTITION BY LIST (month)
    """

  /// The contents of files that a session was answered with, by their SHA-256.
  private static let file = """
    CREATE TABLE flowline_file (
      month smallint NOT NULL,
      session uuid NOT NULL,
      digest text NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (month, session, digest)
    ) PARTITION BY LIST (month)
    """

  /// How many bytes the files of a session have, as they were given: so that they are added up without
  /// reading a file.
  ///
  /// Files that were kept before there was this table are not counted.
  private static let fileBytes = """
    CREATE TABLE flowline_file_bytes (
      bytes bigint NOT NULL,
      month smallint NOT NULL,
      session uuid NOT NULL,
      tenant text NOT NULL,
      owner bytea NOT NULL,
      PRIMARY KEY (month, session)
    )
    """

  /// The key of each owner's journals, sealed with the program's.
  private static let ownerKey = """
    CREATE TABLE flowline_owner_key (
      tenant text NOT NULL,
      owner bytea NOT NULL,
      id uuid NOT NULL,
      sealed bytea NOT NULL,
      PRIMARY KEY (tenant, owner)
    )
    """

  /// Small things beside sessions, see `ValueStore`; `expires` is in seconds since 1970.
  private static let value = """
    CREATE TABLE flowline_value (
      expires bigint,
      tenant text NOT NULL,
      shelf text NOT NULL,
      name text NOT NULL,
      attempt uuid NOT NULL,
      owner bytea,
      bytes bytea NOT NULL,
      PRIMARY KEY (tenant, shelf, name)
    )
    """

  /// What was done to sessions besides answering; no answer is in it.
  private static let audit = """
    CREATE TABLE flowline_audit (
      at bigint NOT NULL,
      id uuid PRIMARY KEY,
      tenant text NOT NULL,
      owner bytea NOT NULL,
      session uuid,
      number integer,
      node text NOT NULL,
      event text NOT NULL
    )
    """
}
