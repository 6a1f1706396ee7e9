import Flowline
import FlowlineHost
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import FlowlineMCP
@testable import FlowlineWeb

/// The pages on which people deal with agents.
struct PageTests {
  private struct Site: Sendable {
    let stage: Stage
    let person: LocalPerson
    let tokens: AgentTokens
    let visitors: Visitors

    /// The cookie of a visitor, with its name.
    func cookie(of identity: String) async throws -> String {
      let cookie = try await visitors.cookie(of: identity)
      return "\(cookie.name)=\(cookie.value)"
    }
  }

  private static let ada = String(repeating: "ab", count: 16)
  private static let eve = String(repeating: "cd", count: 16)

  private func test(
    _ stage: Stage? = nil, keepingTypedIn values: (any ValueStore)? = nil,
    _ body: @escaping @Sendable (any TestClientProtocol, Site) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let site = Site(
      stage: try stage ?? Stage.bank(), person: try LocalPerson(folder: folder.path),
      tokens: AgentTokens(keptIn: MemoryValueStore()),
      visitors: Visitors(keptIn: MemoryValueStore()))
    let visitors = site.visitors
    let router = Router()
    router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
    var layout = WebLayout(serviceName: "Test")
    layout.footer = { AgentPages.link(on: $0) }
    let pages = FlowlineSite<BasicRequestContext>(
      site.stage.host, layout: layout, keepingTypedIn: values
    ) { request, _ in try await visitors.user(of: request) }
    pages.addRoutes(to: router)
    AgentPages(
      site.stage.host, tokens: site.tokens, person: site.person, visitors: visitors
    ) { "http://localhost/mcp" }.addRoutes(of: pages, to: router)
    try await Application(router: router).test(.router) { try await body($0, site) }
  }

  private func send(
    _ client: any TestClientProtocol, _ path: String, cookie: String? = nil,
    after made: String? = nil, language: String? = nil, form: String? = nil
  ) async throws -> TestResponse {
    var headers: HTTPFields = [:]
    let cookies = [cookie, made.map { "flowline-agent=\($0)" }]
    if cookie != nil { headers[.cookie] = cookies.compactMap(\.self).joined(separator: "; ") }
    headers[.acceptLanguage] = language
    if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
    return try await client.execute(
      uri: path, method: form == nil ? .get : .post, headers: headers,
      body: form.map { ByteBuffer(string: $0) })
  }

  /// Checks that what is wrong is said at the top of a page, which takes the focus.
  ///
  /// - Parameter field: the field that it leads to; nil for none.
  private func checkSummary(of reply: TestResponse, leadsTo field: String?) {
    let page = String(buffer: reply.body)
    let main = page.split(separator: "<main", maxSplits: 1).last ?? ""
    let summary = main.split(separator: "<h1", maxSplits: 1).first ?? ""
    #expect(summary.contains("There is a problem") && summary.contains("data-focus"))
    #expect(summary.contains("href=\"#") == (field != nil))
    if let field { #expect(summary.contains("href=\"#\(field)\"")) }
  }

  /// What a reply has the browser keep for a while, by which the server shows the token.
  private func kept(by reply: TestResponse) throws -> String {
    #expect(reply.status == .seeOther && reply.headers[.location] == "/agents")
    let cookies = reply.headers[values: .setCookie].joined(separator: "\n")
    #expect(cookies.contains("HttpOnly") && cookies.contains("Max-Age=600"))
    #expect(!cookies.contains("flowline-agent=flowline-"), "the token itself is in no cookie")
    let found = cookies.firstMatch(of: /flowline-agent=([0-9A-F-]{36});/)
    return String(try #require(found).1)
  }

  /// The token that a form makes, as the page behind it shows it.
  private func make(
    _ client: any TestClientProtocol, _ form: String, cookie: String
  ) async throws -> (token: String, kept: String) {
    let kept = try kept(by: try await send(client, "/agents", cookie: cookie, form: form))
    let page = try await send(client, "/agents", cookie: cookie, after: kept)
    let found = String(buffer: page.body).firstMatch(of: /<code>(flowline-[A-Za-z0-9_-]{43})</)
    return (String(try #require(found).1), kept)
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
      checkSummary(of: wrong, leadsTo: "code")
      #expect(!"\(wrong.headers)".contains(site.person.secret))
      let right = try await send(client, path, form: "code=\(site.person.code)")
      #expect(right.status == .seeOther)
      #expect(right.headers[.location] == "/session/\(Stage.session)/step/0-abc")
      let cookies = right.headers[values: .setCookie].joined()
      #expect(cookies.contains(site.person.secret))
      #expect(right.headers[values: .setCookie].count == 1, "and not that of a new visitor")
      let cookie = try await site.cookie(of: site.person.secret)
      let known = try await send(client, path, cookie: cookie)
      #expect(known.headers[.location] == "/session/\(Stage.session)/step/0-abc")
      // After a log-out the code is asked for again, and counts.
      try await site.visitors.end(site.person.user)
      #expect(try await send(client, path, cookie: cookie).status == .unauthorized)
      let again = try await send(client, path, form: "code=\(site.person.code)")
      #expect(again.status == .seeOther)
      let next = try await site.cookie(of: site.person.secret)
      #expect(try await send(client, path, cookie: next).status == .seeOther)
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
      let cookie = try await site.cookie(of: Self.ada)
      for number in 1...AgentTokens.most {
        _ = try await site.tokens.make(for: Visitors.user(of: Self.ada), named: "agent \(number)")
      }
      let full = try await send(client, "/agents", cookie: cookie, form: "name=my+%3Cdesk%3E")
      #expect(full.status.code == 422)
      let page = String(buffer: full.body)
      #expect(
        page.contains("value=\"my &lt;desk&gt;\"")
          && page.contains("Revoke the token of one of them"))
      #expect(page.contains("<title>Error: Agents"))
      checkSummary(of: full, leadsTo: nil)
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
      #expect(start.contains("<a class=\"link\" href=\"/agents\">"))
    }
  }

  private struct NameFlow: Flow {
    let id: FlowID = "name"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(TextScreen("name", "Your name?"))
    }
  }

  @Test func `where something can be typed it is a button that keeps that`() async throws {
    var catalog = FlowCatalog()
    catalog.add(NameFlow())
    try await test(Stage(catalog, in: .usual), keepingTypedIn: MemoryValueStore()) { client, site in
      let cookie = try await site.cookie(of: Self.ada)
      let key = SessionKey(Visitors.user(of: Self.ada), UUID())
      let state = try await site.stage.host.start("name", as: key, in: .usual)
      let token = try #require(state.question?.token)
      let path = "/session/\(key.session.uuidString.lowercased())/step/\(token)"
      let page = String(buffer: try await send(client, path, cookie: cookie).body)
      #expect(page.contains("data-way=\"/agents\""))
      #expect(!page.contains("href=\"/agents\""))
    }
  }

  @Test func `a visitor makes a token, which is shown for a while, and revokes it`() async throws {
    try await test { client, site in
      let cookie = try await site.cookie(of: Self.ada)
      let (token, kept) = try await make(client, "name=desk", cookie: cookie)
      let user = try #require(try await site.tokens.user(of: token))
      #expect(user == Visitors.user(of: Self.ada))
      // Loaded again, in whatever language, it is shown, and no other is made.
      for language in ["en", "ru", "en"] {
        let reply = try await send(
          client, "/agents", cookie: cookie, after: kept, language: language)
        let page = String(buffer: reply.body)
        #expect(page.contains("<html lang=\"\(language)\"") && page.contains("\(token)</code>"))
      }
      let id = try #require(try await site.tokens.grants(of: user).map(\.id).only)
      // Nobody else sees it, and after a while nobody does.
      let other = try await site.cookie(of: Self.eve)
      let seen = try await send(client, "/agents", cookie: other, after: kept)
      #expect(!String(buffer: seen.body).contains(token))
      let list = String(buffer: try await send(client, "/agents", cookie: cookie).body)
      #expect(list.contains("desk") && list.contains("Created ") && !list.contains(token))
      _ = try await send(client, "/agents/\(id)/revoke", cookie: cookie, form: "x=")
      #expect(try await site.tokens.user(of: token) == nil)
      let revoked = try await send(client, "/agents", cookie: cookie, after: kept)
      #expect(!String(buffer: revoked.body).contains(token))
    }
  }

  @Test func `a form that is sent twice makes one token, and none once that is revoked`()
    async throws
  {
    try await test { client, site in
      let cookies = [
        try await site.cookie(of: Self.ada), try await site.cookie(of: Self.eve),
      ]
      let user = Visitors.user(of: Self.ada)
      let form = "name=desk&form=6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"
      let first = try await make(client, form, cookie: cookies[0]).token
      let again = try await make(client, form, cookie: cookies[0]).token
      let other = try await make(client, form, cookie: cookies[1]).token
      #expect(first == again && first != other)
      let id = try #require(try await site.tokens.grants(of: user).map(\.id).only)
      try await site.tokens.revoke(id, of: user)
      let late = try await send(client, "/agents", cookie: cookies[0], form: form)
      #expect(late.status == .seeOther)
      #expect(!late.headers[values: .setCookie].joined().contains("flowline-agent"))
      #expect(try await site.tokens.user(of: first) == nil)
      // A page has a form of its own each time.
      let pages = [
        try await send(client, "/agents", cookie: cookies[0]),
        try await send(client, "/agents", cookie: cookies[0]),
      ].map { String(buffer: $0.body) }
      let keys = pages.compactMap { $0.firstMatch(of: /name="form" value="([0-9A-F-]{36})"/)?.1 }
      #expect(Set(keys).count == 2)
    }
  }

  @Test(arguments: ["name=", "name=+%E2%80%8E+", "x=y"])
  func `an agent without a name gets no token`(form: String) async throws {
    try await test { client, site in
      let cookie = try await site.cookie(of: Self.ada)
      let refused = try await send(client, "/agents", cookie: cookie, form: form)
      #expect(refused.status.code == 422)
      #expect(String(buffer: refused.body).contains("Type a name for the agent"))
      checkSummary(of: refused, leadsTo: "name")
      #expect(try await site.tokens.grants(of: Visitors.user(of: Self.ada)).isEmpty)
    }
  }
}

extension Array {
  /// The element if there is just one.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
