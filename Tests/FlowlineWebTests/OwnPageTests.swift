import Flowline
import FlowlineHost
import FlowlineWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

/// Pages of an application's own beside those of sessions, made with the public API alone.
struct OwnPageTests {
  /// A site below a path, whose users say by a header who they are.
  private func test(
    logIn: WebLink? = WebLink(path: ["shop", "log-in"]),
    _ body: @escaping @Sendable (WebClient) async throws -> Void
  ) async throws {
    let host = SessionHost(keeping: MemoryJournalStore()) { _ in HostedWorld(FlowCatalog()) }
    var layout = WebLayout(serviceName: "Shop")
    layout.logIn = logIn
    layout.account = { user, _ in HTML("Hello, \(user)") }
    let site = FlowlineSite<BasicRequestContext>(host, layout: layout, at: "shop") { request, _ in
      request.headers[.authorization].map { UserID($0) }
    }
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.add(middleware: site.unknownAddresses)
    let group = router.group("shop")
    site.addRoutes(to: group)
    site.addPage(at: "orders/{order}", to: group) { call in
      guard let order = call.parameter("order"), order != "none" else { return .notFound }
      let part = call.queryValue("part") ?? "all"
      return .page(
        title: "Order",
        HTML { Tag.h1 { "Order \(order) of \(call.user), \(part)" } })
    }
    site.addPage(at: "orders/{order}", method: .post, to: group) { call in
      .seeOther(call.home).keeping(
        Hummingbird.Cookie(name: "last", value: call.field("name") ?? "", path: "/"))
    }
    site.addOpenPage(at: "log-in", to: group) { call in
      .page(
        title: call.words("Log in"),
        HTML {
          Tag.form(.post, .action(call.here)) {
            Tag.label(.for("name")) { "Name" }
            Tag.input(.id("name"), .name("name"), .type("text"), .autocomplete("username"))
          }
          Tag.p { "You are \(call.user?.rawValue ?? "nobody")." }
        })
    }
    site.addOpenPage(at: "log-in", method: .post, to: group) { call in
      guard let name = call.field("name"), name != "" else {
        return .refused(title: "Log in", SitePageRefusal("Type a name.", field: "name"), HTML())
      }
      return .seeOther(call.next ?? call.home)
        .keeping(Hummingbird.Cookie(name: "who", value: name, path: "/"))
    }
    try await Application(router: router).test(.router) { client in
      try await body(WebClient(client: client, user: nil))
    }
  }

  @Test func `a page that everybody sees is in the layout, for nobody and for a user`() async throws
  {
    try await test { client in
      let page = try await client.get("/shop/log-in")
      #expect(page.status == .ok && page.text.contains("You are nobody."))
      #expect(!page.text.contains("Hello,"))
      #expect(page.text.contains("<title>Log in"))
      #expect(page.text.contains("action=\"/shop/log-in\""))
      #expect(page.text.contains("href=\"/shop/assets/flowline-"))
      #expect(page.text.contains("action=\"/shop/language\""))
      var ada = client
      ada.user = "ada"
      let hers = try await ada.get("/shop/log-in")
      #expect(hers.text.contains("You are ada.") && hers.text.contains("Hello, ada"))
    }
  }

  @Test func `a page that users see has the parts of its address, and is nobody's otherwise`()
    async throws
  {
    try await test { client in
      #expect(try await client.get("/shop/orders/7").status == .unauthorized)
      var ada = client
      ada.user = "ada"
      let page = try await ada.get("/shop/orders/%C3%BC?part=two+of")
      #expect(page.text.contains("<h1>Order ü of ada, two of</h1>"), "\(page.text)")
      #expect(try await ada.get("/shop/orders/none").status == .notFound)
      let sent = try await ada.post("/shop/orders/7", [("name", "a"), ("name", "b")])
      #expect(sent.status == .seeOther && sent.location == "/shop/")
      #expect(sent.headers[values: .setCookie].contains { $0.hasPrefix("last=b;") })
    }
  }

  @Test func `what is refused comes back with what is wrong at its top, and sets no cookie`()
    async throws
  {
    try await test { client in
      let reply = try await client.post("/shop/log-in", [("name", "")])
      #expect(reply.status == .unprocessableContent)
      #expect(reply.text.contains("<a href=\"#name\">Type a name.</a>"), "\(reply.text)")
      #expect(reply.headers[values: .setCookie].isEmpty)
    }
  }

  private static let asked: [(String, String)] = [
    ("/shop/", "%2Fshop%2F"), ("/shop/orders/7", "%2Fshop%2Forders%2F7"),
    ("/shop/orders/7?part=a&b=%2F", "%2Fshop%2Forders%2F7%3Fpart%3Da%26b%3D%252F"),
    // A link to a flow is followed once a person is logged in.
    ("/shop/go/tea?milk/drops=3", "%2Fshop%2Fgo%2Ftea%3Fmilk%2Fdrops%3D3"),
  ]

  @Test(arguments: asked)
  func `a page that needs a log-in says where it leads back to`(
    path: String, next: String
  ) async throws {
    try await test { client in
      let page = try await client.get(path)
      #expect(page.text.contains("href=\"/shop/log-in?next=\(next)\""), "\(page.text)")
      let back = next == "%2Fshop%2F" ? "/shop/" : path
      let reply = try await client.post("/shop/log-in?next=\(next)", [("name", "ada")])
      #expect(reply.status == .seeOther && reply.location == back)
      #expect(reply.headers[values: .setCookie].contains { $0.hasPrefix("who=ada;") })
    }
  }

  @Test func `what was sent leads back to its page, or to the first one if it has none`()
    async throws
  {
    try await test { client in
      let page = try await client.post("/shop/orders/7", [])
      #expect(page.text.contains("?next=%2Fshop%2Forders%2F7\""), "\(page.text)")
      let start = try await client.post("/shop/start/x", [])
      #expect(start.text.contains("?next=%2Fshop%2F\""), "\(start.text)")
    }
  }

  @Test func `a log-in of another server is told no address of this one`() async throws {
    try await test(logIn: WebLink("https://id.example/log-in?a=b")) { client in
      let page = try await client.get("/shop/orders/7")
      #expect(page.text.contains("href=\"https://id.example/log-in?a=b\""), "\(page.text)")
    }
    try await test(logIn: WebLink("/log-in?a=b#c")) { client in
      let page = try await client.get("/shop/")
      #expect(page.text.contains("href=\"/log-in?a=b&amp;next=%2Fshop%2F#c\""), "\(page.text)")
    }
  }

  @Test(arguments: [
    "//evil.example", "/\\evil.example", "https://evil.example/", "http://localhost:1/", "x", "",
    "javascript:alert(1)", "/\t/evil.example",
  ])
  func `a log-in leads to no other server`(next: String) async throws {
    try await test { client in
      let reply = try await client.post("/shop/log-in", [("name", "ada"), ("next", next)])
      #expect(reply.status == .seeOther && reply.location == "/shop/")
    }
  }

  @Test func `a page that everybody sees takes nothing from other sites and by other names`()
    async throws
  {
    try await test { client in
      let fields = [("name", "ada")]
      let site = try await client.post(
        "/shop/log-in", fields, [.origin: "https://evil.example"])
      #expect(site.status == .forbidden && site.headers[values: .setCookie].isEmpty)
      #expect(!site.text.contains("value=\"ada\""))
      let method = try await client.send(.put, "/shop/log-in")
      #expect(method.status == .methodNotAllowed)
      #expect(method.headers[.allow] == "GET, HEAD, POST")
    }
  }

  // MARK: - Languages of an application's own

  /// What each language is called, one of them more than ours.
  private static let texts = TextCatalog(
    """
    {"sourceLanguage":"en","strings":{"language.name":{"localizations":{
    "de":{"stringUnit":{"value":"Deutsch"}},"en":{"stringUnit":{"value":"English"}},
    "ru":{"stringUnit":{"value":"Русский"}}}}}}
    """)

  private func speaking(
    _ texts: TextCatalog?, _ body: @escaping @Sendable (WebClient) async throws -> Void
  ) async throws {
    let host = SessionHost(keeping: MemoryJournalStore()) { _ in
      var catalog = FlowCatalog()
      catalog.add(NameFlow())
      return HostedWorld(catalog)
    }
    var layout = WebLayout(serviceName: "Shop")
    layout.texts = texts
    let site = FlowlineSite<BasicRequestContext>(host, layout: layout) { _, _ in "ada" }
    let router = Router()
    site.addRoutes(to: router)
    try await Application(router: router).test(.router) { client in
      try await body(WebClient(client: client))
    }
  }

  private struct NameFlow: Flow {
    let id: FlowID = "name"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(TextScreen("name", "Name?"))
    }
  }

  private static let german: HTTPFields = [.acceptLanguage: "de-DE,de;q=0.9,en;q=0.8"]

  @Test func `a browser gets pages in a language that the application's texts add`() async throws {
    try await speaking(Self.texts) { client in
      let page = try await client.send(.get, "/", Self.german)
      #expect(page.text.contains("<html lang=\"de\""), "\(page.text)")
      #expect(page.text.contains("aria-current=\"true\">Deutsch"))
      // Another browser can choose it, and keeps it.
      let english = try await client.send(.get, "/", [.acceptLanguage: "en"])
      #expect(english.text.contains(" value=\"de\""))
      let chosen = try await client.post("/language", [("language", "de"), ("from", "/")])
      let cookie = String((chosen.headers[.setCookie] ?? "").prefix { $0 != ";" })
      let kept = try await client.send(.get, "/", [.acceptLanguage: "en", .cookie: cookie])
      #expect(kept.text.contains("<html lang=\"de\""))
    }
    try await speaking(nil) { client in
      let page = try await client.send(.get, "/", Self.german)
      #expect(page.text.contains("<html lang=\"en\"") && !page.text.contains("value=\"de\""))
      let chosen = try await client.post("/language", [("language", "de"), ("from", "/")])
      #expect(chosen.status == .notFound)
    }
  }

  @Test func `a session is offered the languages that it can continue in`() async throws {
    try await speaking(Self.texts) { client in
      @Sendable func page(_ session: String, _ language: String) async throws -> String {
        let headers: HTTPFields = [
          .acceptLanguage: language, .contentType: "application/x-www-form-urlencoded",
        ]
        _ = try await client.send(.post, "/start/name", headers, "session=\(session)")
        return try await client.get(try await client.step(of: session)).text
      }
      let german = try await page("6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e", "de")
      #expect(german.contains("<html lang=\"de\"") && german.contains("value=\"en\""))
      let english = try await page("6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3f", "en")
      #expect(english.contains("value=\"ru\"") && !english.contains("value=\"de\""))
    }
  }
}
