extension BooksSchema {
  /// Invoices, credit notes and estimates, which differ in little; bills.
  ///
  /// `state` is what was done with a document; what it is called follows from that, its day and what was
  /// paid of it. A credit note's amounts are negative.
  static let documents = """
    CREATE TABLE document (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL CHECK (kind IN ('invoice', 'credit_note', 'estimate')),
      state TEXT NOT NULL,
      contact INTEGER NOT NULL REFERENCES contact(id),
      project INTEGER REFERENCES project(id),
      property INTEGER REFERENCES property(id),
      bankAccount INTEGER REFERENCES bankAccount(id),
      invoice INTEGER REFERENCES document(id),
      reference TEXT NOT NULL CHECK (reference <> ''),
      day TEXT NOT NULL,
      dueDay TEXT,
      currency TEXT NOT NULL CHECK (length(currency) = 3),
      net INTEGER NOT NULL,
      tax INTEGER NOT NULL,
      total INTEGER NOT NULL,
      settled INTEGER NOT NULL DEFAULT 0,
      writtenOffOn TEXT,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      CHECK (total = net + tax),
      UNIQUE (kind, reference)
    ) STRICT;

    CREATE INDEX documentByKind ON document(kind, createdAt);
    CREATE INDEX documentByContact ON document(contact, kind);

    CREATE TABLE documentItem (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      document INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,
      position TEXT NOT NULL,
      category TEXT REFERENCES category(code),
      stockItem INTEGER REFERENCES stockItem(id),
      project INTEGER REFERENCES project(id),
      net INTEGER NOT NULL,
      tax INTEGER NOT NULL,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX documentItemByDocument ON documentItem(document);

    CREATE TABLE bill (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      contact INTEGER NOT NULL REFERENCES contact(id),
      project INTEGER REFERENCES project(id),
      category TEXT REFERENCES category(code),
      day TEXT NOT NULL,
      dueDay TEXT NOT NULL,
      currency TEXT NOT NULL CHECK (length(currency) = 3),
      tax INTEGER NOT NULL,
      total INTEGER NOT NULL,
      settled INTEGER NOT NULL DEFAULT 0,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE email (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      document INTEGER REFERENCES document(id) ON DELETE SET NULL,
      sender TEXT NOT NULL,
      recipient TEXT NOT NULL,
      copiesSender INTEGER NOT NULL CHECK (copiesSender IN (0, 1)),
      subject TEXT NOT NULL,
      body TEXT NOT NULL,
      fileNames TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE defaultText (
      kind TEXT PRIMARY KEY,
      text TEXT NOT NULL
    ) STRICT;
    """

  static let expenses = """
    CREATE TABLE expense (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user INTEGER NOT NULL REFERENCES user(id),
      category TEXT NOT NULL REFERENCES category(code),
      day TEXT NOT NULL,
      currency TEXT NOT NULL CHECK (length(currency) = 3),
      gross INTEGER NOT NULL,
      nativeGross INTEGER NOT NULL,
      tax INTEGER NOT NULL,
      nativeTax INTEGER NOT NULL,
      miles TEXT,
      vehicle TEXT,
      ratesKnownOn TEXT,
      isReclaimed INTEGER NOT NULL DEFAULT 0 CHECK (isReclaimed IN (0, 1)),
      project INTEGER REFERENCES project(id),
      invoice INTEGER REFERENCES document(id),
      property INTEGER REFERENCES property(id),
      stockItem INTEGER REFERENCES stockItem(id),
      stockQuantity INTEGER,
      capitalAsset INTEGER REFERENCES capitalAsset(id),
      attachment INTEGER REFERENCES attachment(id) ON DELETE SET NULL,
      recurring TEXT,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX expenseByDay ON expense(day, id);
    CREATE INDEX expenseByUser ON expense(user, day, id);
    """
}
