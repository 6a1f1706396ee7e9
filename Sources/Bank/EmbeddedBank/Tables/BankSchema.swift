import GRDB

/// The tables of the embedded bank.
///
/// Migrations are only ever added, at the end.
///
/// Rules that must hold whoever writes are constraints here: amounts are positive, a goal never
/// falls below zero, no payment's round-up is moved twice, no key is used twice.
enum BankSchema {
  /// Marks a SQLite file as a bank's: "FLBK".
  static let applicationID: Int32 = 0x464C_424B

  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("accounts, goals, payments") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: accountsGoalsPayments)
    }
    migrator.registerMigration("covered payments, answered orders") { db in
      try db.execute(sql: coveredPaymentsAnsweredOrders)
    }
    migrator.registerMigration("kept balances") { db in
      try db.execute(sql: keptBalances)
    }
    migrator.registerMigration("what an API tells and takes") { db in
      try db.execute(sql: accountDetails)
      try db.execute(sql: paymentDetails)
      try db.execute(sql: goalDetails)
      try db.execute(sql: accessTokens)
    }
    migrator.registerMigration("a customer of its own") { db in
      try db.execute(sql: customer)
    }
    return migrator
  }()

  private static let accountsGoalsPayments = """
    CREATE TABLE account (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      handle TEXT NOT NULL UNIQUE CHECK (handle <> ''),
      name TEXT NOT NULL CHECK (name <> ''),
      currency TEXT NOT NULL CHECK (length(currency) = 3),
      defaultCategory TEXT NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE goal (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL REFERENCES account(id),
      name TEXT NOT NULL CHECK (name <> ''),
      target INTEGER CHECK (target > 0),
      total INTEGER NOT NULL CHECK (total >= 0),
      state TEXT NOT NULL,
      isDeleted INTEGER NOT NULL CHECK (isDeleted IN (0, 1)),
      CHECK (total = 0 OR (state = 'ACTIVE' AND NOT isDeleted))
    ) STRICT;

    CREATE INDEX goalByAccount ON goal(account);

    -- Times are milliseconds since 1970.
    CREATE TABLE payment (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL REFERENCES account(id),
      category TEXT NOT NULL,
      minorUnits INTEGER NOT NULL CHECK (minorUnits > 0),
      currency TEXT NOT NULL CHECK (length(currency) = 3),
      direction TEXT NOT NULL CHECK (direction IN ('IN', 'OUT')),
      status TEXT NOT NULL CHECK (status <> ''),
      source TEXT NOT NULL CHECK (source <> ''),
      counterpartyKind TEXT NOT NULL,
      counterpartyName TEXT NOT NULL,
      counterpartyID TEXT,
      sourceMinorUnits INTEGER CHECK (sourceMinorUnits > 0),
      sourceCurrency TEXT,
      transactionTime INTEGER NOT NULL,
      settlementTime INTEGER,
      reference TEXT,
      isRoundedUpByBank INTEGER NOT NULL CHECK (isRoundedUpByBank IN (0, 1)),
      CHECK ((sourceMinorUnits IS NULL) = (sourceCurrency IS NULL)),
      CHECK (status <> 'SETTLED' OR settlementTime IS NOT NULL),
      CHECK (source <> 'INTERNAL_TRANSFER' OR status = 'SETTLED')
    ) STRICT;

    CREATE INDEX paymentByTime ON payment(category, transactionTime);
    CREATE INDEX paymentByStatus ON payment(account, category, status, direction, minorUnits);
    """

  private static let coveredPaymentsAnsweredOrders = """
    CREATE TABLE answeredOrder (
      key TEXT PRIMARY KEY NOT NULL,
      contents TEXT NOT NULL,
      answer TEXT NOT NULL,
      time INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE coveredPayment (
      payment TEXT PRIMARY KEY NOT NULL REFERENCES payment(id),
      transfer TEXT NOT NULL REFERENCES payment(id)
    ) STRICT;
    """
}
