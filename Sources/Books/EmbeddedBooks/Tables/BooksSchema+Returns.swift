extension BooksSchema {
  /// What was said of returns: that one was filed, or that a payment was made.
  ///
  /// `user` is 0 for the company’s; `payment` is the day by which to pay, or empty for the filing.
  static let returnMarks = """
    CREATE TABLE returnMark (
      kind TEXT NOT NULL
        CHECK (kind IN ('corporation_tax', 'final_accounts', 'self_assessment')),
      user INTEGER NOT NULL,
      period TEXT NOT NULL,
      payment TEXT NOT NULL,
      PRIMARY KEY (kind, user, period, payment)
    ) STRICT, WITHOUT ROWID;
    """

  /// The amounts with which returns were filed, in units of the company’s currency; `user` is 0 for its own.
  ///
  /// What was filed before has none. What is locked for VAT ends with a quarter: samples of earlier versions
  /// ended it within one, whose return was not filed.
  static let filedAmounts = """
    CREATE TABLE filedAmount (
      kind TEXT NOT NULL CHECK (kind IN ('corporation_tax', 'self_assessment', 'vat')),
      user INTEGER NOT NULL,
      period TEXT NOT NULL,
      amount TEXT NOT NULL,
      PRIMARY KEY (kind, user, period)
    ) STRICT, WITHOUT ROWID;

    UPDATE company SET lockedThrough = date(
      lockedThrough, '+1 day',
      '-' || ((strftime('%m', lockedThrough, '+1 day') - 1) % 3) || ' months', '-1 day')
    WHERE date(lockedThrough, '+1 day') LIKE '%-01';
    """
}
