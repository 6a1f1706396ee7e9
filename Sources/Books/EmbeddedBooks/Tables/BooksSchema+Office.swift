extension BooksSchema {
  /// Pay runs, what each user got in them, and who is paid in a tax year.
  ///
  /// `year` is the one in which the tax year ends; `period` is 0 for April. Nobody gets less than nothing.
  static let payroll = """
    CREATE TABLE payrollPeriod (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      year INTEGER NOT NULL,
      period INTEGER NOT NULL CHECK (period BETWEEN 0 AND 11),
      day TEXT NOT NULL,
      status TEXT NOT NULL
        CHECK (status IN ('unfiled', 'pending', 'rejected', 'partially_filed', 'filed')),
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      UNIQUE (year, period)
    ) STRICT;

    CREATE TABLE payslip (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      payrollPeriod INTEGER NOT NULL REFERENCES payrollPeriod(id) ON DELETE CASCADE,
      user INTEGER NOT NULL REFERENCES user(id),
      day TEXT NOT NULL,
      isDirector INTEGER NOT NULL CHECK (isDirector IN (0, 1)),
      gross INTEGER NOT NULL,
      tax INTEGER NOT NULL,
      employeeNI INTEGER NOT NULL,
      employerNI INTEGER NOT NULL,
      loans INTEGER NOT NULL,
      employeePension INTEGER NOT NULL,
      employerPension INTEGER NOT NULL,
      otherDeductions INTEGER NOT NULL,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      UNIQUE (payrollPeriod, user),
      CHECK (gross >= tax + employeeNI + loans + employeePension + otherDeductions)
    ) STRICT;

    CREATE INDEX payslipByDay ON payslip(day, id);

    CREATE TABLE payrollProfile (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user INTEGER NOT NULL REFERENCES user(id),
      year INTEGER NOT NULL,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      UNIQUE (user, year)
    ) STRICT;

    -- The days by which HMRC was to be paid, and was.
    CREATE TABLE payrollPayment (day TEXT PRIMARY KEY) STRICT;
    """

  /// What is paid in instalments, with the accounts of what is still owed for it, also in journals.
  ///
  /// Bills of which it was said before get theirs, if they may have one.
  static let hirePurchases = """
    CREATE TABLE hirePurchase (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      bill INTEGER NOT NULL UNIQUE REFERENCES bill(id) ON DELETE CASCADE,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    INSERT INTO hirePurchase (bill, createdAt, updatedAt)
      SELECT b.id, b.createdAt, b.updatedAt FROM bill AS b, company AS c
      WHERE json_extract(b.details, '$.is_paid_by_hire_purchase')
        AND json_extract(b.details, '$.recurring') IS NULL
        AND coalesce(json_extract(c.details, '$.type'), 'UkLimitedCompany') IN (
          'UkLimitedCompany', 'UkLimitedLiabilityPartnership', 'UkPartnership', 'UkSoleTrader',
          'UkUnincorporatedLandlord')
      ORDER BY b.id;

    ALTER TABLE journalEntry ADD COLUMN hirePurchase INTEGER REFERENCES hirePurchase(id);
    CREATE INDEX journalEntryByHirePurchase ON journalEntry(hirePurchase)
      WHERE hirePurchase IS NOT NULL;

    INSERT INTO category (code, list, position, isOwn, details)
      SELECT named.column1, 'general_categories', 100, 0, json_object(
        'allowable_for_tax', json('true'), 'description', named.column2,
        'tax_reporting_name', named.column2)
      FROM (
        VALUES ('792', 'HP Liabilities < 1 Year'), ('793', 'HP Liabilities > 1 Year')) AS named,
        company;
    """

  /// What brings the transactions of bank accounts; `expiresAt` is nil unless the type is `api`.
  static let bankFeeds = """
    CREATE TABLE bankFeed (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL UNIQUE REFERENCES bankAccount(id) ON DELETE CASCADE,
      state TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('api', 'open_banking')),
      service TEXT NOT NULL,
      expiresAt INTEGER,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      CHECK (type = 'api' OR expiresAt IS NULL)
    ) STRICT;
    """

  /// The files of explanations beyond the first, which is in their own column; and indices by which what a
  /// file hangs on is found.
  ///
  /// The trigger runs before the row is deleted, as its references must be gone by then.
  static let explanationFiles = """
    CREATE TABLE explanationFile (
      attachment INTEGER PRIMARY KEY REFERENCES attachment(id) ON DELETE CASCADE,
      explanation INTEGER NOT NULL REFERENCES explanation(id)
    ) STRICT;

    CREATE INDEX explanationFileByExplanation ON explanationFile(explanation);

    CREATE TRIGGER explanationFilesDeleted BEFORE DELETE ON explanation BEGIN
      DELETE FROM attachment WHERE id IN (
        SELECT attachment FROM explanationFile WHERE explanation = OLD.id);
    END;

    CREATE INDEX explanationByAttachment ON explanation(attachment) WHERE attachment IS NOT NULL;
    CREATE INDEX expenseByAttachment ON expense(attachment) WHERE attachment IS NOT NULL;
    CREATE INDEX billByAttachment ON bill(attachment) WHERE attachment IS NOT NULL;
    """

  /// The day up to which a user has locked the accounts: one row, or none.
  static let accountLock = """
    CREATE TABLE accountLock (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      day TEXT NOT NULL,
      user INTEGER NOT NULL REFERENCES user(id),
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;
    """

  /// What lists of postings need: a number that every transaction that writes raises, so that what was
  /// counted before is known to be old; and an index of the few explanations that have VAT.
  static let postingLists = """
    CREATE TABLE writeStamp (number INTEGER NOT NULL) STRICT;
    INSERT INTO writeStamp (number) VALUES (0);

    CREATE INDEX explanationWithTax ON explanation(account, day, id) WHERE tax <> 0;
    """
}
