import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import ServiceBasics
import Synchronization
import Testing

struct StatementTests {
  private func line(
    _ amount: String, _ text: String, _ type: FreeAgent.StatementLineType? = nil
  ) -> FreeAgent.StatementLine {
    FreeAgent.StatementLine {
      $0.datedOn = Day("2026-09-19")
      $0.amount = ExactDecimal(amount).map { FreeAgent.BareNumber($0) }
      $0.description = text
      $0.type = type
    }
  }

  private func count(_ test: TestBooks) async throws -> Int {
    try await test.all(
      FreeAgent.BankTransactionFilter { $0.bankAccount = link(1) },
      FreeAgent.BankTransaction.self
    ).count
  }

  @Test func `a statement is imported once, and its kinds decide the sign`() async throws {
    let test = try TestBooks(as: SampleCompany.bookkeeper)
    let before = try await count(test)
    let lines = [line("12.50", "Card", .debit), line("-7", "Gift", .credit), line("-3", "Tea")]
    try await test.send(FreeAgent.UploadStatement(lines, to: link(1)))
    #expect(try await countLastUploaded(test) == 3)
    try await test.send(FreeAgent.UploadStatement(lines, to: link(1)))
    #expect(try await count(test) == before + 3)
    #expect(try await test.transaction("Card").amount == ExactDecimal("-12.5"))
    #expect(try await test.transaction("Gift").amount == 7)
    #expect(try await countLastUploaded(test) == 0)
  }

  private func countLastUploaded(_ test: TestBooks) async throws -> Int {
    try await test.all(
      FreeAgent.BankTransactionFilter {
        $0.bankAccount = link(1)
        $0.lastUploaded = true
      }, FreeAgent.BankTransaction.self
    ).count
  }

  @Test func `amounts that are texts import nothing`() async throws {
    let test = try TestBooks()
    let before = try await count(test)
    let reply = await test.reply(
      .post, "/v2/bank_transactions/statement", query: [.init("bank_account", "1")],
      body: #"{"statement":[{"dated_on":"2026-09-19","amount":"-3","description":"Tea"}]}"#)
    #expect(reply.status == 200)
    #expect(try await count(test) == before)
    let unreadable = await test.reply(
      .post, "/v2/bank_transactions/statement", query: [.init("bank_account", "1")],
      body: #"{"statement":[{"amount":-3}]}"#)
    #expect(unreadable.status == 400)
  }

  @Test func `what was added by hand is taken for the line`() async throws {
    let test = try TestBooks()
    try await test.send(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation(
          of: .account(link(1)), on: try day("2026-09-18"), value: -12,
          .category(link("280"), description: "Parking"))))
    let before = try await count(test)
    try await test.send(FreeAgent.UploadStatement([line("-12", "NCP")], to: link(1)))
    #expect(try await count(test) == before)
    let parking = try await test.transaction("Parking")
    #expect(parking.isManual == false)
    #expect(parking.unexplainedAmount == 0)
  }

  @Test func `lines are there after the delay, not before`() async throws {
    let clock = Mutex(try #require(Timestamp("2026-09-20T10:00:00Z")))
    let books = try EmbeddedBooks.inMemory { clock.withLock { $0 } }
    try SampleCompany.seed(into: books)
    try books.setStatementDelay(.seconds(30))
    let upload = FreeAgent.UploadStatement([line("-3", "Tea")], to: link(1))
    let list = FreeAgent.List<FreeAgent.BankTransaction>(.init { $0.bankAccount = link(1) })
    let before = try #require(try await books.send(list, as: SampleCompany.owner).links.total)
    _ = try await books.send(upload, as: SampleCompany.owner)
    #expect(try await books.send(list, as: SampleCompany.owner).links.total == before)
    clock.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + 30_000) }
    let after = try await books.send(list, as: SampleCompany.owner)
    #expect(after.links.total == before + 1)
    #expect(after.answer.elements.first?.description == "Tea//OTHER/")
    #expect(try books.audit() == [])
  }
}
