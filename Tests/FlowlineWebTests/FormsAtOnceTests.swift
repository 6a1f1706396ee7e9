import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// Children at once that ask together: what is sent is read for the question that it is for.
struct FormsAtOnceTests {
  /// Asks for two people at once, by fields of the same names.
  private struct TransferFlow: Flow {
    let id: FlowID = "transfer"

    func run(_ context: FlowContext) async throws -> String {
      let (sender, recipient) = try await context.all(
        Self.person("sender"), Self.person("recipient"))
      return "\(sender) to \(recipient)"
    }

    private static func person(_ id: FlowID) -> Form<String> {
      let countries = [Flowline.Option("gb", true, label: "UK"), .init("de", false, label: "DE")]
      return Form(id, Text(verbatim: "The \(id.rawValue)?")) { page in
        let name = page.ask(TextScreen("name", "Name?"))
        let isNear = page.ask(ChoiceScreen("country", "Country?", options: countries))
        guard let name, let isNear else { return nil }
        guard !isNear else { return name }
        return page.ask(TextScreen("account", "Account?")).map { "\(name) \($0)" }
      }
    }

    func words(for result: String) -> Text? { Text(verbatim: result) }
  }

  /// Asks for two things at once, each a question of its own.
  private struct OrderFlow: Flow {
    let id: FlowID = "order"

    func run(_ context: FlowContext) async throws -> String {
      let (name, count) = try await context.all(
        TextScreen("name", "Name?"), NumberScreen("count", "How many?", in: 1...9))
      return "\(name) \(count)"
    }
  }

  private static func walk(_ flow: FlowID) -> Walk {
    Walk(flow, inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(TransferFlow(), summary: "A transfer")
      catalog.add(OrderFlow(), summary: "An order")
      return catalog
    }
  }

  /// The questions of a page, in their order.
  private static func questions(_ text: String) throws -> [BrowserElement] {
    try BrowserPage(text, at: "/").root.all("div").filter { $0["data-question"] != nil }
  }

  /// What a browser without a script sends from a page, and where to, to answer one of its questions.
  private static func sent(
    from page: BrowserPage, _ step: String, _ answer: String
  ) throws -> (path: String, fields: [(String, String)]) {
    let question = try #require(
      page.root.all("div").first { $0["data-step"]?.hasSuffix(step) == true })
    let field = try #require(
      question.all("input").compactMap { $0["name"] }.first { $0.hasSuffix(".answer") })
    let form = try #require(page.forms.first { $0.has("do", "answer") })
    let button = BrowserForm.Button(name: "do", value: "answer")
    return (
      try #require(question["data-question"]),
      form.sent(pressing: button, changing: [field: [answer]])
    )
  }

  private static func call(
    _ client: WebClient, _ method: HTTPRequest.Method, _ path: String, _ body: String,
    for token: String? = nil
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.contentType: "application/json"]
    headers[.ifMatch] = token.map { "\"\($0)\"" }
    return try await client.send(method, path, headers, body)
  }

  private static func shown(_ question: BrowserElement?) -> [String] {
    let fields = question?.all("input").filter { $0["name"]?.hasSuffix(".shown") == true } ?? []
    return fields.compactMap { $0["value"] }
  }

  @Test func `fields of the second of two forms appear before the first is sent`() async throws {
    let web = try WebWalk(Self.walk("transfer"))
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/transfer", [("session", session)])
      let asked = try Self.questions(await client.get("/session/\(session)").text)
      #expect(asked.count == 2)
      let second = try #require(asked.last?["data-question"])
      let abroad = [("field.name", "Bob"), ("field.country", "de")]
      let refreshed = try await client.post(second, abroad + [("do", "refresh")])
      #expect(refreshed.status == .ok)
      let again = try Self.questions(refreshed.text)
      #expect(Self.shown(again.first) == ["name", "country"])
      #expect(Self.shown(again.last) == ["name", "country", "account"])
      // What was not seen is shown before anything is called wrong.
      let more = try await client.post(
        second, abroad + [("shown", "name"), ("shown", "country")])
      #expect(more.status == .ok)
      #expect(Self.shown(try Self.questions(more.text).last) == ["name", "country", "account"])
      // It is said at the top, with a link to it.
      let root = try BrowserPage(more.text, at: second).root
      let added = try #require(root.all("div").first { $0["data-added"] != nil })
      #expect(added.text == "One more question: Account?")
      let target = added.all("a").first?["href"]?.dropFirst().description
      #expect(root.elements.contains { $0["id"] == target && $0.tag == "input" })
      let sent = try await client.post(second, abroad + [("field.account", "DE1")])
      #expect(sent.status == .seeOther)
      let end = try await client.post(
        client.step(of: session), [("field.name", "Ann"), ("field.country", "gb")])
      #expect(try await client.get(end.location).text.contains("Ann to Bob DE1"))
    }
  }

  @Test func `an answer is previewed by the question that it is for`() async throws {
    let web = try WebWalk(Self.walk("order"))
    let base = "/api/sessions/\(web.session)"
    try await web.test { client in
      func preview(for token: String? = nil) async throws -> TestResponse {
        let typed = #"{"preview":{"text":"3"}}"#
        return try await Self.call(client, .post, base + "/preview", typed, for: token)
      }
      _ = try await Self.call(client, .put, base, #"{"start":"order"}"#)
      let tokens = try await web.host.state(of: web.key).questions.map { "\($0.token)" }
      #expect(tokens.count == 2)
      #expect(try await preview().json["recorded"] == "3")
      #expect(try await preview(for: tokens.first).json["recorded"] == "3")
      #expect(try await preview(for: tokens.last).json["recorded"] == 3)
      let stale = try await preview(for: "7-0")
      #expect(stale.status == .preconditionFailed && stale.json["code"] == "stale")
    }
  }

  @Test func `of pages that were opened before an answer each answers its own question`()
    async throws
  {
    let web = try WebWalk(Self.walk("order"))
    try await web.test { client in
      _ = try await client.post("/start/order", [("session", web.session)])
      let path = "/session/\(web.session)"
      let first = try BrowserPage(await client.get(path).text, at: path)
      let second = try BrowserPage(await client.get(path).text, at: path)
      let name = try Self.sent(from: first, "name", "Ada")
      #expect(try await client.post(name.path, name.fields).status == .seeOther)
      let count = try Self.sent(from: second, "count", "3")
      #expect(try await client.post(count.path, count.fields).location.hasSuffix("/end"))
      #expect(try await web.host.answers(of: web.key).map(\.answer.value) == ["Ada", 3])
    }
  }

  @Test func `the page of a question that was answered beside another changes its answer`()
    async throws
  {
    let web = try WebWalk(Self.walk("order"))
    try await web.test { client in
      _ = try await client.post("/start/order", [("session", web.session)])
      let path = "/session/\(web.session)"
      let page = try BrowserPage(await client.get(path).text, at: path)
      // Sent twice, it is one answer.
      for answer in ["Ada", "Ada", "Bea"] {
        let name = try Self.sent(from: page, "name", answer)
        #expect(try await client.post(name.path, name.fields).status == .seeOther)
        let given = try await web.host.answers(of: web.key).map(\.answer.value)
        #expect(given == [.string(answer)])
      }
      let count = try Self.sent(from: page, "count", "3")
      #expect(try await client.post(count.path, count.fields).location.hasSuffix("/end"))
      #expect(try await web.host.answers(of: web.key).map(\.answer.value) == ["Bea", 3])
    }
  }

  @Test func `a program answers each of several questions by the name that it had`() async throws {
    let web = try WebWalk(Self.walk("order"))
    let base = "/api/sessions/\(web.session)"
    try await web.test { client in
      func answer(_ body: String, for token: String?) async throws -> TestResponse {
        try await Self.call(client, .post, base + "/answer", body, for: token)
      }
      _ = try await Self.call(client, .put, base, #"{"start":"order"}"#)
      let tokens = try await web.host.state(of: web.key).questions.map { "\($0.token)" }
      let name = #"{"answer":"Ada"}"#
      #expect(try await answer(name, for: tokens.first).status == .ok)
      let again = try await answer(name, for: tokens.first)
      #expect(again.status == .preconditionFailed && again.json["code"] == "stale")
      #expect(try await answer(#"{"answer":3}"#, for: tokens.last).status == .ok)
      #expect(try await web.host.state(of: web.key).end != nil)
    }
  }
}
