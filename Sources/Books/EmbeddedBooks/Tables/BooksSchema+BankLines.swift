extension BooksSchema {
  /// What the bank said of each transaction, beside what is shown of it.
  ///
  /// What is shown may have been entered by hand; whether a line was there before follows from what the
  /// bank said alone. Of the transactions of earlier versions that is what they show.
  static let bankLines = """
    CREATE TABLE bankLine (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES bankAccount(id),
      statement INTEGER NOT NULL REFERENCES statement(id),
      bankTransaction INTEGER NOT NULL REFERENCES bankTransaction(id) ON DELETE CASCADE,
      day TEXT NOT NULL,
      amount INTEGER NOT NULL,
      text TEXT NOT NULL,
      bankID TEXT CHECK (bankID <> ''),
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE UNIQUE INDEX bankLineByTransaction ON bankLine(bankTransaction);
    CREATE INDEX bankLineByContents ON bankLine(account, day, amount, text);
    CREATE INDEX bankLineByBankID ON bankLine(account, bankID) WHERE bankID IS NOT NULL;

    INSERT INTO bankLine
      (account, statement, bankTransaction, day, amount, text, bankID, createdAt, updatedAt)
      SELECT account, statement, id, day, amount, text, nullif(trim(bankID), ''), uploadedAt,
        uploadedAt
      FROM bankTransaction WHERE NOT isManual AND statement IS NOT NULL;
    """

  /// The day of an explanation’s transaction if that is not its own day; null if it is.
  static let bankDays = """
    ALTER TABLE explanation ADD COLUMN bankDay TEXT;

    UPDATE explanation SET bankDay = (
      SELECT nullif(t.day, explanation.day) FROM bankTransaction AS t
      WHERE t.id = explanation.bankTransaction);

    CREATE INDEX explanationByBankDay ON explanation(account, bankDay) WHERE bankDay IS NOT NULL;
    CREATE INDEX explanationOfOtherDay ON explanation(account, day) WHERE bankDay IS NOT NULL;

    CREATE TRIGGER explanationDated AFTER INSERT ON explanation
    WHEN NEW.day <> (SELECT day FROM bankTransaction WHERE id = NEW.bankTransaction) BEGIN
      UPDATE explanation SET bankDay = (
        SELECT day FROM bankTransaction WHERE id = NEW.bankTransaction)
      WHERE id = NEW.id;
    END;
    CREATE TRIGGER explanationDatedAnew AFTER UPDATE OF day ON explanation BEGIN
      UPDATE explanation SET bankDay = (
        SELECT nullif(day, NEW.day) FROM bankTransaction WHERE id = NEW.bankTransaction)
      WHERE id = NEW.id;
    END;
    CREATE TRIGGER transactionDayFixed BEFORE UPDATE OF day ON bankTransaction BEGIN
      SELECT RAISE(ABORT, 'the day of a transaction never changes');
    END;
    """

  /// Accounts and contacts change when their balances do.
  ///
  /// A trigger does not know when a row is deleted: code that deletes one updates its account or contact first.
  static let changedBalances = """
    DROP TRIGGER transactionAdded;
    CREATE TRIGGER transactionAdded AFTER INSERT ON bankTransaction BEGIN
      UPDATE bankAccount
      SET balance = balance + NEW.amount, updatedAt = max(updatedAt, NEW.updatedAt)
      WHERE id = NEW.account;
    END;

    CREATE TRIGGER documentBalanceChanged AFTER UPDATE ON document
    WHEN NEW.kind <> 'estimate' AND (OLD.state = 'sent' OR NEW.state = 'sent')
      AND (OLD.state, OLD.contact, OLD.currency, OLD.exchangeRate, OLD.total - OLD.settled)
        IS NOT (NEW.state, NEW.contact, NEW.currency, NEW.exchangeRate, NEW.total - NEW.settled)
    BEGIN
      UPDATE contact SET updatedAt = max(updatedAt, NEW.updatedAt)
      WHERE id IN (OLD.contact, NEW.contact);
    END;
    CREATE TRIGGER billBalanceChanged AFTER UPDATE ON bill
    WHEN (OLD.contact, OLD.currency, OLD.total - OLD.settled)
      IS NOT (NEW.contact, NEW.currency, NEW.total - NEW.settled)
    BEGIN
      UPDATE contact SET updatedAt = max(updatedAt, NEW.updatedAt)
      WHERE id IN (OLD.contact, NEW.contact);
    END;
    """
}
