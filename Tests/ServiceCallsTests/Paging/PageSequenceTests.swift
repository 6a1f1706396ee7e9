import FoundationEssentials
import ServiceBasics
import ServiceCalls
import ServiceTestSupport
import Testing

/// Lists of several pages.
struct PageSequenceTests {
  private typealias Failure = PageFailure<PlainRefusal>

  /// What became of a list: its pages, and why it does not go on.
  private func read(
    _ links: [String], limit: Int = 10, base: String = ""
  ) async throws -> (
    pages: [[Int]], total: Int?, failure: PageFailure<PlainRefusal>?, sent: [String]
  ) {
    let transport = MemoryTransport { [links] request throws(TransportFailure) in
      let number = request.query.first { $0.name == "page" }.flatMap { Int($0.value) } ?? 1
      let link = links[min(number, links.count) - 1]
      return CallResponse(
        status: 200,
        headers: (link.isEmpty ? [] : [.init("link", link)]) + [.init("X-Total-Count", "7")],
        body: Data("[\(number)]".utf8))
    }
    let caller = ServiceCaller<PlainRefusal>(
      try ServiceAddress("https://service.example:443\(base)"), userAgent: "tests",
      tokens: TokenKeeper(.text(try AccessToken("token"))), transport: transport)
    let first = Call<[Int]>(
      CallRequest(.get, path: ["things"], query: [.init("view", "open & new")]), route: "/things",
      isRepeatable: true, reading: .json { try JSONDecoder().decode([Int].self, from: $0) })
    let budget = RetryBudget(.none, Timing())
    var pages: [[Int]] = []
    var total: Int?
    do throws(PageFailure<PlainRefusal>) {
      for try await page in caller.pages(first, budget, limit: limit) {
        pages.append(page.answer)
        total = page.total
        #expect(page.number == pages.count)
      }
      return (pages, total, nil, transport.requests.map(\.target))
    } catch {
      return (pages, total, error, transport.requests.map(\.target))
    }
  }

  private func next(_ number: Int, at root: String = "https://service.example") -> String {
    #"<\#(root)/things?page=\#(number)&view=open+%26%20new>; rel="next", <x>; rel="last""#
  }

  @Test(arguments: ["https://service.example", "https://SERVICE.example:443", ""])
  func `pages follow the links of the same origin to the last one`(root: String) async throws {
    let list = try await read([next(2, at: root), next(3, at: root), "<y>; rel=\"first\""])
    #expect(list.pages == [[1], [2], [3]])
    #expect(list.total == 7)
    #expect(list.failure == nil)
    #expect(
      list.sent == [
        "/things?view=open%20%26%20new", "/things?page=2&view=open%20%26%20new",
        "/things?page=3&view=open%20%26%20new",
      ])
  }

  @Test(arguments: [
    "https://evil.example", "http://service.example", "https://service.example:8443",
    "https://service.example.evil.example", "https://service.example@evil.example",
    "https://user@service.example", "//evil.example", "https://service.example/../..", "relative",
  ]) func `an address of another origin is not followed`(root: String) async throws {
    let list = try await read([next(2, at: root), ""])
    #expect(list.pages == [[1]])
    guard case .elsewhere? = list.failure else {
      Issue.record("\(String(describing: list.failure))")
      return
    }
    #expect(list.sent.count == 1)
  }

  @Test func `pages stay below the service's address`() async throws {
    let below = try await read([next(2, at: "https://service.example/v2"), ""], base: "/v2")
    #expect(below.pages == [[1], [2]])
    let beside = try await read([next(2, at: "https://service.example/v3"), ""], base: "/v2")
    #expect(beside.pages == [[1]] && beside.failure != nil)
  }

  @Test func `a list that leads back to a page is no endless one, nor a very long one`()
    async throws
  {
    let circle = try await read([next(2), next(3), next(2)])
    #expect(circle.pages == [[1], [2], [3]])
    guard case .circle? = circle.failure else {
      Issue.record("\(String(describing: circle.failure))")
      return
    }
    let long = try await read([next(2), next(3), ""], limit: 2)
    #expect(long.pages == [[1], [2]])
    #expect(long.failure == .tooMany(limit: 2))
  }
}
