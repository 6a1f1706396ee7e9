/// The statements that find, read and change one session.
///
/// Each is a transaction of its own, and names tenant and owner, but for ``exists``; what hangs on a head is
/// found by that head.
///
/// A change is made by the head row's update, which happens only if the session is the same (`epoch`) and
/// its last change is the one before: of two nodes the second waits for the first, looks again and changes
/// nothing. What is read beforehand decides nothing.
enum SessionStatements {
  /// The columns of a head row, see ``SessionHead``.
  static let columns = """
    month, id, owner, epoch, last, base, files, attempt, node, changed, flow, world, started, answers, \
    summary
    """

  private static let isSession = "month = $1 AND id = $2 AND tenant = $3 AND owner = $4"
  private static let isNext = "\(isSession) AND epoch = $5 AND last = $6"
  /// The moment of the statement, of the database's clock.
  private static let now = "(extract(epoch FROM now()) * 1000000)::bigint"
  /// Lists have one order, also if the clock is put back.
  private static let changed = "greatest(\(now), changed + 1)"
  /// A session in which something is under way is taken up in a minute, any other not by itself.
  private static let dueThen = """
    , due AS (
      INSERT INTO flowline_due (at, month, session, tenant, owner)
      SELECT \(now) + 60000000, $1, $2, $3, $4 FROM head WHERE $15
      ON CONFLICT (month, session) DO UPDATE SET at = excluded.at, owner = excluded.owner),
    undue AS (
      DELETE FROM flowline_due
      WHERE month = $1 AND session = $2 AND NOT $15 AND EXISTS (SELECT 1 FROM head))
    """
  private static let part = """
    INSERT INTO flowline_change (month, session, number, bytes) SELECT month, id, $7, $17 FROM head
    """

  static let exists = "SELECT 1 FROM flowline_session WHERE month = $1 AND id = $2"

  static let find = "SELECT \(columns) FROM flowline_session WHERE \(isSession)"

  /// A session's head with its changes: where they begin and end, and their bytes.
  static let read = """
    SELECT \(columns), parts.first, parts.final, parts.bytes FROM flowline_session
    LEFT JOIN LATERAL (
      SELECT min(number) AS first, max(number) AS final, array_agg(bytes ORDER BY number) AS bytes
      FROM flowline_change WHERE month = $1 AND session = $2) AS parts ON true
    WHERE \(isSession)
    """

  /// Begins a session; with a key, only if the owner still has that key.
  static func begin(withKey: Bool) -> String {
    let key = """
      key AS (
        SELECT 1 FROM flowline_owner_key WHERE tenant = $3 AND owner = $4 AND id = $18 FOR KEY SHARE),
      """
    return """
      WITH \(withKey ? key : "") head AS (
        INSERT INTO flowline_session (
          month, id, tenant, owner, epoch, last, base, files, attempt, node, flow, standing, world,
          started, answers, summary, changed, day)
        SELECT $1, $2, $3, $4, $5, $7, $7, $6, $8, $9, $10, $11, $12, $13, $14, $16, \(now),
          \(now) / 86400000000
        \(withKey ? "FROM key" : "")
        ON CONFLICT (month, id) DO NOTHING RETURNING month, id)
      \(dueThen)
      \(part)
      """
  }

  /// Adds lines behind the attempt that is known to have made the change before; noted as taking the session
  /// over if another node made that.
  ///
  /// - Parameter changesDue: whether the session was or will be due: looking for that costs an eighth more.
  static func append(takesOver: Bool, changesDue: Bool) -> String {
    switch (takesOver, changesDue) {
    case (false, false): lines
    case (false, true): linesDue
    case (true, false): adding(takeover)
    case (true, true): adding(dueThen + takeover)
    }
  }

  // Made once: nearly all changes are one of these.
  private static let lines = adding("")
  private static let linesDue = adding(dueThen)

  private static func adding(_ more: String) -> String {
    "WITH head AS (\(update(""))) \(more) \(part)"
  }

  /// Puts a text in the place of all changes; what was there is set aside unless it is null.
  static func rewrite(takesOver: Bool) -> String {
    """
    WITH head AS (\(update("base = $7,"))) \(dueThen) \(takesOver ? takeover : ""),
      gone AS (
        DELETE FROM flowline_change
        WHERE month = $1 AND session = $2 AND EXISTS (SELECT 1 FROM head)),
      aside AS (
        INSERT INTO flowline_set_aside (month, session, number, bytes)
        SELECT month, id, $7, $19 FROM head WHERE $19 IS NOT NULL)
    \(part)
    """
  }

  /// Changes the head if its last change is the one that is known, by its number and by its attempt: a change
  /// that is not synced may be lost with a machine, and another node may have made one of the same number since.
  private static func update(_ more: String) -> String {
    """
    UPDATE flowline_session SET last = $7, \(more) attempt = $8, node = $9, flow = $10, standing = $11,
      world = $12, started = $13, answers = $14, summary = $16, changed = \(changed),
      day = \(changed) / 86400000000
    WHERE \(isNext) AND attempt = $18 RETURNING month, id
    """
  }

  private static let takeover = """
    , noted AS (
      INSERT INTO flowline_audit (at, id, tenant, owner, session, number, node, event)
      SELECT \(now), $8, $3, $4, $2, $7, $9, 'taken over' FROM head)
    """

  /// Waits for another node's change of the session, and returns when all changes are durable: a
  /// change may be seen before it is on the standby.
  static let barrier = "UPDATE flowline_session SET files = files WHERE \(isSession)"

  /// Removes a session with all that is kept with it, if it is as it was read; returns how many it was.
  static let remove = """
    WITH gone AS (
      DELETE FROM flowline_session WHERE \(isNext) AND files = $7 RETURNING month, id),
      changes AS (
        DELETE FROM flowline_change
        WHERE month = $1 AND session = $2 AND EXISTS (SELECT 1 FROM gone)),
      aside AS (
        DELETE FROM flowline_set_aside
        WHERE month = $1 AND session = $2 AND EXISTS (SELECT 1 FROM gone)),
      undue AS (
        DELETE FROM flowline_due
        WHERE month = $1 AND session = $2 AND EXISTS (SELECT 1 FROM gone)),
      contents AS (
        DELETE FROM flowline_file WHERE month = $1 AND session = $2 AND EXISTS (SELECT 1 FROM gone)),
      uncounted AS (
        DELETE FROM flowline_file_bytes
        WHERE month = $1 AND session = $2 AND EXISTS (SELECT 1 FROM gone)),
      noted AS (
        INSERT INTO flowline_audit (at, id, tenant, owner, session, number, node, event)
        SELECT \(now), $8, $3, $4, $2, $6, $9, 'removed' FROM gone)
    SELECT count(*) FROM gone
    """

  static let schedule = """
    INSERT INTO flowline_due (at, month, session, tenant, owner)
    SELECT $5, month, id, tenant, owner FROM flowline_session WHERE \(isSession)
    ON CONFLICT (month, session) DO UPDATE SET at = excluded.at
    """

  static let unschedule = """
    DELETE FROM flowline_due WHERE month = $1 AND session = $2 AND tenant = $3 AND owner = $4
    """

  /// Says when a session is due, or takes it off if there is no moment, unless another change of it was made
  /// or is being made; returns how many it was.
  ///
  /// The head row is locked for it: what is read of it without a lock may have changed by the time that the
  /// other row is written.
  static func scheduleUnchanged(isDue: Bool) -> String {
    let due =
      isDue
      ? """
      INSERT INTO flowline_due (at, month, session, tenant, owner)
      SELECT $6, month, id, tenant, owner FROM head
      ON CONFLICT (month, session) DO UPDATE SET at = excluded.at
      """
      : """
      DELETE FROM flowline_due
      WHERE month = $1 AND session = $2 AND EXISTS (SELECT 1 FROM head)
      """
    return """
      WITH head AS (
        SELECT month, id, tenant, owner FROM flowline_session
        WHERE \(isSession) AND attempt = $5 FOR UPDATE),
        due AS (\(due))
      SELECT count(*) FROM head
      """
  }

  /// Those that are due; what was scheduled while its session was removed is nobody's.
  static let due = """
    SELECT session, owner FROM flowline_due AS d WHERE tenant = $1 AND at <= $2
      AND EXISTS (
        SELECT 1 FROM flowline_session AS s
        WHERE s.month = d.month AND s.id = d.session AND s.tenant = d.tenant AND s.owner = d.owner)
    ORDER BY at LIMIT $3
    """

  /// Keeps a file, and adds its bytes up; counts in the head row, so that no removal passes it by.
  static let keepFile = """
    WITH head AS (
      UPDATE flowline_session SET files = files + 1 WHERE \(isSession) AND epoch = $5
      RETURNING month, id),
      kept AS (
        INSERT INTO flowline_file (month, session, digest, bytes)
        SELECT month, id, $6, $7 FROM head ON CONFLICT DO NOTHING RETURNING month, session),
      counted AS (
        INSERT INTO flowline_file_bytes (month, session, tenant, owner, bytes)
        SELECT month, session, $3, $4, $8 FROM kept
        ON CONFLICT (month, session) DO UPDATE
        SET bytes = flowline_file_bytes.bytes + excluded.bytes)
    SELECT count(*) FROM head
    """

  /// How many sessions are unfinished, and how many bytes all files have.
  static func usage(ofOwner isOfOwner: Bool) -> String {
    let isMeant = "tenant = $1\(isOfOwner ? " AND owner = $2" : "")"
    return """
      SELECT
        (SELECT count(*) FROM flowline_session WHERE \(isMeant) AND standing = 'unfinished'),
        (SELECT coalesce(sum(bytes), 0)::bigint FROM flowline_file_bytes WHERE \(isMeant))
      """
  }

  static let file = """
    SELECT bytes FROM flowline_file WHERE month = $1 AND session = $2 AND digest = $5
      AND EXISTS (SELECT 1 FROM flowline_session WHERE \(isSession))
    """
}
