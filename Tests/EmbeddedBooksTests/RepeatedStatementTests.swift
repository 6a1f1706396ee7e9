import BooksTestSupport
import Days
import FreeAgentAPI
import GRDB
import Money
import Testing

@testable import EmbeddedBooks

/// A statement may come again and again, whatever its transactions show.
struct RepeatedStatementTests {
  private typealias Explanation = FreeAgent.BankTransactionExplanation

  private func line(
    _ day: String, _ amount: ExactDecimal, _ text: String, id: String? = nil
  ) -> FreeAgent.StatementLine {
    FreeAgent.StatementLine {
      $0.datedOn = Day(day)
      $0.amount = FreeAgent.BareNumber(amount)
      $0.description = text
      $0.bankID = id
    }
  }

  /// How many transactions an account has, and what they come to.
  private struct State: Equatable {
    let count: Int?
    let balance: ExactDecimal?
  }

  private func state(of account: Int, in test: TestBooks) async throws -> State {
    let account = try await test.get(account, FreeAgent.BankAccount.self)
    return State(count: account.totalCount, balance: account.currentBalance)
  }

  @Test(
    arguments: [
      ("2026-09-17", nil), ("2026-09-17", "Z"), ("2026-09-18", nil), ("2026-09-16", "F7"),
    ] as [(String, String?)])
  func `what was entered by hand is not doubled when its statement comes again`(
    text: String, id: String?
  ) async throws {
    let test = try TestBooks()
    let tea = try await test.send(
      FreeAgent.Create(
        Explanation(
          of: .account(link(1)), on: try day("2026-09-17"), value: -9,
          .category(link("285"), description: "Tea"))))
    let before = try await state(of: 1, in: test)
    let sent = line(text, -9, "TEA SHOP", id: id)
    for _ in 0..<3 {
      try await test.send(FreeAgent.UploadStatement([sent], to: link(1)))
      #expect(try await state(of: 1, in: test) == before)
    }
    // It shows what was entered, and is the bank’s from now on.
    let merged = try await test.transaction("Tea//")
    #expect(merged.url == tea.bankTransaction && merged.datedOn == Day("2026-09-17"))
    #expect(merged.isManual == false && merged.transactionID == id)
    // A second payment of the day is another one.
    let two = [line(text, -9, "TEA SHOP"), line(text, -9, "TEA SHOP")]
    try await test.send(FreeAgent.UploadStatement(two, to: link(1)))
    #expect(try await test.transaction("TEA SHOP").datedOn == Day(text))
    let after = try await state(of: 1, in: test)
    #expect(after.count == before.count.map { $0 + 1 })
  }

  @Test func `both sides of a transfer that was entered by hand are imported once`() async throws {
    let test = try TestBooks()
    try await test.send(
      FreeAgent.Create(
        Explanation(
          of: .account(link(1)), on: try day("2026-09-15"), value: -200, .transfer(link(2)))))
    let (first, second) = (try await state(of: 1, in: test), try await state(of: 2, in: test))
    for _ in 0..<3 {
      let (out, into) = (
        line("2026-09-16", -200, "TFR", id: "F7"), line("2026-09-16", 200, "TFR", id: "G7")
      )
      try await test.send(FreeAgent.UploadStatement([out], to: link(1)))
      try await test.send(FreeAgent.UploadStatement([into], to: link(2)))
    }
    #expect(try await state(of: 1, in: test) == first)
    #expect(try await state(of: 2, in: test) == second)
  }

  @Test func `the bank's id tells a line whose day has changed, and a blank one tells none`()
    async throws
  {
    let test = try TestBooks()
    let before = try #require(try await state(of: 1, in: test).count)
    for (day, id, more) in [
      ("2026-09-15", "P1", 1), ("2026-09-17", "P1", 1), ("2026-09-17", " ", 2),
      ("2026-09-18", "", 3), ("2026-09-18", "P2", 3),
    ] {
      // The last one has the day and the text of one that came without an id.
      try await test.send(
        FreeAgent.UploadStatement([line(day, -7, "Card", id: id)], to: link(1)))
      #expect(try await state(of: 1, in: test).count == before + more, "\(day) \(id)")
    }
  }

  @Test func `what was deleted comes with its statement again`() async throws {
    let test = try TestBooks()
    let upload = FreeAgent.UploadStatement([line("2026-09-17", -7, "Card", id: "P1")], to: link(1))
    try await test.send(upload)
    let made = try await test.transaction("Card")
    try await test.send(
      FreeAgent.Delete<FreeAgent.BankTransaction>(.init(try made.number)))
    try await test.send(upload)
    #expect(try await test.transaction("Card").url != made.url)
  }

  // MARK: - Earlier versions

  /// An account with two transactions of a statement and one by hand, of which one is explained later.
  private static let earlier = """
    INSERT INTO company (details, createdAt, updatedAt) VALUES ('{"currency":"GBP"}', 0, 0);
    INSERT INTO bankAccount (type, currency, isHidden, isPersonal, isPrimary, openingBalance, balance,
      details, createdAt, updatedAt)
    VALUES ('StandardBankAccount', 'GBP', 0, 0, 1, 0, 0, '{}', 0, 0);
    INSERT INTO statement (account, createdAt, updatedAt) VALUES (1, 0, 0);
    INSERT INTO bankTransaction (account, day, amount, unexplained, text, lineType, bankID, statement,
      isManual, uploadedAt, createdAt, updatedAt)
    VALUES (1, '2026-09-01', -500, -500, 'Tea', 'OTHER', 'F1', 1, 0, 7, 0, 0),
      (1, '2026-09-02', -600, -600, 'Milk', 'OTHER', '', 1, 0, 7, 0, 0),
      (1, '2026-09-03', -700, -700, 'By hand', 'OTHER', NULL, NULL, 1, 7, 0, 0);
    INSERT INTO explanation (bankTransaction, account, kind, day, gross, isForReview, details,
      createdAt, updatedAt)
    VALUES (1, 1, 'Payment', '2026-09-04', -500, 0, '{}', 0, 0),
      (2, 1, 'Payment', '2026-09-02', -600, 0, '{}', 0, 0);
    """

  @Test func `books that are older get lines of what was imported, and the days of the bank`()
    throws
  {
    let queue = try DatabaseQueue()
    try BooksSchema.migrator.migrate(queue, upTo: "filed amounts")
    try queue.write { try $0.execute(sql: Self.earlier) }
    try BooksSchema.migrator.migrate(queue)
    try queue.read { db in
      let lines = try Row.fetchAll(db, sql: "SELECT * FROM bankLine ORDER BY id")
      #expect(lines.map { $0["bankTransaction"] as Int64 } == [1, 2])
      #expect(lines.map { $0["day"] as String } == ["2026-09-01", "2026-09-02"])
      #expect(lines.map { $0["amount"] as Int64 } == [-500, -600])
      #expect(lines.map { $0["text"] as String } == ["Tea", "Milk"])
      #expect(lines.map { $0["bankID"] as String? } == ["F1", nil])
      let days = try Row.fetchAll(db, sql: "SELECT bankDay FROM explanation ORDER BY id")
      #expect(days.map { $0["bankDay"] as String? } == ["2026-09-01", nil])
    }
  }
}
