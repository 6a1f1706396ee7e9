import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import HTTPTypes
import HummingbirdTesting
import Money
import Testing

@testable import FlowlineWeb

/// What was typed in one language, on a page in another.
struct TypedLanguageTests {
  private struct RateFlow: Flow {
    let id: FlowID = "rate"

    func run(_ context: FlowContext) async throws -> String {
      let rate = try await context.run(DecimalScreen("rate", "Which rate?"))
      let limit = try await context.run(
        Form<Money>("limits", "Your limits") { page in
          let limit = page.ask(AmountScreen("limit", "Limit of a day", in: .gbp))
          let note = page.ask(TextScreen("note", "Note"))
          guard let limit, note != nil else { return nil }
          return limit
        })
      return "\(rate) \(limit.minorUnits)"
    }
  }

  private static let answer = BrowserForm.Button(name: "do", value: "answer")

  private static func language(_ language: String) -> BrowserForm.Button {
    BrowserForm.Button(name: "language", value: language)
  }

  private func begun(
    _ body: @escaping @Sendable (WebClient, WebWalk) async throws -> Void
  ) async throws {
    let web = try WebWalk(
      Walk("rate", inputs: []) { _ in
        var catalog = FlowCatalog()
        catalog.add(RateFlow(), summary: "A rate")
        return catalog
      })
    try await web.test { client in
      _ = try await client.post(
        "/start/rate", [("session", web.session)], [.acceptLanguage: "en-GB"])
      try await body(client, web)
    }
  }

  /// The page of the question as it is asked.
  private func asked(_ client: WebClient, _ web: WebWalk) async throws -> BrowserPage {
    let step = try await client.step(of: web.session)
    return try BrowserPage(await client.get(step).text, at: step)
  }

  /// The page that comes back when a form is sent with what is typed.
  private func send(
    _ page: BrowserPage, _ typed: [String: [String]], _ button: BrowserForm.Button,
    by client: WebClient
  ) async throws -> BrowserPage {
    let form = try #require(page.question)
    let reply = try await client.post(form.action, form.sent(pressing: button, changing: typed))
    return try BrowserPage(reply.text, at: form.action)
  }

  private func value(_ name: String, on page: BrowserPage) -> String? {
    page.question?.fields(named: name).first?.value
  }

  @Test func `a number that would be read as another is written anew, and all else stays`()
    async throws
  {
    try await begun { client, web in
      let english = try await asked(client, web)
      let alike = try await send(english, ["answer": ["1.5"]], Self.language("ru"), by: client)
      #expect(value("answer", on: alike) == "1.5")
      let back = try await send(alike, [:], Self.language("en"), by: client)
      let russian = try await send(back, ["answer": ["1,500"]], Self.language("ru"), by: client)
      #expect(value("answer", on: russian) == "1500")
      #expect(value("locale", on: russian) == "ru_GB")
      let again = try await send(russian, ["answer": ["2,25"]], Self.language("en"), by: client)
      #expect(value("answer", on: again) == "2.25")
      let unread = try await send(again, ["answer": ["a lot"]], Self.language("ru"), by: client)
      #expect(value("answer", on: unread) == "a lot")
      let none = try await send(unread, ["answer": [""]], Self.language("en"), by: client)
      #expect(value("answer", on: none) == "")
    }
  }

  @Test func `an answer from a page in another language means what its page said`() async throws {
    try await begun { client, web in
      let english = try await asked(client, web)
      let russian = try await send(english, [:], Self.language("ru"), by: client)
      _ = try await client.post("/language", [("language", "en"), ("session", web.session)])
      _ = try await send(russian, ["answer": ["2,5"]], Self.answer, by: client)
      let answers = try await web.host.answers(of: web.key)
      #expect(answers.map(\.answer.value) == ["2.50"])
    }
  }

  @Test func `what only the new language understands counts once it was shown what it means`()
    async throws
  {
    try await begun { client, web in
      let english = try await asked(client, web)
      let russian = try await send(english, [:], Self.language("ru"), by: client)
      let refused = try await send(russian, ["answer": ["1,234"]], Self.answer, by: client)
      #expect(refused.isAlerting)
      let again = try await send(refused, [:], Self.language("en"), by: client)
      #expect(value("answer", on: again) == "1,234")
      let said = "“1,234” was typed on a page in another language. Here it means 1,234."
      #expect(again.isAlerting && again.text.contains(said))
      _ = try await send(again, [:], Self.answer, by: client)
      #expect(try await web.host.answers(of: web.key).map(\.answer.value) == ["1234.00"])
    }
  }

  @Test func `an answer from a page in another language that did not understand it is not taken`()
    async throws
  {
    try await begun { client, web in
      _ = try await send(try await asked(client, web), ["answer": ["1"]], Self.answer, by: client)
      let russian = try await send(
        try await asked(client, web), [:], Self.language("ru"), by: client)
      _ = try await client.post("/language", [("language", "en"), ("session", web.session)])
      let typed = ["field.limit": ["1,234"], "field.note": ["1,234"]]
      let page = try await send(russian, typed, Self.answer, by: client)
      let said = "Here it means £1,234.00 (one thousand two hundred and thirty-four pounds)."
      #expect(page.isAlerting && page.text.contains(said))
      #expect(try await web.host.answers(of: web.key).count == 1)
      _ = try await send(page, [:], Self.answer, by: client)
      let answers = try await web.host.answers(of: web.key)
      #expect(answers.dropFirst().first?.answer.value["minorUnits"] == 123_400)
    }
  }

  @Test func `a secret that only the new language understands is not quoted`() throws {
    let kind = Kinds.Kind("rate") { DecimalScreen("rate", "Which rate?").sensitive() }
    let stage = Stage(at: kind)
    let prompt = try #require(stage.asked?.prompt)
    let environment = stage.context.words.environment
    let body = PostedBody(["answer": "1,234", "locale": "ru_GB"])
    let answers = PostedAnswers(
      body.written(for: prompt, in: environment), to: prompt, in: environment)
    let refusal = try #require(answers.refusals[PostedAnswers.single])
    #expect(refusal.code == .otherLanguage)
    #expect(
      refusal.message.resolved(in: environment).text
        == "This was typed on a page in another language. Type it again.")
  }

  @Test func `amounts of a form are written anew, and texts stay`() async throws {
    try await begun { client, web in
      _ = try await send(try await asked(client, web), ["answer": ["1"]], Self.answer, by: client)
      let form = try await asked(client, web)
      let typed = ["field.limit": ["1,500"], "field.note": ["1,500"]]
      let russian = try await send(form, typed, Self.language("ru"), by: client)
      #expect(value("field.limit", on: russian) == "1500,00")
      #expect(value("field.note", on: russian) == "1,500")
      // Beside something that is refused, too.
      let refused = try await send(
        russian, ["field.limit": ["2500,75"], "field.note": [""]], Self.answer, by: client)
      #expect(refused.isAlerting && value("field.limit", on: refused) == "2500,75")
      let english = try await send(refused, [:], Self.language("en"), by: client)
      #expect(value("field.limit", on: english) == "2500.75")
    }
  }

  @Test func `an answer that is changed is shown as the language of the page writes it`()
    async throws
  {
    try await begun { client, web in
      _ = try await send(
        try await asked(client, web), ["answer": ["1.5"]], Self.answer, by: client)
      _ = try await client.post("/language", [("language", "ru"), ("session", web.session)])
      let token = try #require(try await web.host.answers(of: web.key).first?.token)
      let path = "/session/\(web.session)/step/\(token)"
      let page = try BrowserPage(await client.get(path).text, at: path)
      #expect(value("answer", on: page) == "1,5")
    }
  }
}
