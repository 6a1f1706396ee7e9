import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import HTTPTypes
import HummingbirdTesting
import OwnScreens
import Testing

@testable import FlowlineWeb

/// The first page.
struct HomeTests {
  private static let walk = Walk("own", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(OwnFlow(), summary: "Kinds of one's own")
    return catalog
  }

  @Test func `three unfinished sessions are shown, with the way to all of them`() async throws {
    let web = try WebWalk(Self.walk)
    for _ in 0..<5 {
      _ = try await web.host.start("own", as: SessionKey(WebWalk.user, UUID()))
    }
    try await web.test { client in
      func listed(_ page: String) -> Int { page.split(separator: "data-session=").count - 1 }
      let start = try await client.get("/").text
      #expect(listed(start) == 3)
      #expect(start.contains("<a href=\"/?unfinished=\">All 5 unfinished</a>"))
      // The flow's name is what starts it, and nothing on the page is louder than the rest.
      #expect(start.contains("action=\"/start/own\""))
      #expect(!start.contains("class=\"button"))
      let all = try await client.get("/?unfinished=").text
      #expect(listed(all) == 5 && !all.contains("/start/own"))
    }
  }

  @Test func `what is unfinished comes first, however much has ended since`() async throws {
    let web = try WebWalk(Self.walk)
    _ = try await web.host.start("own", as: web.key)
    var ended: Set<String> = []
    for _ in 0..<51 {
      let key = SessionKey(WebWalk.user, UUID())
      _ = try await web.host.start("own", as: key)
      _ = try await web.host.cancel(key)
      ended.insert(key.session.uuidString.lowercased())
    }
    let expected = ended
    try await web.test { client in
      let first = try await client.get("/").text
      #expect(first.contains("data-session=\"\(web.session)\""))
      let link = try #require(
        first.split(separator: "href=\"").compactMap { $0.split(separator: "\"").first }
          .first { $0.hasPrefix("/?after=") })
      let second = try await client.get(String(link)).text
      #expect(!second.contains("data-session=\"\(web.session)\""))
      // Another language shows the same part of the list.
      let language = try BrowserPage(second, at: "/").form(with: "language", "ru")
      #expect(language.fields(named: "from").map(\.value) == [String(link)])
      let listed = expected.map { session in
        [first, second].count { $0.contains("data-session=\"\(session)\"") }
      }
      #expect(listed.allSatisfy { $0 == 1 })
    }
  }

  @Test func `a flow that a guard forbids is not on the page, and answers 403 by its address`()
    async throws
  {
    let words = "This needs level 6, and yours is 2."
    let refusal = Refusal("level", Text(verbatim: words))
    let walk = Walk("own", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(
        OwnFlow(), summary: "Kinds of one's own",
        guards: [FlowGuard("level", otherwise: refusal) { false }.hiding()])
      return catalog
    }
    let web = try WebWalk(walk)
    try await web.test { client in
      let home = try await client.get("/")
      #expect(home.status == .ok && !home.text.contains("/start/own"))
      let page = try await client.post("/start/own", [("session", UUID().uuidString)])
      #expect(page.status == .forbidden && page.text.contains(words))
      let reply = try await client.send(
        .put, "/api/sessions/\(UUID().uuidString.lowercased())",
        [.contentType: "application/json"], #"{"start":"own"}"#)
      #expect(reply.status == .forbidden)
      #expect(reply.json["code"]?.string == "not-offered")
      #expect(reply.json["detail"]?.string == words)
    }
  }

  @Test(arguments: HomePage.Session.State.allCases)
  func `only what its page shows is a link`(state: HomePage.Session.State) {
    let stage = Stage(OwnFlow())
    let session = HomePage.Session(
      id: stage.session, title: "own", state: state, changed: stage.words.environment.now)
    var context = stage.context
    context.session = nil
    let page = HomePage(sessions: [session]).page(in: context)
    let text = String(decoding: page.document(in: context), as: UTF8.self)
    let address = context.paths.session(stage.session).text
    #expect(text.contains("href=\"\(address)\"") == ![.newer, .damaged].contains(state))
    #expect(text.contains("href=\"\(address)/forget\""))
    #expect(text.contains(stage.words("state.\(state.rawValue)")))
  }
}
