/// What the bank's API tells and takes besides: all times are milliseconds since 1970.
extension BankSchema {
  static let accountDetails = """
    ALTER TABLE account ADD COLUMN type TEXT NOT NULL DEFAULT 'PRIMARY';
    ALTER TABLE account ADD COLUMN openedAt INTEGER NOT NULL DEFAULT 0;

    UPDATE account SET type = 'ADDITIONAL' WHERE number > (SELECT min(number) FROM account);
    UPDATE account SET openedAt = ifnull(
      (SELECT min(transactionTime) FROM payment WHERE payment.account = account.id),
      CAST(strftime('%s', 'now') AS INTEGER) * 1000);

    -- The bank's own rounding up of card payments, as they settle.
    CREATE TABLE nativeRoundUp (
      account TEXT PRIMARY KEY NOT NULL REFERENCES account(id),
      goal TEXT NOT NULL REFERENCES goal(id),
      multiplier INTEGER NOT NULL CHECK (multiplier BETWEEN 1 AND 10),
      activatedAt INTEGER NOT NULL,
      activatedBy TEXT NOT NULL
    ) STRICT;
    """

  static let paymentDetails = """
    ALTER TABLE payment ADD COLUMN updatedAt INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE payment ADD COLUMN note TEXT;
    ALTER TABLE payment ADD COLUMN spendingCategory TEXT;
    ALTER TABLE payment ADD COLUMN roundUpGoal TEXT REFERENCES goal(id);
    ALTER TABLE payment ADD COLUMN roundUpMinorUnits INTEGER CHECK (roundUpMinorUnits > 0);

    UPDATE payment SET updatedAt = ifnull(settlementTime, transactionTime);

    CREATE INDEX paymentByChange ON payment(category, updatedAt);
    CREATE INDEX paymentBySettlement ON payment(account, settlementTime) WHERE status = 'SETTLED';
    """

  static let goalDetails = """
    CREATE TABLE goalPhoto (
      goal TEXT PRIMARY KEY NOT NULL REFERENCES goal(id),
      photo TEXT NOT NULL
    ) STRICT;

    CREATE TABLE recurringTransfer (
      goal TEXT PRIMARY KEY NOT NULL REFERENCES goal(id),
      id TEXT NOT NULL UNIQUE,
      minorUnits INTEGER NOT NULL CHECK (minorUnits > 0),
      recurrence TEXT NOT NULL,
      topsUp INTEGER NOT NULL CHECK (topsUp IN (0, 1)),
      reference TEXT
    ) STRICT;
    """

  /// Only the tokens' digests are kept: what is in the file lets nobody in.
  static let accessTokens = """
    CREATE TABLE accessToken (
      digest TEXT PRIMARY KEY NOT NULL CHECK (length(digest) = 64),
      holder TEXT NOT NULL,
      scopes TEXT NOT NULL,
      expiresAt INTEGER,
      revokedAt INTEGER
    ) STRICT;

    CREATE INDEX accessTokenByHolder ON accessToken(holder);
    """

  /// Whose accounts they are, if no token says otherwise.
  static let customer = """
    CREATE TABLE customer (
      number INTEGER PRIMARY KEY CHECK (number = 1),
      id TEXT NOT NULL
    ) STRICT;
    """
}
