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
}
