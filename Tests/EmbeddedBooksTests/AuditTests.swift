import GRDB
import Testing

@testable import EmbeddedBooks

/// The audit finds whatever is made wrong behind the ledger's back.
struct AuditTests {
  /// A row that settles an invoice by the sample’s credit note of £60 for contact 1.
  private static func reconciling(invoice: Int, gross: Int) -> String {
    """
    INSERT INTO creditNoteReconciliation
      (invoice, creditNote, day, gross, details, createdAt, updatedAt)
    VALUES (\(invoice), 13, '2026-09-01', \(gross), '{}', 0, 0)
    """
  }

  @Test(arguments: [
    (
      "UPDATE bankTransaction SET unexplained = unexplained + 1 WHERE id = 18", "bankTransaction 18"
    ),
    ("UPDATE bankTransaction SET reviews = 1 WHERE id = 18", "bankTransaction 18"),
    ("UPDATE bankAccount SET balance = balance + 1 WHERE id = 2", "bankAccount 2"),
    ("UPDATE bankAccount SET isPrimary = 1", "bankAccount 1"),
    ("UPDATE bankTransaction SET unexplained = 0 WHERE account = 4", "bankAccount 4"),
    (
      "UPDATE bankTransaction SET bankID = 'F1' WHERE account = 1 AND amount = -95000",
      "bankTransaction "
    ),
    ("DELETE FROM bankLine WHERE bankTransaction = 18", "bankTransaction 18"),
    ("UPDATE bankTransaction SET isManual = 1 WHERE id = 18", "bankTransaction 18"),
    ("UPDATE bankLine SET amount = 1 WHERE bankTransaction = 18", "bankLine "),
    ("UPDATE explanation SET bankDay = '2026-09-01' WHERE id = 2", "explanation 2"),
    ("UPDATE explanation SET tax = -tax WHERE id = 2", "explanation 2"),
    ("UPDATE explanation SET tax = gross - 1 WHERE id = 1", "explanation 1"),
    (
      "UPDATE explanation SET otherSide = NULL WHERE id = (SELECT max(otherSide) FROM explanation)",
      "explanation "
    ),
    ("UPDATE explanation SET settled = settled + 1 WHERE document = 1", "document 1"),
    ("UPDATE document SET settled = settled - 1 WHERE id = 1", "document 1"),
    ("UPDATE document SET settled = settled - 1 WHERE id = 1", "contact 1"),
    ("UPDATE document SET net = net + 1, total = total + 1 WHERE id = 1", "document 1"),
    ("UPDATE document SET state = 'draft' WHERE id = 1", "document 1"),
    ("UPDATE documentItem SET tax = tax + 1 WHERE document = 2", "document 2"),
    ("UPDATE bill SET settled = 1 WHERE id = 1", "bill 1"),
    ("UPDATE billItem SET tax = tax + 1 WHERE bill = 2", "bill 2"),
    (
      "INSERT INTO hirePurchase (bill, createdAt, updatedAt) VALUES (1, 0, 0)", "hirePurchase 1"
    ),
    ("UPDATE capitalAsset SET disposedOn = '2026-09-01' WHERE id = 1", "capitalAsset 1"),
    ("UPDATE expense SET gross = gross - 1 WHERE miles IS NOT NULL", "expense "),
    ("UPDATE expense SET tax = 1 WHERE id = 1", "expense 1"),
    (
      """
      UPDATE journalSet SET day = '2026-09-01';
      INSERT INTO journalEntry (journalSet, category, debit, createdAt, updatedAt)
      VALUES (1, '285', 1, 0, 0)
      """, "journalSet 1"
    ),
    (reconciling(invoice: 3, gross: 1), "document 3"),
    (reconciling(invoice: 4, gross: 1), "creditNoteReconciliation 1"),
  ])
  func `what does not add up is found`(sql: String, subject: String) throws {
    let books = try TestBooks().books
    try books.tamper(sql)
    let differences = try books.audit()
    #expect(!differences.isEmpty)
    #expect(differences.contains { $0.subject.hasPrefix(subject) }, "\(differences)")
  }

  @Test(arguments: [
    "UPDATE bankTransaction SET amount = amount - 1 WHERE id = 18",
    "UPDATE bankTransaction SET day = '2026-09-01' WHERE id = 18",
    "UPDATE bankLine SET bankID = '' WHERE id = 1",
    "UPDATE explanation SET bankTransaction = 1 WHERE id = 2",
    "UPDATE bankTransaction SET unexplained = amount - 1 WHERE id = 18",
    "UPDATE explanation SET gross = 0 WHERE id = 1",
    "UPDATE explanation SET gross = -100000000 WHERE id = 1",
    "UPDATE document SET total = total + 1 WHERE id = 1",
    "UPDATE user SET level = 9 WHERE id = 1",
    "DELETE FROM contact WHERE id = 1",
    "UPDATE explanation SET category = '298' WHERE id = 1",
    reconciling(invoice: 3, gross: 0),
  ])
  func `the tables themselves refuse what may never be`(sql: String) throws {
    let test = try TestBooks()
    #expect(throws: DatabaseError.self) { try test.books.write { try $0.execute(sql) } }
    test.expectInOrder()
  }
}

extension EmbeddedBooks {
  /// Changes a row past all constraints and triggers.
  fileprivate func tamper(_ sql: String) throws {
    try write { ledger in
      let triggers = try ledger.values(
        String.self, "SELECT name FROM sqlite_master WHERE type = 'trigger'")
      for trigger in triggers { try ledger.db.execute(sql: "DROP TRIGGER \(trigger)") }
      try ledger.db.execute(sql: "PRAGMA ignore_check_constraints = 1")
      try ledger.db.execute(sql: sql)
      #expect(ledger.db.changesCount > 0)
    }
  }
}
