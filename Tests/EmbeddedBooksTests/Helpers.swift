import BooksTestSupport
import EmbeddedBooks
import Foundation
import FreeAgentAPI
import ServiceBasics
import TestSupport
import Testing

/// The sample's books on 20 September 2026, in memory.
struct TestBooks {
  let books: EmbeddedBooks
  let user: FreeAgent.Identifier<FreeAgent.User>

  init(
    _ variant: SampleCompany.Variant = .limited,
    as user: FreeAgent.Identifier<FreeAgent.User> = SampleCompany.owner,
    at time: String = "2026-09-20T10:00:00Z", includingPayroll: Bool = false,
    includingPast: Bool = false
  ) throws {
    let time = try #require(Timestamp(time))
    books = try SampleCompany.books(
      variant, at: time, includingPayroll: includingPayroll, includingPast: includingPast)
    self.user = user
  }

  private init(_ books: EmbeddedBooks, _ user: FreeAgent.Identifier<FreeAgent.User>) {
    self.books = books
    self.user = user
  }

  /// The same books, asked by somebody else.
  func asked(by user: FreeAgent.Identifier<FreeAgent.User>) -> TestBooks { TestBooks(books, user) }

  /// Sends a request, and sees that the books still add up.
  @discardableResult
  func send<Endpoint: FreeAgent.Endpoint>(
    _ endpoint: Endpoint, location: SourceLocation = #_sourceLocation
  ) async throws -> Endpoint.Answer {
    let answer = try await books.send(endpoint, as: user).answer
    expectInOrder(location)
    return answer
  }

  func get<Target: FreeAgent.Resource>(_ id: Int, _: Target.Type = Target.self) async throws
    -> Target
  {
    try await send(FreeAgent.Get<Target>(FreeAgent.Identifier(id)))
  }

  /// Everything that a list has, page by page.
  func all<Target: FreeAgent.Listed>(
    _ filter: Target.Filter = Target.Filter(), _: Target.Type = Target.self
  ) async throws -> [Target] {
    var all: [Target] = []
    var page = FreeAgent.PageRequest()
    for _ in 0..<1000 {
      let (batch, links) = try await books.send(
        FreeAgent.List<Target>(filter, page: page), as: user)
      all += batch.elements
      guard links.next != nil else { return all }
      page = page.next
    }
    Issue.record("the list does not end")
    return all
  }

  /// The failure that a request is refused with; the books stay as they are.
  func refusal(
    of endpoint: some FreeAgent.Endpoint, location: SourceLocation = #_sourceLocation
  ) async throws -> FreeAgent.Failure {
    let failure = await #expect(
      throws: FreeAgent.Failure.self, sourceLocation: location
    ) { _ = try await books.send(endpoint, as: user) }
    expectInOrder(location)
    return try #require(failure, sourceLocation: location)
  }

  func expectInOrder(_ location: SourceLocation = #_sourceLocation) {
    do {
      let differences = try books.audit()
      #expect(differences == [], sourceLocation: location)
    } catch {
      Issue.record(error, sourceLocation: location)
    }
  }

  /// Sends bytes as they are.
  func reply(
    _ method: FreeAgent.Method, _ path: String, query: [FormItem] = [],
    body: String = ""
  ) async -> BooksReply {
    await books.reply(
      to: BooksRequest(
        method, path.split(separator: "/").map(String.init), query: query, body: Data(body.utf8),
        user: user, address: "http://127.0.0.1:8400"))
  }

  /// The transaction whose text begins so: the newest one.
  func transaction(
    _ text: String, account: Int = 1, location: SourceLocation = #_sourceLocation
  ) async throws -> FreeAgent.BankTransaction {
    let list = try await all(
      FreeAgent.BankTransactionFilter { $0.bankAccount = link(account) },
      FreeAgent.BankTransaction.self)
    return try #require(
      list.first { $0.description?.hasPrefix(text) == true }, sourceLocation: location)
  }
}

/// A small file of PDF.
func smallFile(_ name: String) -> FreeAgent.NewAttachment {
  FreeAgent.NewAttachment {
    $0.fileName = name
    $0.contentType = "application/pdf"
    $0.data = Data("%PDF-1.4".utf8).base64EncodedString()
  }
}

extension FreeAgent.Resource {
  /// The number of the resource.
  var number: Int {
    get throws {
      let url = try #require(members["url"].flatMap(String.init(member:)))
      return try #require(url.split(separator: "/").last.flatMap { Int($0) })
    }
  }
}
