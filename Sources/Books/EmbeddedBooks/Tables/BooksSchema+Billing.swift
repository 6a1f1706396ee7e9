extension BooksSchema {
  /// What is billed on a line of an invoice, until that line is deleted.
  ///
  /// An expense’s own `invoice` is used no longer.
  static let billing = """
    ALTER TABLE timeslip ADD COLUMN invoiceItem INTEGER
      REFERENCES documentItem(id) ON DELETE SET NULL;
    ALTER TABLE expense ADD COLUMN invoiceItem INTEGER
      REFERENCES documentItem(id) ON DELETE SET NULL;
    ALTER TABLE bill ADD COLUMN invoiceItem INTEGER
      REFERENCES documentItem(id) ON DELETE SET NULL;
    ALTER TABLE explanation ADD COLUMN invoiceItem INTEGER
      REFERENCES documentItem(id) ON DELETE SET NULL;

    CREATE INDEX timeslipByInvoiceItem ON timeslip(invoiceItem) WHERE invoiceItem IS NOT NULL;
    CREATE INDEX expenseByInvoiceItem ON expense(invoiceItem) WHERE invoiceItem IS NOT NULL;
    CREATE INDEX billByInvoiceItem ON bill(invoiceItem) WHERE invoiceItem IS NOT NULL;
    CREATE INDEX explanationByInvoiceItem ON explanation(invoiceItem)
      WHERE invoiceItem IS NOT NULL;

    UPDATE expense SET invoiceItem = coalesce(
      (SELECT min(i.id) FROM documentItem AS i
        WHERE i.document = expense.invoice AND json_extract(i.details, '$.item_type') = 'Expenses'
        AND json_extract(i.details, '$.description')
          = json_extract(expense.details, '$.description')),
      (SELECT min(i.id) FROM documentItem AS i
        WHERE i.document = expense.invoice AND json_extract(i.details, '$.item_type') = 'Expenses'))
    WHERE invoice IS NOT NULL;
    UPDATE expense SET invoice = NULL;
    """
}
