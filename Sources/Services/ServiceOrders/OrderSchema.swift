import GRDB
import ServiceStorage

/// The tables of an order book.
///
/// Migrations are only ever added, at the end.
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
    migrator.registerMigration("entries, claims") { db in
      try db.execute(sql: entriesClaims)
    }
    migrator.registerMigration("claims of each owner") { db in
      try db.execute(sql: claimsOfEachOwner)
    }
    migrator.registerMigration("closings") { db in
      try db.execute(sql: closings)
    }
    migrator.registerMigration("deletions with their goal by name") { db in
      try db.execute(sql: namedGoalsOfDeletions)
    }
    return migrator
  }()

  private static let ordersCoveredPayments = """
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

  /// An order that was open may have been sent, and when is known by a clock only that can be put
  /// forward.
  ///
  /// A refusal is not kept any more: it leaves no trace.
  private static let entriesClaims = """
    CREATE TABLE entry (
      number INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      providerID TEXT NOT NULL,
      owner TEXT,
      scope TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind <> ''),
      contents TEXT NOT NULL,
      basis TEXT NOT NULL,
      orderedAt INTEGER NOT NULL,
      sentAt INTEGER NOT NULL,
      sentBoot TEXT NOT NULL,
      sentUptime INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('made', 'sent', 'in-doubt', 'done', 'given-up')),
      answer TEXT,
      made TEXT UNIQUE,
      CHECK ((state = 'done') = (answer IS NOT NULL))
    ) STRICT;

    CREATE INDEX openEntry ON entry(scope, number) WHERE state IN ('sent', 'in-doubt');

    CREATE TABLE claim (
      subject TEXT PRIMARY KEY NOT NULL,
      place TEXT NOT NULL,
      time INTEGER NOT NULL,
      orderKey TEXT NOT NULL REFERENCES entry(key) ON DELETE CASCADE
    ) STRICT;

    CREATE INDEX claimByTime ON claim(place, time);
    CREATE INDEX claimByOrder ON claim(orderKey);

    -- What orders claimed that were given up.
    CREATE TABLE formerClaim (
      subject TEXT NOT NULL,
      place TEXT NOT NULL,
      time INTEGER NOT NULL,
      orderKey TEXT NOT NULL REFERENCES entry(key) ON DELETE CASCADE,
      PRIMARY KEY (orderKey, subject)
    ) STRICT;

    CREATE INDEX formerClaimByTime ON formerClaim(place, time);

    INSERT INTO entry
      (number, key, providerID, owner, scope, kind, contents, basis, orderedAt, sentAt, sentBoot,
       sentUptime, state, answer, made)
    SELECT number, key, key, NULL,
      account || CASE kind WHEN 'goal' THEN '-goals' ELSE '-money' END, kind, contents, known,
      orderedAt, sentAt, '', 0, CASE state WHEN 'open' THEN 'in-doubt' ELSE 'done' END, answer, made
    FROM bookedOrder WHERE state <> 'refused';

    INSERT INTO claim (subject, place, time, orderKey)
    SELECT payment, account, transactionTime, orderKey FROM coveredPayment
    WHERE orderKey IN (SELECT key FROM entry);

    DROP TABLE coveredPayment;
    DROP TABLE bookedOrder;
    """

  /// Two customers may use one account, and a bank that was made anew may have the same ids.
  private static let claimsOfEachOwner = """
    CREATE TABLE ownedClaim (
      subject TEXT NOT NULL,
      place TEXT NOT NULL,
      time INTEGER NOT NULL,
      orderKey TEXT NOT NULL REFERENCES entry(key) ON DELETE CASCADE,
      PRIMARY KEY (orderKey, subject)
    ) STRICT;

    INSERT INTO ownedClaim SELECT subject, place, time, orderKey FROM claim;
    DROP TABLE claim;
    ALTER TABLE ownedClaim RENAME TO claim;

    CREATE INDEX claimByTime ON claim(place, time);
    CREATE INDEX claimBySubject ON claim(subject);
    """

  /// What was known of a goal that was to be deleted was the goal alone; the moves of it, which came later, are
  /// beside it.
  private static let namedGoalsOfDeletions = """
    UPDATE entry SET basis = json_object('goal', json(basis))
    WHERE kind = 'deletion' AND json_valid(basis) AND json_type(basis) = 'object'
      AND json_type(basis, '$.goal') IS NULL
    """

  /// Who keeps orders from being begun, and since when nothing was heard of that, by `Uptime`.
  private static let closings = """
    CREATE TABLE closing (
      mark TEXT PRIMARY KEY NOT NULL,
      boot TEXT NOT NULL,
      uptime INTEGER NOT NULL
    ) STRICT;
    """
}
