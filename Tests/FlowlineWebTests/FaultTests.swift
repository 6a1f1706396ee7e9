import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// Pages that refuse a post: what they keep of it, and where they lead.
struct FaultTests {
  /// A form with a file that may be left out.
  private struct ClaimFlow: Flow {
    let id: FlowID = "claim"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(
        Form("claim", "What do you claim?") { page in
          let name = page.ask(TextScreen("name", "Name?"))
          let receipt = page.ask(
            FileScreen("receipt", "Receipt?", accepting: [.text]).optional())
          guard let name, let receipt else { return nil }
          return "\(name) with \(receipt?.name ?? "nothing")"
        })
    }

    func words(for result: String) -> Text? { Text(verbatim: result) }
  }

  static let walk = Walk("claim", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(ClaimFlow(), summary: "A claim")
    return catalog
  }

  static let fields = [("field.name", "Ada"), ("shown", "name"), ("shown", "receipt")]

  /// A session at the form, and the form's address.
  func begun(
    _ body: @escaping @Sendable (WebClient, _ session: String, _ step: String) async throws -> Void
  ) async throws {
    let web = try WebWalk(Self.walk)
    try await web.test { client in
      _ = try await client.post("/start/claim", [("session", web.session)])
      try await body(client, web.session, client.step(of: web.session))
    }
  }

  /// The form with its file.
  private static func upload(_ more: [(String, String)] = []) -> String {
    let file = [
      "--b", "Content-Disposition: form-data; name=\"field.receipt\"; filename=\"a.txt\"",
    ]
    let parts = (Self.fields + more).flatMap { name, value in
      ["--b", "Content-Disposition: form-data; name=\"\(name)\"", "", value]
    }
    return (file + ["", "lunch"] + parts + ["--b--", ""]).joined(separator: "\r\n")
  }

  private static func send(
    _ client: WebClient, _ step: String, _ more: [(String, String)] = [],
    _ headers: HTTPFields = [:]
  ) async throws -> TestResponse {
    var headers = headers
    headers[.contentType] = "multipart/form-data; boundary=b"
    return try await client.send(.post, step, headers, upload(more))
  }

  // MARK: - Sessions that cannot be opened

  /// The site of a session that was begun at another one over the same store.
  private func begunElsewhere(
    in world: String? = nil, _ make: (any JournalStore) throws -> WebWalk
  ) async throws -> WebWalk {
    let store = MemoryJournalStore()
    let other = try WebWalk(Self.walk, over: store, world: world)
    try await other.test { client in
      _ = try await client.post("/start/claim", [("session", other.session)])
    }
    return try make(store)
  }

  @Test func `a session whose record cannot be read can be deleted`() async throws {
    let web = try await begunElsewhere { store in
      try WebWalk(Self.walk, over: DamagedStore(base: store))
    }
    let path = "/session/\(web.session)"
    try await web.test { client in
      let page = try await client.get(path)
      #expect(page.status == .internalServerError && page.headers[.retryAfter] == nil)
      #expect(page.text.contains("This task cannot be opened"))
      #expect(page.text.contains("\(path)/forget"))
      let problem = try await client.get("/api/sessions/\(web.session)")
      #expect(problem.status == .internalServerError && problem.headers[.retryAfter] == nil)
      #expect(problem.json["code"] == "unusable")
      #expect(!problem.text.contains("again") && !problem.text.contains("its key is gone"))
      let asked = try await client.get("\(path)/forget")
      #expect(asked.status == .ok && asked.text.contains("Delete “"))
      #expect(try await client.post("\(path)/forget", []).status == .seeOther)
      #expect(try await client.get(path).status == .notFound)
      #expect(try await client.get("\(path)/forget").status == .notFound)
    }
  }

  @Test func `a session of another server's data is not called damaged`() async throws {
    let web = try await begunElsewhere(in: "there") { store in
      try WebWalk(Self.walk, over: store, world: "here")
    }
    try await web.test { client in
      let page = try await client.get("/session/\(web.session)")
      #expect(page.status == .conflict && page.text.contains("another server"))
      #expect(!page.text.contains("damaged") && !page.text.contains("/forget"))
      let problem = try await client.get("/api/sessions/\(web.session)")
      #expect(problem.status == .conflict && problem.json["code"] == "other-world")
      #expect(problem.json["detail"] == "the session belongs to another server's data")
    }
    #expect(web.faults.map(\.code) == [.otherWorld, .otherWorld])
  }

  /// The site of a session that a newer server saved in the middle of its form.
  private func savedByNewer() async throws -> WebWalk {
    let store = MemoryJournalStore()
    let web = try WebWalk(Self.walk, over: store)
    let summary = SessionSummary(
      flow: "claim", version: 1, world: nil, started: nil, answers: 0, firstAnswers: [],
      standing: .unfinished(at: StepPath(["claim"])), isUnderWay: false)
    try await store.begin(web.key).change(
      .append("format 3\nstory claim@1\n", isDurable: true, UUID()), at: 1, summary: summary)
    return web
  }

  @Test(arguments: [
    ("en", ["cannot be opened yet", "newer version", "Nothing is lost", "once this server"]),
    ("ru", ["пока нельзя открыть", "новая версия", "не потеряно", "сервер обновят"]),
  ])
  func `a session that a newer server saved says that it waits for an update`(
    language: String, words: [String]
  ) async throws {
    let web = try await savedByNewer()
    let path = "/session/\(web.session)"
    try await web.test { client in
      let headers: HTTPFields = [.acceptLanguage: language]
      let page = try await client.send(.get, path, headers)
      #expect(page.status == .serviceUnavailable && page.headers[.retryAfter] == "5")
      for word in words { #expect(page.text.contains(word), "\(page.text)") }
      // It is no reason to delete it, and nobody waits for five seconds.
      #expect(!page.text.contains("\(path)/forget") && !page.text.contains("5 sec"))
      for word in ["damaged", "повреждена"] { #expect(!page.text.contains(word)) }
      #expect(try await client.get("/").text.contains("data-session=\"\(web.session)\""))
    }
    #expect(web.faults.isEmpty, "servers are being replaced")
  }

  @Test func `the API says so with a type of its own, and only its owner deletes it`()
    async throws
  {
    let web = try await savedByNewer()
    let path = "/session/\(web.session)"
    try await web.test { client in
      let problem = try await client.get("/api/sessions/\(web.session)")
      #expect(problem.status == .serviceUnavailable && problem.headers[.retryAfter] == "5")
      #expect(problem.json["type"] == "urn:flowline:problem:newer-version")
      #expect(problem.json["code"] == "newer-version" && problem.json["status"] == 503)
      #expect(problem.json["detail"]?.string?.contains("nothing is lost") == true)
      #expect(!problem.text.contains("damaged"))
      let asked = try await client.get("\(path)/forget")
      #expect(asked.status == .ok && asked.text.contains("Delete “"))
      let eve = WebClient(client: client.client, user: "eve")
      #expect(try await eve.send(.delete, "/api/sessions/\(web.session)").status == .notFound)
      #expect(try await client.get(path).status == .serviceUnavailable)
      #expect(try await client.post("\(path)/forget", []).status == .seeOther)
      #expect(try await client.get(path).status == .notFound)
    }
  }

  // MARK: - Files

  @Test func `a file that is lost is asked for again, and its question is not left out`()
    async throws
  {
    try await begun { client, session, step in
      let refused = try await Self.send(client, step, [], [.origin: "https://evil.example"])
      #expect(refused.status == .forbidden)
      #expect(refused.text.contains("choose them again"))
      #expect(!refused.text.contains("Send again"))
      let form = try BrowserPage(refused.text, at: step).form(with: "do", "refresh")
      #expect(form.fields(named: "field.name").map(\.value) == ["Ada"])
      #expect(form.fields(named: "lost").map(\.value) == ["field.receipt"])
      let lost = Self.fields + [("lost", "field.receipt")]
      let shown = try await client.post(step, lost + [("do", "refresh")])
      #expect(shown.status == .ok && shown.text.contains("value=\"Ada\""))
      #expect(shown.text.contains("did not arrive") && !shown.text.contains("name=\"lost\""))
      let again = try await client.post(step, lost)
      #expect(again.status.code == 422 && again.text.contains("did not arrive"))
      #expect(try await client.step(of: session) == step)
      let end = try await client.post(step, Self.fields)
      #expect(try await client.get(end.location).text.contains("Ada with nothing"))
    }
  }

  @Test(arguments: [("do", "refresh"), ("language", "ru")])
  func `a file stays chosen when the page is shown again`(button: (String, String)) async throws {
    try await begun { client, session, step in
      let page = try await Self.send(client, step, [button])
      #expect(page.status == .ok && page.text.contains("value=\"Ada\""))
      let form = try BrowserPage(page.text, at: step).form(with: "do", "answer")
      let kept = try #require(form.fields(named: "field.receipt/kept").first?.value)
      let end = try await client.post(
        client.step(of: session), Self.fields + [("field.receipt/kept", kept)])
      #expect(try await client.get(end.location).text.contains("Ada with a.txt"))
    }
  }

  @Test func `a file that was uploaded can be removed if it may be left out`() async throws {
    try await begun { client, session, step in
      let page = try await Self.send(client, step, [("do", "refresh")])
      let form = try BrowserPage(page.text, at: step).form(with: "do", "answer")
      let kept = try #require(form.fields(named: "field.receipt/kept").first?.value)
      #expect(form.fields(named: "field.receipt/removed").map(\.isSent) == [false])
      let removed = [("field.receipt/kept", kept), ("field.receipt/removed", "yes")]
      let end = try await client.post(client.step(of: session), Self.fields + removed)
      #expect(try await client.get(end.location).text.contains("Ada with nothing"))
    }
  }

  @Test func `a page that came of a post says where it is found again with what was typed`()
    async throws
  {
    try await begun { client, _, step in
      #expect(try await !client.get(step).text.contains("data-posted"))
      let refused = try await client.post(step, Self.fields + [("field.name", " ")])
      #expect(refused.status.code == 422)
      #expect(refused.text.contains("data-of-session data-posted=\"\(step)\""))
      let page = try BrowserPage(await client.get(step).text, at: step)
      let form = try page.form(with: "do", "answer")
      let hidden = form.fields.filter { ["token", "step"].contains($0.name) }
      let fields = hidden.map { ($0.name, $0.value) } + Self.fields
      // That is where it is sent to be shown.
      let again = try await client.post(step + "?do=show", fields)
      #expect(again.status == .ok && again.text.contains("value=\"Ada\""))
      #expect(again.text.contains("data-posted=\"\(step)\""))
    }
  }

  @Test func `a form for another host comes back to be copied`() async throws {
    let web = try WebWalk(Self.walk, hosts: ["savings.example"])
    try await web.test { client in
      let typed = [("field.name", "Ada"), ("field.name/question", "Name?")]
      let path = "/session/\(web.session)/step/1-0"
      let reply = try await client.post(path, typed)
      #expect(reply.status == .misdirectedRequest && reply.text.contains("Ada"))
      #expect(try BrowserPage(reply.text, at: path).root.all("textarea").count == 1)
      // It says so too of what cannot be read.
      let other = try await client.send(.post, path, [.contentType: "text/plain"], "x")
      #expect(other.status == .misdirectedRequest)
    }
  }

  // MARK: - Languages

  @Test func `another language keeps what a page has that asks to log in`() async throws {
    try await begun { client, session, step in
      let russian = BrowserForm.Button(name: "language", value: "ru")
      var nobody = client
      nobody.user = nil
      let refused = try await nobody.post(step, Self.fields + [("do", "answer")])
      #expect(refused.status == .unauthorized)
      let form = try BrowserPage(refused.text, at: step).form(with: "language", "ru")
      let spoken = try await nobody.post(form.action, form.sent(pressing: russian))
      #expect(spoken.status == .unauthorized && spoken.text.contains("<html lang=\"ru\""))
      #expect(spoken.headers[.setCookie] != nil)
      // Logged in, it leads back to the question, filled in and not answered.
      let back = BrowserForm.Button(name: "do", value: "refresh")
      let kept = try BrowserPage(spoken.text, at: step).form(with: "do", "refresh")
      #expect(kept.fields(named: "language").map(\.value) == ["ru"])
      let shown = try await client.post(kept.action, kept.sent(pressing: back))
      #expect(shown.status == .ok && shown.text.contains("<html lang=\"ru\""))
      let asked = try #require(try BrowserPage(shown.text, at: step).question)
      #expect(asked.fields(named: "field.name").map(\.value) == ["Ada"])
      #expect(try await client.step(of: session) == asked.action)
    }
  }

  @Test func `another language does nothing that a page has that asks to log in`() async throws {
    try await begun { client, session, step in
      var nobody = client
      nobody.user = nil
      let path = "/session/\(session)/leave"
      let refused = try await nobody.post(path, [("do", "cancel")])
      #expect(refused.status == .unauthorized && refused.text.contains("Send again"))
      let form = try BrowserPage(refused.text, at: path).form(with: "language", "ru")
      #expect(form.action == "/language" && form.fields(named: "do").isEmpty)
      let russian = BrowserForm.Button(name: "language", value: "ru")
      let spoken = try await client.post(form.action, form.sent(pressing: russian))
      #expect(spoken.status == .seeOther && spoken.location == path)
      #expect(try await client.step(of: session) == step)
    }
  }

  @Test(arguments: ["/start/claim", "/language"])
  func `another language leads from an address that only takes what is sent to a page`(
    path: String
  ) async throws {
    try await begun { client, _, _ in
      var nobody = client
      nobody.user = nil
      let refused = try await nobody.post(path, [("x", "y")])
      #expect(refused.status == .unauthorized)
      // What was sent can be sent again, to where it was meant for.
      let page = try BrowserPage(refused.text, at: path)
      #expect(page.forms.contains { $0.action == path && !$0.fields(named: "x").isEmpty })
      let form = try page.form(with: "language", "ru")
      let russian = BrowserForm.Button(name: "language", value: "ru")
      let spoken = try await client.post(form.action, form.sent(pressing: russian))
      #expect(spoken.status == .seeOther && spoken.location == "/")
      #expect(try await client.get(spoken.location).status == .ok)
    }
  }

  @Test func `another site chooses no language`() async throws {
    try await begun { client, _, step in
      let reply = try await client.post(
        step, Self.fields + [("language", "ru")], [.origin: "https://evil.example"])
      #expect(reply.status == .forbidden && reply.text.contains("<html lang=\"en\""))
      #expect(reply.headers[.setCookie] == nil)
    }
  }

  // MARK: - PINs and codes

  @Test func `no page that refuses a PIN has it in it`() async throws {
    let fields = [("pin", "471147"), ("new", "258025"), ("repeated", "258025"), ("do", "keep")]
    @Sendable func check(_ reply: TestResponse, _ status: HTTPResponse.Status) {
      #expect(reply.status == status)
      #expect(!reply.text.contains("471147") && !reply.text.contains("258025"))
      #expect(reply.text.contains("href=\"/lock\""))
    }
    try await LockedSite.test(WebLock(keptIn: SilentStore())) { browser, _ in
      check(try await browser.post("/lock", fields), .serviceUnavailable)
    }
    try await LockedSite.test { browser, _ in
      let site: HTTPFields = [.origin: "https://evil.example"]
      check(try await browser.client.post("/lock", fields, site), .forbidden)
      var nobody = browser.client
      nobody.user = nil
      check(try await nobody.post("/lock", fields), .unauthorized)
    }
  }

  @Test func `no page beside those of sessions comes back with what was typed`() async throws {
    let host = SessionHost(keeping: MemoryJournalStore()) { _ in HostedWorld(FlowCatalog()) }
    let layout = WebLayout(serviceName: "Test")
    let site = FlowlineSite<BasicRequestContext>(host, layout: layout) { _, _ in nil }
    let router = Router()
    site.addPage(at: "code", method: .post, to: router) { _ in .notFound }
    try await Application(router: router).test(.router) { client in
      let client = WebClient(client: client, user: nil)
      let reply = try await client.post("/code", [("code", "123-456")])
      #expect(reply.status == .unauthorized && !reply.text.contains("123-456"))
    }
  }
}
