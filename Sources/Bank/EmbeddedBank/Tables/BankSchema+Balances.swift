extension BankSchema {
  /// Keeps each pocket's sums beside its payments, so that a balance costs the same however long
  /// the feed is.
  ///
  /// Triggers do it, for every writer.
  static let keptBalances = """
    CREATE TABLE pocket (
      category TEXT NOT NULL,
      account TEXT NOT NULL REFERENCES account(id),
      cleared INTEGER NOT NULL,
      pendingOut INTEGER NOT NULL,
      PRIMARY KEY (category, account)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO pocket (category, account, cleared, pendingOut)
    SELECT category, account, sum(\(cleared(in: "payment"))), sum(\(pendingOut(in: "payment")))
    FROM payment GROUP BY category, account;

    CREATE TRIGGER paymentAdded AFTER INSERT ON payment BEGIN
      \(adding("NEW"))
    END;

    CREATE TRIGGER paymentChanged
    AFTER UPDATE OF account, category, minorUnits, direction, status ON payment BEGIN
      \(takingAway("OLD"))
      \(adding("NEW"))
    END;

    CREATE TRIGGER paymentRemoved AFTER DELETE ON payment BEGIN
      \(takingAway("OLD"))
    END;

    DROP INDEX paymentByStatus;
    """

  private static func cleared(in row: String) -> String {
    """
    iif(\(row).status = 'SETTLED', iif(\(row).direction = 'IN', \(row).minorUnits, \
    -\(row).minorUnits), 0)
    """
  }

  private static func pendingOut(in row: String) -> String {
    "iif(\(row).status = 'PENDING' AND \(row).direction = 'OUT', \(row).minorUnits, 0)"
  }

  private static func adding(_ row: String) -> String {
    """
    INSERT INTO pocket (category, account, cleared, pendingOut)
    VALUES (\(row).category, \(row).account, \(cleared(in: row)), \(pendingOut(in: row)))
    ON CONFLICT (category, account) DO UPDATE SET
      cleared = cleared + excluded.cleared, pendingOut = pendingOut + excluded.pendingOut;
    """
  }

  private static func takingAway(_ row: String) -> String {
    """
    UPDATE pocket SET
      cleared = cleared - \(cleared(in: row)), pendingOut = pendingOut - \(pendingOut(in: row))
    WHERE category = \(row).category AND account = \(row).account;
    """
  }
}
