import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// Reviews, on whose rows answers can be changed.
struct ReviewTests {
  private struct OrderFlow: Flow {
    let id: FlowID = "order"
    let title: Text = "order"

    func run(_ context: FlowContext) async throws -> String {
      let town = try await context.run(TextScreen("town", "Where to?"))
      let details = Form<String>("details", "What?") { page in
        let name = page.ask(TextScreen("name", "Of what?"))
        let count = page.ask(NumberScreen("count", "How many?", in: 1...9))
        guard let name, let count else { return nil }
        return "\(count) × \(name)"
      }
      let contents = try await context.run(details)
      try await context.confirm("confirm", "Order this?") {
        Row("town", town)
        Row("Contents", contents, id: "count")
        Row("Price", "£9.00")
      }
      let number = try await context.commit("order") { _ in 7 }
      let note = try await context.run(TextScreen("note", "A note?"))
      try await context.show("receipt", "Ordered") {
        Row("town", town)
        Row("note", note)
        Row("number", number)
      }
      return note
    }
  }

  /// Asks for a number beside the review of a name.
  private struct VisitFlow: Flow {
    let id: FlowID = "visit"

    func run(_ context: FlowContext) async throws -> Int {
      let name = try await context.run(TextScreen("name", "Your name?"))
      return try await context.all(
        NumberScreen("seats", "How many seats?", in: 1...9),
        ReviewScreen("rules", "The rules", page: [Section(rows: [Row("name", name)])])
      ).0
    }
  }

  /// Asks what becomes of a town.
  private struct DecisionFlow: Flow {
    let id: FlowID = "decision"

    func run(_ context: FlowContext) async throws -> String {
      let town = try await context.run(TextScreen("town", "Where to?"))
      return try await context.run(
        ChoiceScreen(
          "review", "Send it?",
          options: [
            Flowline.Option("leave", "left", label: "Leave"),
            Flowline.Option("send", "sent", label: "Send"),
          ], default: "send", page: [Section(rows: [Row("town", town)])]))
    }

    func words(for result: String) -> Text? { Text(verbatim: "It was \(result).") }
  }

  /// Asks whether to send something, and has words for what a yes and a no do.
  private struct SendFlow: Flow {
    let id: FlowID = "send"
    var catalog: TextCatalog? { Self.texts }

    private static let texts = TextCatalog(
      Array(
        """
        {"sourceLanguage":"en","version":"1.0","strings":{
          "confirm.option.no":{"localizations":{"en":{"stringUnit":{"value":"Keep it"}}}},
          "confirm.option.yes":{"localizations":{"en":{"stringUnit":{"value":"Send it"}}}},
          "confirm.question":{"localizations":{"en":{"stringUnit":{"value":"Send it now?"}}}},
          "confirm.row.rule":{"localizations":{"en":{"stringUnit":{"value":"It is sent once."}}}}
        }}
        """.utf8))

    func run(_ context: FlowContext) async throws -> String {
      let town = try await context.run(TextScreen("town", "Where to?"))
      // Nothing on it can be changed.
      try await context.confirm("confirm") { Row("rule") }
      return town
    }
  }

  private static let walk = Walk("order", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(DecisionFlow(), summary: "Decides")
    catalog.add(OrderFlow(), summary: "Orders something")
    catalog.add(SendFlow(), summary: "Sends something")
    catalog.add(VisitFlow(), summary: "Visits somebody")
    return catalog
  }

  /// Comes to the review of an order.
  private func reviewing(
    _ body: @escaping @Sendable (WebClient, _ session: String) async throws -> Void
  ) async throws {
    let web = try WebWalk(Self.walk)
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/order", [("session", session)])
      _ = try await client.post(client.step(of: session), [("answer", "Leeds")])
      _ = try await client.post(
        client.step(of: session), [("field.name", "Tea"), ("field.count", "3")])
      try await body(client, session)
    }
  }

  /// The rows of a page that have a way to change them, each with where it leads.
  private static func changes(_ page: String) -> [(row: String, link: String)] {
    // A link, or a button that takes along what is typed on the page.
    page.matches(of: /(?:<a href|data-way)="([^"]+)">Change<span class="unseen"> ([^<]+)<\/span>/)
      .map { (row: String($0.2), link: String($0.1)) }
  }

  /// The buttons of a page that answer.
  private static func buttons(_ page: String) throws -> [BrowserElement] {
    try MarkupReader.read(page).all("button").filter { $0["name"] == "answer" }
  }

  @Test func `a row leads to the question of the answer that it shows, and back`() async throws {
    try await reviewing { client, session in
      let review = try await client.step(of: session)
      let page = try await client.get(review).text
      let changes = Self.changes(page)
      #expect(changes.map { $0.row } == ["town", "Contents"])
      #expect(page.contains("3 × Tea") && page.contains("<dl class=\"rows changeable\">"))
      // The page of all answers leads to the same questions.
      let answers = Self.changes(try await client.get("/session/\(session)/answers").text)
      #expect(answers.map { $0.row } == ["Where to?", "Of what?", "How many?"])
      #expect(
        changes.map { $0.link } == answers.filter { $0.row != "Of what?" }.map { $0.link })
      let link = try #require(changes.last).link
      let earlier = try await client.get(link).text
      #expect(earlier.contains("How many?") && earlier.contains("value=\"3\""))
      #expect(Self.changes(earlier).isEmpty)
      let saved = try await client.post(link, [("answer", "4")])
      #expect(saved.location.hasSuffix("?notice=revised"))
      let revised = try await client.get(saved.location).text
      #expect(revised.contains("Order this?") && revised.contains("4 × Tea"))
      #expect(Self.changes(revised).map { $0.row } == ["town", "Contents"])
    }
  }

  @Test func `a review whose answer is refused has them, too`() async throws {
    try await reviewing { client, session in
      let review = try await client.step(of: session)
      let refused = try await client.post(review, [("do", "answer")])
      #expect(refused.status == .unprocessableContent)
      #expect(Self.changes(refused.text).map { $0.row } == ["town", "Contents"])
    }
  }

  @Test func `each answer of a decision is a button that says what it does`() async throws {
    let web = try WebWalk(Self.walk)
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/decision", [("session", session)])
      _ = try await client.post(client.step(of: session), [("answer", "Leeds")])
      let review = try await client.step(of: session)
      let asked = try await client.get(review).text
      #expect(try Self.buttons(asked).map(\.text) == ["Leave", "Send"])
      #expect(try Self.buttons(asked).map { $0["class"] } == ["button secondary", "button"])
      #expect(!asked.contains("type=\"radio\"") && !asked.contains(">Continue</button>"))
      // What is not offered is refused there.
      let refused = try await client.post(review, [("answer", "keep")])
      #expect(refused.status.code == 422 && refused.text.contains("href=\"#answer\""))
      #expect(try Self.buttons(refused.text).map { $0["id"] } == ["answer", nil])
      let end = try await client.post(review, [("answer", "leave")])
      #expect(try await client.get(end.location).text.contains("It was left."))
    }
  }

  @Test func `a yes or no of a review are buttons as well, which say yes and no`()
    async throws
  {
    try await reviewing { client, session in
      let review = try await client.step(of: session)
      let asked = try await client.get(review).text
      let buttons = try Self.buttons(asked)
      #expect(
        buttons.map(\.text) == ["Yes", "No"] && buttons.map { $0["value"] } == ["yes", "no"])
      #expect(buttons.map { $0["class"] } == ["button", "button secondary"])
      #expect(!asked.contains("type=\"radio\"") && !asked.contains(">Continue</button>"))
      let end = try await client.post(review, [("answer", "no")])
      #expect(try await client.get(end.location).text.contains("Nothing was done"))
    }
  }

  @Test func `a yes or no with words of the flow has them on its buttons, whatever it shows`()
    async throws
  {
    let web = try WebWalk(Self.walk)
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/send", [("session", session)])
      _ = try await client.post(client.step(of: session), [("answer", "Leeds")])
      let review = try await client.step(of: session)
      let asked = try await client.get(review).text
      #expect(Self.changes(asked).isEmpty)
      #expect(try Self.buttons(asked).map(\.text) == ["Send it", "Keep it"])
      let refused = try await client.post(review, [("do", "answer")])
      #expect(refused.status.code == 422 && refused.text.contains("href=\"#answer\""))
      #expect(try Self.buttons(refused.text).map { $0["id"] } == ["answer", nil])
      _ = try await client.post(review, [("answer", "yes")])
      #expect(try await web.host.answers(of: web.key).last?.answer.value == true)
    }
  }

  @Test func `a row of a review beside another question leads to its question, too`()
    async throws
  {
    let web = try WebWalk(Self.walk)
    let session = web.session
    try await web.test { client in
      _ = try await client.post("/start/visit", [("session", session)])
      _ = try await client.post(client.step(of: session), [("answer", "Ada")])
      // Each has no address of its own, and nobody is told that it was out of date.
      for question in try await web.host.state(of: web.key).questions {
        let alone = try await client.get("/session/\(session)/step/\(question.token)")
        #expect(alone.location == "/session/\(session)")
      }
      let both = try await client.get("/session/\(session)").text
      #expect(both.contains("How many seats?") && both.contains("The rules"))
      let change = try #require(Self.changes(both).first)
      #expect(change.row == "name")
      let earlier = try await client.get(change.link).text
      #expect(earlier.contains("Your name?") && earlier.contains("value=\"Ada\""))
      #expect(!earlier.contains("How many seats?") && !earlier.contains("The rules"))
      let saved = try await client.post(change.link, [("answer", "Eve")])
      #expect(saved.location == "/session/\(session)?notice=revised")
      let revised = try await client.get(saved.location).text
      #expect(revised.contains("How many seats?") && revised.contains("Eve"))
    }
  }

  @Test func `what was answered before a write has no way to change it`() async throws {
    try await reviewing { client, session in
      let review = try await client.get(client.step(of: session)).text
      let change = try #require(Self.changes(review).first)
      _ = try await client.post(client.step(of: session), [("answer", "yes")])
      // Nor has its own address, which says so before anything is typed.
      let note = try await client.step(of: session)
      let earlier = try await client.get(change.link)
      #expect(earlier.status == .seeOther && earlier.location == note + "?notice=committed")
      // They can be looked at, and no change is promised.
      #expect(try await client.get(note).text.contains("See your answers so far"))
      let answers = try await client.get("/session/\(session)/answers").text
      #expect(Self.changes(answers).isEmpty && !answers.contains("When you change an answer"))
      #expect(answers.contains("before something was carried out cannot be changed"))
      #expect(try await client.get(earlier.location).text.contains("cannot be changed any more"))
      _ = try await client.post(note, [("answer", "Soon")])
      let page = try await client.get(client.step(of: session)).text
      #expect(page.contains("Ordered") && page.contains("Leeds"))
      #expect(Self.changes(page).map { $0.row } == ["note"])
    }
  }
}
