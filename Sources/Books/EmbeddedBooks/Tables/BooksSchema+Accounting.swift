extension BooksSchema {
  /// The kinds of capital assets, and journals; a set without a day has the opening balances.
  ///
  /// Books that have a company already get what new ones begin with. Their assets were of the kind that
  /// the code of their category said.
  static let accounting = """
    CREATE TABLE capitalAssetType (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (name <> ''),
      isSystem INTEGER NOT NULL CHECK (isSystem IN (0, 1)),
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    INSERT INTO capitalAssetType (name, isSystem, createdAt, updatedAt)
      SELECT column1, 1, createdAt, createdAt FROM (
        VALUES ('Computer Equipment'), ('Fixtures and Fittings'), ('Motor Vehicles'),
          ('Other Capital Asset')), company;

    ALTER TABLE capitalAsset ADD COLUMN type INTEGER REFERENCES capitalAssetType(id);
    UPDATE capitalAsset SET type = coalesce((
      SELECT id FROM capitalAssetType AS t
      WHERE json_extract(capitalAsset.details, '$.asset_type') LIKE t.name || '%'), 4);

    ALTER TABLE billItem ADD COLUMN assetType INTEGER REFERENCES capitalAssetType(id);

    CREATE TABLE journalSet (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      day TEXT,
      tag TEXT,
      description TEXT NOT NULL CHECK (description <> ''),
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX journalSetByDay ON journalSet(day, id);

    CREATE TABLE journalEntry (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      journalSet INTEGER NOT NULL REFERENCES journalSet(id) ON DELETE CASCADE,
      category TEXT NOT NULL REFERENCES category(code),
      debit INTEGER NOT NULL,
      user INTEGER REFERENCES user(id),
      capitalAssetType INTEGER REFERENCES capitalAssetType(id),
      stockItem INTEGER REFERENCES stockItem(id),
      stockQuantity INTEGER,
      property INTEGER REFERENCES property(id),
      description TEXT,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX journalEntryBySet ON journalEntry(journalSet);

    -- The days by which VAT was to be paid, and was.
    CREATE TABLE vatPayment (day TEXT PRIMARY KEY) STRICT;

    INSERT INTO journalSet (description, createdAt, updatedAt)
      SELECT 'Opening Balances Journal Set', createdAt, createdAt FROM company;

    -- What the ledger posts by itself has the names that new books have.
    UPDATE category SET details = json_replace(
      details, '$.description', named.column2, '$.tax_reporting_name', named.column2)
    FROM (
      VALUES ('450', 'Bad Debts Written Off'), ('460', 'Depreciation Charge'),
        ('461', 'Loss/Gain on Disposal of Capital Asset'), ('761', 'Bank Transfers in Progress'),
        ('818', 'VAT Reclaimed'), ('819', 'VAT Charged'), ('968', 'Profit and Loss'),
        ('999', 'Suspense Account')) AS named
    WHERE category.code = named.column1 AND NOT isOwn;
    """
}
