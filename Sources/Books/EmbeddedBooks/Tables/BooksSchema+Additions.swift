extension BooksSchema {
  /// The lines of bills: a bill is their sum, and its own `category` is used no longer.
  static let billItems = """
    ALTER TABLE bill ADD COLUMN property INTEGER REFERENCES property(id);
    ALTER TABLE bill ADD COLUMN attachment INTEGER REFERENCES attachment(id) ON DELETE SET NULL;
    CREATE TRIGGER billAttachmentDeleted AFTER DELETE ON bill
    WHEN OLD.attachment IS NOT NULL BEGIN
      DELETE FROM attachment WHERE id = OLD.attachment;
    END;

    CREATE TABLE billItem (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      bill INTEGER NOT NULL REFERENCES bill(id) ON DELETE CASCADE,
      category TEXT NOT NULL REFERENCES category(code),
      stockItem INTEGER REFERENCES stockItem(id),
      stockQuantity INTEGER,
      capitalAsset INTEGER REFERENCES capitalAsset(id),
      project INTEGER REFERENCES project(id),
      tax INTEGER NOT NULL,
      total INTEGER NOT NULL,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX billItemByBill ON billItem(bill);
    CREATE INDEX billByDay ON bill(day, id);

    INSERT INTO billItem (bill, category, tax, total, details, createdAt, updatedAt)
      SELECT id, coalesce(category, '101'), tax, total,
        iif(tax = 0, '{"sales_tax_rate":"0.0"}', '{"sales_tax_rate":"20.0"}'), createdAt, updatedAt
      FROM bill;
    UPDATE bill SET category = NULL;
    """

  /// Properties with all of their address.
  static let properties = """
    ALTER TABLE property ADD COLUMN details TEXT NOT NULL DEFAULT '{}';
    UPDATE property SET details = json_object('address1', address);
    ALTER TABLE property DROP COLUMN address;
    """

  /// Tasks of projects, and the time that people spent on them.
  static let timeslips = """
    CREATE TABLE task (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      project INTEGER NOT NULL REFERENCES project(id),
      status TEXT NOT NULL,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX taskByProject ON task(project);

    -- `hours` were recorded; a timer that runs adds the time since it was started.
    CREATE TABLE timeslip (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user INTEGER NOT NULL REFERENCES user(id),
      project INTEGER NOT NULL REFERENCES project(id),
      task INTEGER NOT NULL REFERENCES task(id),
      day TEXT NOT NULL,
      hours TEXT NOT NULL,
      timerStartedAt INTEGER,
      details TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX timeslipByDay ON timeslip(day, id);
    CREATE INDEX timeslipByTask ON timeslip(task);
    """
}
