import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// What was typed on pages that were left is forgotten with its session, and does not outlive its end for long.
struct TypedForgettingTests {
  /// Asks for two texts.
  private struct TextsFlow: Flow {
    let id: FlowID = "texts"

    func run(_ context: FlowContext) async throws -> String {
      let first = try await context.run(TextScreen("first", "First?"))
      return first + (try await context.run(TextScreen("second", "Second?")))
    }
  }

  private static let walk = Walk("texts", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(TextsFlow(), summary: "Texts")
    return catalog
  }

  /// A session of which texts are kept, of the question that is asked and of one that is not any more.
  private struct Kept: Sendable {
    let client: WebClient
    let web: WebWalk
    let store: MemoryValueStore
    let clock: ManualFlowClock
    /// The page of the question, as a tab shows it that knows nothing of what is kept.
    let form: BrowserForm

    var values: [KeptValue] {
      get async throws { try await store.values(of: "ada", on: "typed", beginning: "") }
    }

    func api(_ name: String, _ body: String) async throws -> TestResponse {
      try await client.send(
        .post, "/api/sessions/\(web.session)/\(name)", [.contentType: "application/json"], body)
    }
  }

  private func kept(
    _ body: @escaping @Sendable (Kept) async throws -> Void
  ) async throws {
    let clock = ManualFlowClock(at: Date(timeIntervalSince1970: 1_795_176_000))
    let store = MemoryValueStore()
    let web = try WebWalk(Self.walk, typed: store, clock: clock)
    try await web.test { client in
      _ = try await client.post("/start/texts", [("session", web.session)])
      let first = try await client.step(of: web.session)
      _ = try await client.post(first, [("answer", "a")])
      let path = try await client.step(of: web.session)
      let page = try BrowserPage(try await client.get(path).text, at: path)
      let (form, way) = try page.way { $0["data-way"] == "/" }
      let typed = [
        "answer": ["draft"], "page.x.step": ["elsewhere"], "page.x.answer": ["more"],
        "page.x.answer/question": ["Else?"],
      ]
      _ = try await client.post(way, form.sent(pressing: nil, changing: typed))
      let kept = Kept(client: client, web: web, store: store, clock: clock, form: form)
      #expect(try await kept.values.count == 1)
      try await body(kept)
    }
  }

  @Test func `a session leaves nothing, in whichever way it is forgotten`() async throws {
    try await kept { kept in
      let reply = try await kept.client.send(.delete, "/api/sessions/\(kept.web.session)")
      #expect(reply.status == .noContent)
      #expect(try await kept.values.isEmpty)
    }
    try await kept { kept in
      _ = try await kept.client.post("/session/\(kept.web.session)/forget", [("do", "forget")])
      #expect(try await kept.values.isEmpty)
    }
    try await kept { kept in
      try await kept.web.host.forget(kept.web.key)
      #expect(try await kept.values.isEmpty)
    }
  }

  @Test func `a user who is erased leaves nothing`() async throws {
    try await kept { kept in
      let others = try await kept.web.host.erase("eve")
      #expect(others == 0)
      #expect(try await kept.values.count == 1)
      let own = try await kept.web.host.erase("ada")
      #expect(own == 1)
      #expect(try await kept.values.isEmpty)
    }
  }

  @Test func `what cannot be forgotten leaves the session, to be forgotten once more`()
    async throws
  {
    let web = try WebWalk(Self.walk, typed: SilentStore())
    try await web.host.start("texts", as: web.key)
    await #expect(throws: HostFault.self) { try await web.host.forget(web.key) }
    #expect(try await web.host.state(of: web.key).end == nil)
  }

  @Test func `the answer that ends a session leaves nothing of any page`() async throws {
    try await kept { kept in
      let answer = BrowserForm.Button(name: "do", value: "answer")
      let sent = kept.form.sent(pressing: answer, changing: ["answer": ["b"]])
      let end = try await kept.client.post(kept.form.action, sent)
      #expect(end.location.hasSuffix("/end"))
      #expect(try await kept.values.isEmpty)
    }
  }

  @Test func `a person who leaves the session for good leaves nothing`() async throws {
    try await kept { kept in
      let path = "/session/\(kept.web.session)/leave"
      _ = try await kept.client.post(path, [("do", "cancel")])
      #expect(try await kept.values.isEmpty)
    }
  }

  @Test func `when anything else in the host ends a session, its text can be copied for a day`()
    async throws
  {
    try await kept { kept in
      _ = try await kept.web.host.cancel(kept.web.key)
      let day = kept.clock.now.addingTimeInterval(TypedShelf.lifetimeOfEnded)
      #expect(try await kept.values.map(\.expires) == [day])
    }
  }

  @Test(arguments: [("cancel", #"{"cancel":true}"#), ("answer", #"{"answer":"b"}"#)])
  func `when a program ends a session, its text can be copied for a day`(
    name: String, body: String
  ) async throws {
    try await kept { kept in
      #expect(try await kept.api(name, body).status == .ok)
      let day = kept.clock.now.addingTimeInterval(TypedShelf.lifetimeOfEnded)
      #expect(try await kept.values.map(\.expires) == [day])
      let late = try await kept.client.get(kept.form.action)
      #expect(late.status == .conflict && late.text.contains("draft"))
      kept.clock.advance(to: day)
      #expect(try await kept.client.get(kept.form.action).status == .seeOther)
      try await kept.store.removeExpired(by: kept.clock.now)
      #expect(try await kept.values.isEmpty)
    }
  }
}
