import BooksClient
import BooksConnection
import FreeAgentAPI
import Money
import ServiceBasics
import ServiceCalls
import Synchronization
import Testing

/// Lists of several pages, at services that link and cut them in one way or another.
struct LongListTests {
  /// The network, on which pages become smaller and links change.
  private struct OtherPages: Transport {
    let network = NetworkTransport()
    /// The most elements of a page; nil for as many as are asked for.
    var size: Int?
    /// The only page there is, whichever is asked for; nil for all.
    var page: Int?
    /// Makes the header `Link` of the service’s; nil for none.
    let link: @Sendable (String) -> String?

    func send(
      _ request: CallRequest, to address: ServiceAddress
    ) async throws(TransportFailure) -> CallResponse {
      var request = request
      for index in request.query.indices where request.query[index].name == "per_page" {
        if let size { request.query[index].value = "\(size)" }
      }
      for index in request.query.indices where request.query[index].name == "page" {
        if let page { request.query[index].value = "\(page)" }
      }
      var response = try await network.send(request, to: address)
      if let link = response.header("Link") {
        response.headers.removeAll { $0.name.lowercased() == "link" }
        if let other = self.link(link) { response.headers.append(.init("Link", other)) }
      }
      return response
    }

    func close() async { await network.close() }
  }

  /// How many accounts are read, by way of other pages, of a hundred that come after the sample’s four.
  private func accounts(_ pages: OtherPages) async throws -> Int {
    try await OnlineBooks.with { books in
      try await books.logIn()
      for number in 1...100 {
        _ = try await books.ask(
          FreeAgent.Create(
            FreeAgent.BankAccount {
              $0.name = "Savings \(number)"
              $0.openingBalance = 0
            }))
      }
      let accounts = try await books.connection(over: pages).keeper().accounts()
      return accounts.filter { $0.name.hasPrefix("Savings ") }.count
    }
  }

  @Test(arguments: ["'", "\"", ""])
  func `a list is read to its end, whatever quotes its links have`(quote: String) async throws {
    let pages = OtherPages { link in
      // Each link is there once with either quotes.
      let other = quote == "\"" ? "'" : "\""
      let links = link.split(separator: ", ").filter { !$0.contains(other) }
      let text = links.joined(separator: ", ")
      return quote.isEmpty ? text.replacing("'", with: "") : text
    }
    #expect(try await accounts(pages) == 100)
  }

  @Test func `a list is read to its end if its pages are smaller than was asked for`()
    async throws
  {
    #expect(try await accounts(OtherPages(size: 30) { $0 }) == 100)
  }

  @Test(arguments: [nil, 30])
  func `a list that ends before it has as many elements as it says is none`(
    size: Int?
  ) async throws {
    let error = await #expect(throws: BooksError.self) {
      _ = try await accounts(OtherPages(size: size) { _ in nil })
    }
    #expect(error?.code == .unreadable)
    #expect(error?.cause == "a list ends after \(size ?? 100) of 104 elements")
  }

  /// Numbers, each once.
  private final class Numbers: Sendable {
    private let last = Mutex(0)

    func next() -> Int {
      last.withLock { last in
        last += 1
        return last
      }
    }
  }

  /// What leads round in a circle: the same page again and again under other names, or pages that differ and name
  /// the same next one.
  @Test(arguments: [true, false])
  func `a list that leads round in a circle is told so at its second page`(
    isSamePage: Bool
  ) async throws {
    let numbers = Numbers()
    let pages = OtherPages(size: 2, page: isSamePage ? 1 : nil) { _ in
      let number = isSamePage ? numbers.next() : 2
      return "<https://books.example/v2/bank_accounts?page=\(number)>; rel=\"next\""
    }
    try await OnlineBooks.with { books in
      try await books.logIn()
      try await books.control(.delete, "requests")
      let keeper = try books.connection(over: pages).keeper()
      let error = await #expect(throws: BooksError.self) { _ = try await keeper.accounts() }
      #expect(error?.code == .unreadable && error?.causeCode == "list-endless")
      let asked = try await books.control(.get, "requests").split(separator: "bank_accounts")
      #expect(asked.count - 1 == 2)
    }
  }
}
