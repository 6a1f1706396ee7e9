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
      func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: String, for token: String? = nil
      ) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.ifMatch] = token.map { "\"\($0)\"" }
        return try await client.send(method, path, headers, body)
      }
      _ = try await call(.put, base, #"{"start":"order"}"#)
      let tokens = try await web.host.state(of: web.key).questions.map { "\($0.token)" }
      #expect(tokens.count == 2)
      let typed = #"{"preview":{"text":"3"}}"#
      let preview = base + "/preview"
      #expect(try await call(.post, preview, typed).json["recorded"] == "3")
      #expect(try await call(.post, preview, typed, for: tokens.first).json["recorded"] == "3")
      #expect(try await call(.post, preview, typed, for: tokens.last).json["recorded"] == 3)
      let stale = try await call(.post, preview, typed, for: "7-0")
      #expect(stale.status == .preconditionFailed && stale.json["code"] == "stale")
    }
  }
}
