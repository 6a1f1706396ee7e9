import BooksTestSupport
import EmbeddedBooks
import FoundationEssentials
import FreeAgentAPI
import Money
import ServiceBasics
import TestSupport
import Testing

struct BooksFileTests {
  private static let now = Timestamp("2026-09-20T10:00:00Z")

  private func lunch(_ pence: Int64) throws -> FreeAgent.BankTransactionExplanation {
    FreeAgent.BankTransactionExplanation(
      of: .account(link(1)), on: try day("2026-09-19"),
      value: ExactDecimal(Money(minorUnits: -pence, currency: .gbp)),
      .category(link("285"), description: "Lunch"))
  }

  @Test func `books stay in their file, and two may use it`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("books.db")
    let now = try #require(Self.now)
    let first = try EmbeddedBooks(path: path) { now }
    try SampleCompany.seed(into: first)
    let made = try await first.send(FreeAgent.Create(try lunch(100)), as: SampleCompany.owner)
      .answer
    let second = try EmbeddedBooks(path: path) { now }
    let url = try #require(made.url?.id)
    #expect(try await second.send(FreeAgent.Get(url), as: SampleCompany.owner).answer == made)
    _ = try await second.send(FreeAgent.Delete(url), as: SampleCompany.owner)
    await #expect(throws: FreeAgent.Failure.self) {
      _ = try await first.send(FreeAgent.Get(url), as: SampleCompany.owner)
    }
    #expect(try first.audit() == [])
  }

  @Test func `a file that was moved is neither read nor written`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("books.db")
    let now = try #require(Self.now)
    for books in [
      try EmbeddedBooks(path: path) { now }, try EmbeddedBooks(servedFrom: path) { now },
    ] {
      try SampleCompany.seed(into: books)
      try FileManager.default.moveItem(atPath: path, toPath: "\(path).moved")
      let lunch = FreeAgent.Create(try lunch(100))
      let error = await #expect(throws: DatabaseFileError.self) {
        try await books.send(lunch, as: SampleCompany.owner)
      }
      #expect(error?.code == .storage && error?.path == path)
      #expect(throws: DatabaseFileError.self) { try books.users() }
      let reply = await books.reply(
        to: BooksRequest(.get, ["v2", "company"], user: SampleCompany.owner))
      #expect(reply.status == 500)
      try FileManager.default.moveItem(atPath: "\(path).moved", toPath: path)
      #expect(try !books.users().isEmpty)
    }
  }

  @Test func `a file of another kind is left as it is`() throws {
    let folder = try TemporaryFolder()
    let text = "These are notes, and no books at all."
    let path = try folder.write(text, to: "notes.txt")
    #expect(throws: DatabaseFileError.self) { try EmbeddedBooks(path: path) }
    #expect(try folder.bytes(of: "notes.txt") == Array(text.utf8))
  }

  @Test func `many at once are answered one after the other`() async throws {
    let folder = try TemporaryFolder()
    let now = try #require(Self.now)
    let books = try EmbeddedBooks(servedFrom: folder.file("books.db")) { now }
    try SampleCompany.seed(into: books)
    let hotel = FreeAgent.List<FreeAgent.BankTransaction>(
      .init {
        $0.bankAccount = link(1)
        $0.view = .unexplained
      })
    let before = try await books.send(hotel, as: SampleCompany.owner).answer.elements
    let target = try #require(before.first { $0.description?.hasPrefix("Hilton") == true })
    var part = try lunch(1000)
    part.bankAccount = nil
    part.bankTransaction = target.url
    let request = FreeAgent.Create(part)
    // Thirty parts of ten pounds each: no more than twenty-seven fit.
    let made = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<30 {
        group.addTask { (try? await books.send(request, as: SampleCompany.owner)) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(made == 27)
    #expect(try books.audit() == [])
    let after = try await books.send(
      FreeAgent.Get(try #require(target.url?.id)), as: SampleCompany.owner
    ).answer
    #expect(after.unexplainedAmount == ExactDecimal("-9.78"))
  }
}
