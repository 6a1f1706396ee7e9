import Flowline
import FlowlineHost
import FlowlineWeb
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import FlowlineMCP

/// The pages on which people deal with agents.
struct PageTests {
  private struct Site: Sendable {
    let stage: Stage
    let person: LocalPerson
    let tokens: AgentTokens
  }

  private func test(
    _ body: @escaping @Sendable (any TestClientProtocol, Site) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let site = Site(
      stage: try Stage.bank(), person: try LocalPerson(folder: folder.path),
      tokens: AgentTokens(keptIn: MemoryValueStore()))
    let visitors = Visitors()
    let router = Router()
    router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
    var layout = WebLayout(serviceName: "Test")
    layout.footer = { AgentPages.link(on: $0) }
    let pages = FlowlineSite<BasicRequestContext>(site.stage.host, layout: layout) { request, _ in
      visitors.user(of: request)
    }
    pages.addRoutes(to: router)
    AgentPages(
      site.stage.host, tokens: site.tokens, person: site.person, visitors: visitors
    ) { "http://localhost/mcp" }.addRoutes(of: pages, to: router)
    try await Application(router: router).test(.router) { try await body($0, site) }
  }

  private func send(
    _ client: any TestClientProtocol, _ path: String, cookie: String? = nil, form: String? = nil
  ) async throws -> TestResponse {
    var headers: HTTPFields = [:]
    headers[.cookie] = cookie.map { "flowline=\($0)" }
    if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
    return try await client.execute(
      uri: path, method: form == nil ? .get : .post, headers: headers,
      body: form.map { ByteBuffer(string: $0) })
  }

  @Test func `a browser shows by a code that it is the person's, once`() async throws {
    try await test { client, site in
      let stage = site.stage
      _ = try await stage.call("create-goal", by: site.person.user)
      let path = "/confirm/\(Stage.session)/0-abc"
      let asked = try await send(client, path)
      #expect(asked.status == .ok)
      #expect(String(buffer: asked.body).contains("name=\"code\""))
      let wrong = try await send(client, path, form: "code=AAAA-AAAA")
      #expect(wrong.status.code == 422)
      #expect(!"\(wrong.headers)".contains(site.person.secret))
      let right = try await send(client, path, form: "code=\(site.person.code)")
      #expect(right.status == .seeOther)
      #expect(right.headers[.location] == "/session/\(Stage.session)/step/0-abc")
      let cookies = right.headers[values: .setCookie].joined()
      #expect(cookies.contains(site.person.secret))
      let known = try await send(client, path, cookie: site.person.secret)
      #expect(known.headers[.location] == "/session/\(Stage.session)/step/0-abc")
    }
  }

  @Test func `a session that is nobody's is asked a code for like any other`() async throws {
    try await test { client, _ in
      let path = "/confirm/00000000-0000-4000-8000-00000000000f/0-abc"
      let unknown = try await send(client, path)
      let noSession = try await send(client, "/confirm/x/0-abc")
      #expect(unknown.status == .ok)
      #expect(noSession.status == .notFound)
    }
  }

  @Test func `the name of an agent stays when no token is made`() async throws {
    try await test { client, site in
      let cookie = String(repeating: "ab", count: 16)
      for number in 1...AgentTokens.most {
        _ = try await site.tokens.make(for: Visitors.user(of: cookie), named: "agent \(number)")
      }
      let full = try await send(client, "/agents", cookie: cookie, form: "name=my+%3Cdesk%3E")
      #expect(full.status.code == 422)
      let page = String(buffer: full.body)
      #expect(page.contains("value=\"my &lt;desk&gt;\"") && page.contains("Revoke one of them"))
      #expect(page.contains("<title>Error: Agents"))
      // A page that refuses it for another reason sends it again.
      let other = try await client.execute(
        uri: "/agents", method: .post,
        headers: [
          .contentType: "application/x-www-form-urlencoded", .origin: "https://evil.example",
        ], body: ByteBuffer(string: "name=my+desk"))
      #expect(other.status == .forbidden)
      #expect(String(buffer: other.body).contains("name=\"name\" value=\"my desk\""))
    }
  }

  @Test func `the foot of a page leads to the agents`() async throws {
    try await test { client, _ in
      let start = String(buffer: try await send(client, "/").body)
      #expect(start.contains("<a href=\"/agents\">"))
    }
  }

  @Test func `a visitor makes a token, which is shown once, and revokes it`() async throws {
    try await test { client, site in
      let cookie = String(repeating: "ab", count: 16)
      let made = try await send(client, "/agents", cookie: cookie, form: "name=desk")
      let page = String(buffer: made.body)
      let token = try #require(page.firstMatch(of: /flowline-[A-Za-z0-9_-]{43}/)).output
      let user = try #require(try await site.tokens.user(of: String(token)))
      #expect(user == Visitors.user(of: cookie))
      let list = String(buffer: try await send(client, "/agents", cookie: cookie).body)
      #expect(list.contains("desk") && !list.contains(token))
      let id = try #require(try await site.tokens.grants(of: user).first?.id)
      _ = try await send(client, "/agents/\(id)/revoke", cookie: cookie, form: "x=")
      #expect(try await site.tokens.user(of: String(token)) == nil)
    }
  }
}
