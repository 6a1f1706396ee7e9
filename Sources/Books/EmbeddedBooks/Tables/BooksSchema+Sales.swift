extension BooksSchema {
  /// What people wrote down about contacts and projects; it goes with them.
  static let notes = """
    CREATE TABLE note (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      contact INTEGER REFERENCES contact(id) ON DELETE CASCADE,
      project INTEGER REFERENCES project(id) ON DELETE CASCADE,
      author INTEGER NOT NULL REFERENCES user(id),
      text TEXT NOT NULL CHECK (text <> ''),
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      CHECK ((contact IS NULL) <> (project IS NULL))
    ) STRICT;

    CREATE INDEX noteByContact ON note(contact) WHERE contact IS NOT NULL;
    CREATE INDEX noteByProject ON note(project) WHERE project IS NOT NULL;
    """

  /// Lines that are kept ready for invoices and estimates.
  static let priceList = """
    CREATE TABLE priceListItem (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      code TEXT NOT NULL UNIQUE CHECK (code <> ''),
      category TEXT NOT NULL REFERENCES category(code),
      stockItem INTEGER REFERENCES stockItem(id),
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;
    """

  /// What invoices are made from again and again, with its lines in its details; an invoice says if
  /// it was made from one.
  static let recurringInvoices = """
    CREATE TABLE recurringInvoice (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      contact INTEGER NOT NULL REFERENCES contact(id),
      project INTEGER REFERENCES project(id),
      property INTEGER REFERENCES property(id),
      status TEXT NOT NULL CHECK (status IN ('Draft', 'Active')),
      frequency TEXT NOT NULL,
      day TEXT NOT NULL,
      nextDay TEXT,
      endDay TEXT,
      currency TEXT NOT NULL CHECK (length(currency) = 3),
      net INTEGER NOT NULL,
      tax INTEGER NOT NULL,
      total INTEGER NOT NULL,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      CHECK (total = net + tax)
    ) STRICT;

    ALTER TABLE document ADD COLUMN recurringInvoice INTEGER REFERENCES recurringInvoice(id);
    """

  /// What credit notes settle of invoices, in the currency of both.
  ///
  /// One that changes is deleted and added anew, so that each stored sum follows by two triggers.
  static let reconciliations = """
    CREATE TABLE creditNoteReconciliation (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      invoice INTEGER NOT NULL REFERENCES document(id),
      creditNote INTEGER NOT NULL REFERENCES document(id),
      day TEXT NOT NULL,
      gross INTEGER NOT NULL CHECK (gross > 0),
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX reconciliationByInvoice ON creditNoteReconciliation(invoice);
    CREATE INDEX reconciliationByCreditNote ON creditNoteReconciliation(creditNote);

    CREATE TRIGGER reconciliationAdded AFTER INSERT ON creditNoteReconciliation BEGIN
      UPDATE document SET settled = settled + NEW.gross, updatedAt = NEW.updatedAt
      WHERE id = NEW.invoice;
      UPDATE document SET settled = settled - NEW.gross, updatedAt = NEW.updatedAt
      WHERE id = NEW.creditNote;
    END;
    CREATE TRIGGER reconciliationDeleted AFTER DELETE ON creditNoteReconciliation BEGIN
      UPDATE document SET settled = settled - OLD.gross WHERE id = OLD.invoice;
      UPDATE document SET settled = settled + OLD.gross WHERE id = OLD.creditNote;
    END;
    CREATE TRIGGER reconciliationFixed BEFORE UPDATE ON creditNoteReconciliation BEGIN
      SELECT RAISE(ABORT, 'a reconciliation never changes');
    END;
    """
}
