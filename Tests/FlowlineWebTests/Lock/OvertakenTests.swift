import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import HummingbirdTesting
import Money
import Testing

@testable import FlowlineWeb

/// What was typed on a page whose question was answered another way since: it takes the place of no newer answer.
struct OvertakenTests {
  /// Asks for a name and an amount, and whether that is right.
  private struct GoalFlow: Flow {
    let id: FlowID = "goal"

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.run(
        Form<String>("page", "What do you save for?") { page in
          let name = page.ask(TextScreen("name", "Name?"))
          let target = page.ask(AmountScreen("target", "How much?", in: .gbp))
          guard let name, target != nil else { return nil }
          return name
        })
      _ = try await context.run(ConfirmScreen("sure", "Create it?"))
      return name
    }
  }

  private static let walk = Walk("goal", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(GoalFlow(), summary: "A goal")
    return catalog
  }

  private static let kayak = goal("Kayak", 190_050)
  /// What a program answers, whatever the language.
  private static func goal(_ name: String, _ pence: Int64) -> HostedInput {
    let target: JSONValue = ["minorUnits": .integer(pence), "currency": "GBP"]
    return .fields(["name": .text(name), "target": .json(target)])
  }

  private static let answer = BrowserForm.Button(name: "do", value: "answer")

  /// A browser without a script at the form of a session.
  private struct Visit: Sendable {
    let client: WebClient
    let web: WebWalk

    func page(_ path: String? = nil) async throws -> BrowserPage {
      var path = path ?? "/session/\(web.session)"
      var reply = try await client.get(path)
      while reply.status == .seeOther {
        path = reply.location
        reply = try await client.get(path)
      }
      return try BrowserPage(reply.text, at: path)
    }

    /// Leaves a page for the first one, with what is typed.
    func leave(_ page: BrowserPage, _ name: String, _ target: String = "abc") async throws {
      let (form, path) = try page.way { $0["data-way"] == "/" }
      let changes = ["field.name": [name], "field.target": [target]]
      let left = try await client.post(path, form.sent(pressing: nil, changing: changes))
      #expect(left.onward == "/")
    }

    /// Answers the form as a program does, and goes back to it.
    func answerBehind(_ input: HostedInput = OvertakenTests.kayak) async throws {
      let reply = try await web.host.answer(web.key, input)
      #expect(reply.reception == .accepted)
      _ = try await web.host.back(web.key)
    }
  }

  private func begun(
    _ body: @escaping @Sendable (Visit, BrowserPage) async throws -> Void
  ) async throws {
    let web = try WebWalk(Self.walk, typed: MemoryValueStore())
    try await web.test { client in
      _ = try await client.post("/start/goal", [("session", web.session)])
      let visit = Visit(client: client, web: web)
      try await body(visit, try await visit.page())
    }
  }

  private static func values(on page: BrowserPage) -> [String] {
    ["field.name", "field.target"].compactMap { page.question?.fields(named: $0).first?.value }
  }

  /// What a page shows to be copied.
  private static func copied(on page: BrowserPage) -> [String] {
    page.root.all("textarea").filter { $0["readonly"] != nil }
      .map { String($0.rawText.trimmingPrefix("\n")) }
  }

  // MARK: - Pages

  @Test func `what was kept before a program answered is beside the answer, to be copied`()
    async throws
  {
    try await begun { visit, page in
      try await visit.leave(page, "Bike")
      try await visit.answerBehind()
      for _ in 0..<2 {
        let again = try await visit.page()
        #expect(Self.values(on: again) == ["Kayak", "1900.50"])
        #expect(Self.copied(on: again) == ["Bike", "abc"])
        #expect(!again.text.contains("is filled in again"))
      }
      // Once it is answered nothing of it is left.
      let form = try #require(try await visit.page().question)
      _ = try await visit.client.post(form.action, form.sent(pressing: Self.answer))
      _ = try await visit.web.host.back(visit.web.key)
      let last = try await visit.page()
      #expect(Self.values(on: last) == ["Kayak", "1900.50"] && Self.copied(on: last).isEmpty)
    }
  }

  @Test func `the way back of a page comes to the answer as well`() async throws {
    try await begun { visit, page in
      try await visit.leave(page, "Bike")
      _ = try await visit.web.host.answer(visit.web.key, Self.kayak)
      let sure = try await visit.page()
      #expect(sure.text.contains("Create it?"))
      let form = try #require(sure.question)
      let back = BrowserForm.Button(name: "do", value: "back")
      let sent = form.sent(pressing: back)
      var reply = try await visit.client.post(form.action, sent)
      while reply.status == .temporaryRedirect {
        reply = try await visit.client.post(reply.location, sent)
      }
      let again = try BrowserPage(reply.text, at: form.action)
      #expect(Self.values(on: again) == ["Kayak", "1900.50"])
      #expect(Self.copied(on: again) == ["Bike", "abc"])
    }
  }

  @Test func `a server that was restarted forgets what was kept once it is answered`()
    async throws
  {
    let (store, values) = (MemoryJournalStore(), MemoryValueStore())
    let first = try WebWalk(Self.walk, over: store, typed: values)
    // Another tab shows the page as it was first asked.
    let tab = try await first.test { client in
      _ = try await client.post("/start/goal", [("session", first.session)])
      let visit = Visit(client: client, web: first)
      let page = try await visit.page()
      try await visit.leave(page, "Bike")
      return page
    }
    let second = try WebWalk(Self.walk, over: store, typed: values)
    try await second.test { client in
      let form = try #require(tab.question)
      let typed = ["field.name": ["Kayak"], "field.target": ["1900.50"]]
      let sent = form.sent(pressing: Self.answer, changing: typed)
      #expect(try await client.post(form.action, sent).status == .seeOther)
      #expect(try await values.values(of: "ada", on: "typed", beginning: "").isEmpty)
      _ = try await second.host.back(second.key)
      let again = try await Visit(client: client, web: second).page()
      #expect(Self.values(on: again) == ["Kayak", "1900.50"] && Self.copied(on: again).isEmpty)
    }
  }

  @Test func `what was typed over an answer is filled in as long as that is the answer`()
    async throws
  {
    try await begun { visit, _ in
      try await visit.answerBehind()
      try await visit.leave(try await visit.page(), "Boat", "20")
      // In another language the answer is written another way, and is the same.
      _ = try await visit.web.host.speak("ru", in: visit.web.key)
      let spoken = try await visit.page()
      #expect(Self.values(on: spoken) == ["Boat", "20"] && Self.copied(on: spoken).isEmpty)
      // The same answer once more changes nothing; another one does.
      try await visit.answerBehind()
      #expect(Self.values(on: try await visit.page()) == ["Boat", "20"])
      try await visit.answerBehind(Self.goal("Canoe", 700))
      let again = try await visit.page()
      #expect(Self.values(on: again).first == "Canoe")
      #expect(Self.copied(on: again) == ["Boat", "20"])
    }
  }

  @Test func `an answer that is changed later is not overtaken by what was kept before`()
    async throws
  {
    try await begun { visit, _ in
      _ = try await visit.web.host.answer(visit.web.key, Self.kayak)
      let answers = try await visit.web.host.answers(of: visit.web.key)
      let name = try #require(answers.first { $0.prompt.id == "name" })
      let path = "/session/\(visit.web.session)/step/\(name.token)"
      let earlier = try await visit.page(path)
      let (form, way) = try earlier.way { $0["data-way"] == "/" }
      _ = try await visit.client.post(
        way, form.sent(pressing: nil, changing: ["answer": ["Bike"]]))
      let again = try #require(try await visit.page(path).question)
      #expect(again.fields(named: "answer").map(\.value) == ["Bike"])
      // A page that came of a post says the same of what was answered.
      let refresh = BrowserForm.Button(name: "do", value: "refresh")
      let reply = try await visit.client.post(again.action, again.sent(pressing: refresh))
      #expect(reply.status == .ok)
      let posted = try #require(try BrowserPage(reply.text, at: path).question)
      let basis = again.fields(named: "basis").map(\.value)
      #expect(basis.count == 1 && posted.fields(named: "basis").map(\.value) == basis)
      _ = try await visit.web.host.answer(visit.web.key, .answer("Canoe"), to: name.token)
      let changed = try await visit.page(path)
      #expect(changed.question?.fields(named: "answer").map(\.value) == ["Canoe"])
      #expect(Self.copied(on: changed) == ["Bike"])
    }
  }

  // MARK: - Questions

  @Test func `what nobody had changed and what is the answer by now is not copied`() throws {
    let stage = Stage(at: Kinds.text)
    #expect(stage.asked?.basis == nil)
    /// The question with this answer before.
    func asked(with answer: String) throws -> AskedQuestion {
      stage.controller.answer(.text(answer))
      stage.controller.back()
      return try #require(stage.asked)
    }
    let first = try asked(with: "ada@example.com")
    let basis = try #require(first.basis)
    #expect(try asked(with: "ada@example.com").basis == basis)
    var second = try asked(with: "eve@example.com")
    #expect(second.basis != nil && second.basis != basis)
    for (typed, copied) in [
      ("ada@example.com", []), ("eve@example.com", []), ("", []),
      ("bob@example.com", ["bob@example.com"]),
    ] as [(String, [String])] {
      let page = PostedBody([
        "answer": typed, "answer/question": "E-mail?", "basis": basis,
      ])
      second.take(overtaken: page, in: stage.words.environment)
      #expect(second.overtaken.lines.map(\.text) == copied, "\(typed)")
    }
  }

  @Test func `nothing sensitive is in what tells an answer from others`() {
    let stage = Stage(at: Kinds.sensitive)
    stage.controller.answer("4711")
    stage.controller.back()
    #expect(stage.asked?.basis == nil)
  }
}
