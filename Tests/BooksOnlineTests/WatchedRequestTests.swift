import BooksClient
import BooksFlows
import EmbeddedBooks
import FoundationEssentials
import FreeAgentAPI
import ServiceBasics
import ServiceCalls
import Testing

/// What a watch asks the service for.
struct WatchedRequestTests {
  private struct Requests: Decodable {
    struct Request: Decodable {
      var method: String
      var path: String
      var status: Int?
    }

    var requests: [Request]
  }

  /// The requests since the last time; they are forgotten.
  private func requests(to books: OnlineBooks) async throws -> [Requests.Request] {
    let text = try await books.control(.get, "requests")
    try await books.control(.delete, "requests")
    return try JSONDecoder().decode(Requests.self, from: Data(text.utf8)).requests
  }

  /// What a request wants of the transactions that have changed since; nil if it asks for all.
  private func updatedSince(_ request: Requests.Request) -> String? {
    let query = request.path.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    return FormItem.items(in: query)["updated_since"]
  }

  @Test func `after the first look only what has changed since is asked for`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn()
      let keeper = try books.keeper()
      let watch = BooksWatch { keeper }
      _ = try await requests(to: books)
      #expect(try await watch.look() != nil)
      let first = try await requests(to: books).filter { $0.path.contains("bank_transactions") }
      #expect(!first.isEmpty && first.allSatisfy { updatedSince($0) == nil })
      var since = ""
      for _ in 0..<10 {
        try await books.advance(by: BooksWatch.shortestPause)
        #expect(try await watch.look() == nil)
        let asked = try await requests(to: books)
        #expect(asked.allSatisfy { $0.method == "GET" && $0.status == 200 })
        // The accounts, and each of them that has something to explain: the limit is 120 a minute.
        #expect(asked.count <= 1 + first.count)
        let lists = asked.filter { $0.path.contains("bank_transactions") }
        #expect(lists.count == first.count)
        let moments = Set(lists.compactMap(updatedSince))
        #expect(moments.count == 1 && lists.allSatisfy { updatedSince($0) != nil })
        since = moments.first ?? ""
      }
      // What has changed moves it on.
      let account = FreeAgent.Link<FreeAgent.BankAccount>(.init(1), at: .production)
      let file = "20/11/2026,-12.50,Quince"
      _ = try await books.ask(FreeAgent.UploadStatement(file: file, to: account))
      #expect(try await watch.look() != nil)
      _ = try await requests(to: books)
      #expect(try await watch.look() == nil)
      let moved = try await requests(to: books).compactMap(updatedSince)
      #expect(!moved.isEmpty && moved.allSatisfy { $0 > since })
    }
  }

  @Test func `a watch looks once a minute at the most`() {
    #expect(BooksWatch.shortestPause >= .seconds(60))
  }
}
