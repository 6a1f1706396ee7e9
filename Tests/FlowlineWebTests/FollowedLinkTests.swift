import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// Links to flows: an address of the site that begins nothing by itself.
struct FollowedLinkTests {
  /// Books a trip, once a person says so.
  private struct TripFlow: Flow {
    let id: FlowID = "trip"
    var title: Text { "trip" }

    func run(_ context: FlowContext) async throws -> String {
      let place = try await context.run(TextScreen("place", "Where to?"))
      let days = try await context.run(NumberScreen("days", "How long?", in: 1...9))
      guard try await context.run(ConfirmScreen("sure", "\(place) for \(days)?")) else {
        throw FlowCancelled(.declined)
      }
      return try await context.commit("book") { _ in place }
    }
  }

  private static func walk(guards: [FlowGuard] = []) -> Walk {
    Walk("trip", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(TripFlow(), summary: "Books a trip", guards: guards)
      catalog.confirmInPerson("book", at: "sure")
      return catalog
    }
  }

  private static let link = "/go/trip?place=St%20Ives&days=3&sure=yes"
  private static let written = "flow:trip?place=St%20Ives&days=3&sure=yes"

  private func sessions(_ client: WebClient) async throws -> Int {
    try await client.get("/").text.split(separator: "data-session=").count - 1
  }

  @Test func `its page shows what it would begin and begins nothing, also from another site`()
    async throws
  {
    let web = try WebWalk(Self.walk())
    try await web.test { client in
      let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
      for headers in [[:], [.origin: "https://evil.example", site: "cross-site"]] as [HTTPFields] {
        let page = try await client.send(.get, Self.link, headers)
        #expect(page.status == .ok)
        let read = try BrowserPage(page.text, at: Self.link).text
        for text in ["Start “Trip”?", "Books a trip", "place", "St Ives", "days", "3"] {
          #expect(read.contains(text), "\(text) in \(read)")
        }
        #expect(page.text.contains("action=\"/start/trip\""))
      }
      #expect(try await sessions(client) == 0)
    }
  }

  @Test func `its button begins the flow with the answers, and a person still decides`()
    async throws
  {
    let web = try WebWalk(Self.walk())
    try await web.test { client in
      let page = try await client.get(Self.link).text
      let form = try BrowserPage(page, at: Self.link).form(with: "do", "start")
      let link = try #require(form.fields(named: "link").first?.value)
      #expect(link == Self.written)
      let fields = [("session", web.session), ("link", link), ("do", "start")]
      // Sent twice it begins one.
      for _ in 0..<2 { #expect(try await client.post("/start/trip", fields).status == .seeOther) }
      #expect(try await sessions(client) == 1)
      let step = try await client.get(client.step(of: web.session)).text
      #expect(step.contains("St Ives for 3?"))
      let journal = try await web.journal()
      #expect(journal.contains("St Ives") && !journal.contains("commit"))
    }
  }

  @Test func `another site cannot press it`() async throws {
    let web = try WebWalk(Self.walk())
    try await web.test { client in
      let reply = try await client.post(
        "/start/trip", [("session", web.session), ("link", Self.written)],
        [.origin: "https://evil.example"])
      #expect(reply.status == .forbidden)
      #expect(try await sessions(client) == 0)
    }
  }

  @Test(arguments: ["place", "=Oslo", "place=%ff", "place=%4", "a//b=1", "place=1&&days=2"])
  func `an address that is no link is refused`(query: String) async throws {
    let web = try WebWalk(Self.walk())
    try await web.test { client in
      let page = try await client.get("/go/trip?\(query)")
      #expect(page.status == .badRequest && page.text.contains("This link cannot be read"))
    }
  }

  @Test(arguments: ["trip", "flow:other?place=Oslo", "flow:trip?place", ""])
  func `a form with another link begins nothing`(link: String) async throws {
    let web = try WebWalk(Self.walk())
    try await web.test { client in
      let reply = try await client.post(
        "/start/trip", [("session", web.session), ("link", link)])
      #expect(reply.status == .badRequest)
      #expect(try await sessions(client) == 0)
    }
  }

  @Test func `an answer that is refused is asked for, and what is no flow is not found`()
    async throws
  {
    let web = try WebWalk(Self.walk())
    try await web.test { client in
      #expect(try await client.get("/go/trap?place=Oslo").status == .notFound)
      #expect(try await client.get("/go/trip").status == .ok)
      _ = try await client.post(
        "/start/trip", [("session", web.session), ("link", "flow:trip?place=Oslo&days=40")])
      let step = try await client.get(client.step(of: web.session)).text
      #expect(step.contains("How long?") && step.contains("value=\"40\""))
    }
  }

  @Test func `a flow that a guard forbids answers 403, with the reason`() async throws {
    let words = "This needs level 6, and yours is 2."
    let refusal = Refusal("level", Text(verbatim: words))
    for isHiding in [false, true] {
      let level = FlowGuard("level", otherwise: refusal) { false }
      let web = try WebWalk(Self.walk(guards: [isHiding ? level.hiding() : level]))
      try await web.test { client in
        let page = try await client.get(Self.link)
        #expect(page.status == .forbidden && page.text.contains(words))
      }
    }
  }

  @Test func `another language shows the same link`() async throws {
    let web = try WebWalk(Self.walk())
    try await web.test { client in
      let page = try await client.get("/go/trip?milk/drops=3&place=St%20Ives").text
      let language = try BrowserPage(page, at: "/").form(with: "language", "ru")
      let from = language.fields(named: "from").map(\.value)
      #expect(from == ["/go/trip?milk/drops=3&place=St%20Ives"])
    }
  }
}
