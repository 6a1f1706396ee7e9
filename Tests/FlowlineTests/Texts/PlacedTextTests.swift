import Money
import TestSupport
import Testing

@testable import Flowline

/// Texts that are found under the id of the step they belong to.
struct PlacedTextTests {
  private static let texts = TextCatalog(
    Array(
      """
      {"sourceLanguage":"en","version":"1.0","strings":{
        "shop.title":{"localizations":{"en":{"stringUnit":{"value":"shop"}},
          "ru":{"stringUnit":{"value":"магазин"}}}},
        "shop.summary":{"localizations":{"en":{"stringUnit":{"value":"Buy something."}}}},
        "what.question":{"localizations":{"en":{"stringUnit":{"value":"What for {who}?"}},
          "ru":{"stringUnit":{"value":"Что для {who}?"}}}},
        "what.label":{"localizations":{"en":{"stringUnit":{"value":"thing"}}}},
        "what.help":{"localizations":{"en":{"stringUnit":{"value":"One of two."}}}},
        "what.reason":{"localizations":{"en":{"stringUnit":{"value":"We wrap it."}}}},
        "what.option.tea":{"localizations":{"en":{"stringUnit":{"value":"Green tea"}},
          "ru":{"stringUnit":{"value":"Зелёный чай"}}}},
        "what.option.tea.detail":{"localizations":{"en":{"stringUnit":{"value":"from China"}}}},
        "what.row.price":{"localizations":{"en":{"stringUnit":{"value":"Price"}}}},
        "what.row.left":{"localizations":{
          "en":{"variations":{"plural":{"one":{"stringUnit":{"value":"{count} left at {price}"}},
            "other":{"stringUnit":{"value":"{count} left at {price}"}}}}}}},
        "what.section.more":{"localizations":{"en":{"stringUnit":{"value":"More than {days} days"}}}},
        "name.question":{"localizations":{"en":{"stringUnit":{"value":"Your name?"}}}},
        "name.example":{"localizations":{"en":{"stringUnit":{"value":"Ada"}}}},
        "name.refusal.taken":{"localizations":{"en":{"stringUnit":{"value":"{who} is taken."}}}},
        "sign.option.no":{"localizations":{"en":{"stringUnit":{"value":"Leave it"}}}},
        "sign.option.yes":{"localizations":{"en":{"stringUnit":{"value":"Sign for {who}"}}}},
        "sign.question":{"localizations":{"en":{"stringUnit":{"value":"Sign it?"}}}},
        "half.option.yes":{"localizations":{"en":{"stringUnit":{"value":"Go"}}}},
        "rates.activity":{"localizations":{"en":{"stringUnit":{"value":"Asking for rates"}}}}
      }}
      """.utf8))

  private static let own = TextCatalog(
    Array(
      """
      {"sourceLanguage":"en","version":"1.0","strings":{
        "name.question":{"localizations":{"en":{"stringUnit":{"value":"Who?"}}}}}}
      """.utf8))

  private struct Shop: Flow {
    let id: FlowID = "shop"
    var catalog: TextCatalog? { texts }
    let body: @Sendable (FlowContext) async throws -> Void

    func run(_ context: FlowContext) async throws -> Bool {
      try await body(context)
      return true
    }
  }

  private func start(
    _ environment: FlowEnvironment = .test,
    _ body: @escaping @Sendable (FlowContext) async throws -> Void
  ) -> FlowController {
    let controller = FlowController()
    controller.start(Shop(body: body), SessionOptions(environment: environment))
    return controller
  }

  private static let what = ChoiceScreen(
    "what", options: [Option("tea", 1), Option("coffee", 2)]
  ).with(["who": "Ada"])

  @Test func `a row's mark is in the prompt, and is written only if there is one`() throws {
    let controller = start { context in
      _ = try await context.run(
        Self.what.page {
          Row("price", 4, mark: .shortage)
          Row("As it is", mark: .failure)
          Row("price", 5)
        })
    }
    let rows = try #require(controller.prompt?.page.first?.rows)
    #expect(rows.map(\.mark) == [.shortage, .failure, nil])
    let written = try rows.map { try JSONValue(encoding: $0)["mark"] }
    #expect(written == ["shortage", "failure", nil])
  }

  @Test func `a row that is an address says where it leads`() throws {
    let address = "https://books.example/allow?state=x"
    let controller = start { context in
      _ = try await context.run(Self.what.page { Row(address: address, id: "page") })
    }
    let row = try #require(controller.prompt?.page.first?.rows.first)
    #expect(row.label.text == address && row.address == address && row.id == "page")
    #expect(row.value == nil)
    #expect(try JSONValue(encoding: row)["address"] == .string(address))
  }

  @Test func `an address with a label is the row's value, for front ends without links`() throws {
    let address = "https://books.example/allow?state=x"
    let controller = start { context in
      _ = try await context.run(Self.what.page { Row("The bank's page", address: address) })
    }
    let row = try #require(controller.prompt?.page.first?.rows.first)
    #expect(row.label.text == "The bank's page")
    #expect(row.value?.text == address && row.address == address)
    #expect(row.step == nil)
  }

  @Test func `a step's texts stand under its id`() throws {
    let controller = start { context in
      _ = try await context.run(
        Self.what.page {
          Row("price", Money(minorUnits: 250, currency: .gbp))
          Row("left", with: ["count": 3, "price": Money(minorUnits: 250, currency: .gbp)])
          Section("more", with: ["days": 10]) { Row("As it stands", 4) }
        })
    }
    let prompt = try #require(controller.prompt)
    #expect(prompt.trail.map(\.text) == ["shop", "thing"])
    #expect(prompt.question == LocalizedText(key: "what.question", text: "What for Ada?"))
    #expect(prompt.help?.text == "One of two.")
    #expect(prompt.reason?.text == "We wrap it.")
    #expect(prompt.kind.choices.map(\.label.text) == ["Green tea", "coffee"])
    #expect(prompt.kind.choices.map(\.detail?.text) == ["from China", nil])
    #expect(
      prompt.page.map { [$0.heading?.text] + $0.rows.flatMap { [$0.label.text, $0.value?.text] } }
        == [
          [nil, "Price", "£2.50", "3 left at £2.50", nil],
          ["More than 10 days", "As it stands", "4"],
        ])
    #expect(controller.answer("green") == .accepted)
    expectClean(controller)
  }

  @Test func `they are in the session's language, and typed in it`() throws {
    let controller = start(.russian) { context in _ = try await context.run(Self.what) }
    #expect(controller.prompt?.trail.first?.text == "магазин")
    #expect(controller.prompt?.question.text == "Что для Ada?")
    #expect(controller.answer("зеленый чай") == .accepted)
    expectClean(controller)
  }

  @Test func `a yes and a no have words if there are some for both`() throws {
    let controller = start { context in
      _ = try await context.run(ConfirmScreen("sign").with(["who": "Ada"]))
      _ = try await context.run(ConfirmScreen("half", "Go?"))
    }
    let prompt = try #require(controller.prompt)
    #expect(prompt.decision?.yes == LocalizedText(key: "sign.option.yes", text: "Sign for Ada"))
    #expect(prompt.decision?.no.text == "Leave it" && prompt.kind == .confirm)
    let read = try JSONValue(encoding: prompt)["decision"]
    #expect(read?["no"]?["text"] == "Leave it")
    guard case .refused = controller.answer("Leave it") else {
      Issue.record("words of buttons are no answer")
      return
    }
    #expect(controller.answer("n") == .accepted)
    #expect(controller.prompt?.decision == nil)
    #expect(controller.answer("y") == .accepted)
    expectClean(controller)
  }

  @Test func `a flow's title and summary are offered with it`() {
    var catalog = FlowCatalog()
    catalog.add(Shop { _ in })
    #expect(catalog["shop"]?.title.resolved(in: .test).text == "shop")
    #expect(catalog["shop"]?.summary.resolved(in: .test).text == "Buy something.")
  }

  @Test func `a refusal has the step's text, with its figures, also when it is given beforehand`() {
    let screen = TextScreen("name").refusing {
      $0 == "Bo" ? Refusal("taken", arguments: ["who": .string($0)]) : nil
    }
    let controller = start { context in _ = try await context.run(screen) }
    #expect(controller.prompt?.example == "Ada")
    guard case .refused(let refusal) = controller.answer("Bo") else {
      Issue.record("it was taken")
      return
    }
    #expect(refusal.message.resolved(in: .test).text == "Bo is taken.")
    guard case .failure(let seen) = controller.preview("Bo") else {
      Issue.record("it would be taken")
      return
    }
    #expect(seen.message.resolved(in: .test).text == "Bo is taken.")
    #expect(controller.answer("Al") == .accepted)
  }

  @Test func `rule 22: the text of a sensitive step's refusal quotes nothing`() throws {
    let screen = TextScreen("name").refusing {
      Refusal("taken", arguments: ["who": .string($0)])
    }.sensitive()
    let controller = start { context in _ = try await context.run(screen) }
    guard case .refused(let refusal) = controller.answer("hunter22") else {
      Issue.record("it was taken")
      return
    }
    #expect(refusal.message.resolved(in: .test).text == "… is taken.")
    controller.terminate()
  }

  @Test func `a screen's own catalogue is looked in first, then the flow's`() {
    let controller = start { context in
      _ = try await context.run(TextScreen("name").texts(in: Self.own))
      _ = try await context.run(ConfirmScreen("other").texts("name"))
    }
    #expect(controller.prompt?.question.text == "Who?")
    #expect(controller.prompt?.example == "Ada")
    controller.answer("Bo")
    #expect(controller.prompt?.question.text == "Your name?")
    controller.answer("yes")
    expectClean(controller)
  }

  @Test func `a child without a catalogue has its parent's, a form's fields have the flow's`() {
    let controller = start { context in
      let child = ClosureFlow("inner") { context in
        try await context.run(ConfirmScreen("name"))
      }
      _ = try await context.run(child)
      _ = try await context.all(child, Self.what)
      _ = try await context.run(
        Form("page", "A page") { page in page.ask(TextScreen("name")).map { $0.count } })
    }
    var asked: [String?] = []
    for answer in ["yes", "yes", "tea", "Bo"] {
      asked.append(controller.prompt?.question.text)
      if controller.prompt?.form != nil {
        asked.append(controller.prompt?.form?.fields.first?.question.text)
      }
      controller.answer(.text(answer))
    }
    #expect(
      asked == ["Your name?", "Your name?", "What for Ada?", "Your name?", "Your name?"])
    expectClean(controller)
  }

  @Test func `what is missing shows its words, and is noted`() {
    Self.texts.noteUse()
    let controller = start { context in
      _ = try await context.run(ConfirmScreen("nowhere").page { Row("Nothing here", "x") })
    }
    #expect(controller.prompt?.question == LocalizedText(key: nil, text: "nowhere"))
    #expect(controller.prompt?.page.first?.rows.first?.label.text == "Nothing here")
    let missing = Self.texts.use.missing
    #expect(missing.isSuperset(of: ["nowhere.question", "nowhere.row.Nothing here"]))
    controller.terminate()
  }

  @Test func `what is under way has a text too`() async {
    let gate = Gate<Int>()
    let controller = start { context in _ = try await context.load("rates") { await gate.wait() } }
    #expect(
      controller.legalInputs.underWay.map(\.title?.text) == ["Asking for rates"])
    gate.open(1)
    controller.waitUntilSettled()
    expectClean(controller)
  }

  @Test func `the short ways ask what the screens ask`() {
    let left = Box<CancelReason>()
    let controller = start { context in
      try await context.show("what", with: ["who": "Bo"]) { Row("price", 3) }
      let week = try await context.choose("what", from: [Option("tea", 1)], default: "tea")
      do {
        try await context.confirm("sure", texts: "name") { if week == 1 { "A remark" } }
      } catch let cancelled as FlowCancelled {
        left.value = cancelled.reason
      }
    }
    #expect(controller.prompt?.kind == .review)
    #expect(controller.prompt?.page.first?.rows.first?.value?.text == "3")
    controller.answer("")
    #expect(controller.prompt?.defaultText == "Green tea")
    controller.answer("")
    #expect(controller.prompt?.kind == .confirm)
    #expect(controller.prompt?.question.text == "Your name?")
    #expect(controller.prompt?.page.first?.rows.first?.label.text == "A remark")
    controller.answer("no")
    #expect(controller.prompt == nil)
    #expect(left.value == .declined)
  }
}
