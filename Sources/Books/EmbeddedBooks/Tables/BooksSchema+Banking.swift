extension BooksSchema {
  static let banking = """
    CREATE TABLE bankAccount (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      type TEXT NOT NULL CHECK (type <> ''),
      currency TEXT NOT NULL CHECK (length(currency) = 3),
      isHidden INTEGER NOT NULL CHECK (isHidden IN (0, 1)),
      isPersonal INTEGER NOT NULL CHECK (isPersonal IN (0, 1)),
      isPrimary INTEGER NOT NULL CHECK (isPrimary IN (0, 1)),
      openingBalance INTEGER NOT NULL,
      balance INTEGER NOT NULL,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE statement (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES bankAccount(id),
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    -- Lines of a statement that are answered for, and are not yet transactions.
    CREATE TABLE statementLine (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      statement INTEGER NOT NULL REFERENCES statement(id),
      dueAt INTEGER NOT NULL,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX statementLineByTime ON statementLine(dueAt);

    CREATE TABLE statementDelay (milliseconds INTEGER NOT NULL) STRICT;

    -- `unexplained` and `reviews` follow the explanations, see the triggers.
    CREATE TABLE bankTransaction (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES bankAccount(id),
      day TEXT NOT NULL,
      amount INTEGER NOT NULL,
      unexplained INTEGER NOT NULL,
      reviews INTEGER NOT NULL DEFAULT 0 CHECK (reviews >= 0),
      text TEXT NOT NULL,
      lineType TEXT NOT NULL,
      bankID TEXT,
      statement INTEGER REFERENCES statement(id),
      isManual INTEGER NOT NULL CHECK (isManual IN (0, 1)),
      isMadeByTransfer INTEGER NOT NULL DEFAULT 0 CHECK (isMadeByTransfer IN (0, 1)),
      uploadedAt INTEGER NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      CHECK (unexplained BETWEEN min(amount, 0) AND max(amount, 0))
    ) STRICT;

    CREATE INDEX transactionByDay ON bankTransaction(account, day, id);
    CREATE INDEX transactionUnexplained ON bankTransaction(account, day, id) WHERE unexplained <> 0;
    CREATE INDEX transactionExplained ON bankTransaction(account, day, id) WHERE unexplained = 0;
    CREATE INDEX transactionManual ON bankTransaction(account, day, id) WHERE isManual;
    CREATE INDEX transactionForReview ON bankTransaction(account, day, id) WHERE reviews > 0;
    CREATE INDEX transactionByChange ON bankTransaction(account, updatedAt);
    CREATE INDEX transactionByText ON bankTransaction(text);
    CREATE INDEX transactionByStatement ON bankTransaction(statement);

    -- `settled` is what a document or bill got, in its currency.
    CREATE TABLE explanation (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      bankTransaction INTEGER NOT NULL REFERENCES bankTransaction(id),
      account INTEGER NOT NULL REFERENCES bankAccount(id),
      kind TEXT NOT NULL CHECK (kind <> ''),
      day TEXT NOT NULL,
      gross INTEGER NOT NULL CHECK (gross <> 0),
      category TEXT REFERENCES category(code),
      taxRate TEXT,
      tax INTEGER,
      isForReview INTEGER NOT NULL CHECK (isForReview IN (0, 1)),
      document INTEGER REFERENCES document(id),
      bill INTEGER REFERENCES bill(id),
      settled INTEGER,
      user INTEGER REFERENCES user(id),
      transferAccount INTEGER REFERENCES bankAccount(id),
      otherSide INTEGER REFERENCES explanation(id) DEFERRABLE INITIALLY DEFERRED,
      stockItem INTEGER REFERENCES stockItem(id),
      stockQuantity INTEGER,
      capitalAsset INTEGER REFERENCES capitalAsset(id),
      disposedAsset INTEGER REFERENCES capitalAsset(id),
      project INTEGER REFERENCES project(id),
      property INTEGER REFERENCES property(id),
      attachment INTEGER REFERENCES attachment(id) ON DELETE SET NULL,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      CHECK (document IS NULL OR bill IS NULL),
      CHECK ((document IS NULL AND bill IS NULL) = (settled IS NULL))
    ) STRICT;

    CREATE INDEX explanationByTransaction ON explanation(bankTransaction);
    CREATE INDEX explanationByDay ON explanation(account, day, id);
    CREATE INDEX explanationForReview ON explanation(account) WHERE isForReview;
    CREATE INDEX explanationByChange ON explanation(account, updatedAt);
    CREATE INDEX explanationByDocument ON explanation(document) WHERE document IS NOT NULL;
    CREATE INDEX explanationByBill ON explanation(bill) WHERE bill IS NOT NULL;
    CREATE INDEX explanationByOtherSide ON explanation(otherSide) WHERE otherSide IS NOT NULL;
    """

  /// Triggers that keep each stored sum equal to its parts.
  static let keptSums = """
    CREATE TRIGGER transactionAdded AFTER INSERT ON bankTransaction BEGIN
      UPDATE bankAccount SET balance = balance + NEW.amount WHERE id = NEW.account;
    END;
    CREATE TRIGGER transactionDeleted AFTER DELETE ON bankTransaction BEGIN
      UPDATE bankAccount SET balance = balance - OLD.amount WHERE id = OLD.account;
    END;
    CREATE TRIGGER transactionAmountFixed BEFORE UPDATE OF amount, account ON bankTransaction BEGIN
      SELECT RAISE(ABORT, 'the amount of a transaction never changes');
    END;

    CREATE TRIGGER explanationAdded AFTER INSERT ON explanation BEGIN
      UPDATE bankTransaction
      SET unexplained = unexplained - NEW.gross, reviews = reviews + NEW.isForReview,
        updatedAt = NEW.updatedAt
      WHERE id = NEW.bankTransaction;
      UPDATE document SET settled = settled + NEW.settled, updatedAt = NEW.updatedAt
      WHERE id = NEW.document;
      UPDATE bill SET settled = settled + NEW.settled, updatedAt = NEW.updatedAt WHERE id = NEW.bill;
    END;
    CREATE TRIGGER explanationDeleted AFTER DELETE ON explanation BEGIN
      UPDATE bankTransaction
      SET unexplained = unexplained + OLD.gross, reviews = reviews - OLD.isForReview
      WHERE id = OLD.bankTransaction;
      UPDATE document SET settled = settled - OLD.settled WHERE id = OLD.document;
      UPDATE bill SET settled = settled - OLD.settled WHERE id = OLD.bill;
    END;
    CREATE TRIGGER explanationChanged
    AFTER UPDATE OF bankTransaction, gross, isForReview, document, bill, settled ON explanation BEGIN
      UPDATE bankTransaction
      SET unexplained = unexplained + OLD.gross - NEW.gross,
        reviews = reviews - OLD.isForReview + NEW.isForReview, updatedAt = NEW.updatedAt
      WHERE id = NEW.bankTransaction;
      UPDATE document SET settled = settled - OLD.settled WHERE id = OLD.document;
      UPDATE bill SET settled = settled - OLD.settled WHERE id = OLD.bill;
      UPDATE document SET settled = settled + NEW.settled, updatedAt = NEW.updatedAt
      WHERE id = NEW.document;
      UPDATE bill SET settled = settled + NEW.settled, updatedAt = NEW.updatedAt WHERE id = NEW.bill;
    END;
    CREATE TRIGGER explanationMoved BEFORE UPDATE OF bankTransaction, account ON explanation
    WHEN OLD.bankTransaction <> NEW.bankTransaction OR OLD.account <> NEW.account BEGIN
      SELECT RAISE(ABORT, 'an explanation stays with its transaction');
    END;
    """
}
