import Flowline
import TestSupport
import Testing

/// Several questions answered as one page.
struct FormTests {
  private struct Payee: Codable, Hashable, Sendable {
    let name: String
    let abroad: Bool
    let iban: String?
    let least: Int
    let most: Int
  }

  private static let form = Form<Payee>("payee", "Whom do you pay?") { page in
    let name = page.ask(TextScreen("name", "Name?", length: 2...20))
    let abroad = page.ask(ConfirmScreen("abroad", "Abroad?"))
    let iban = abroad == true ? page.ask(TextScreen("iban", "IBAN?", length: 4...34)) : nil
    let least = page.ask(NumberScreen("least", "At least?", in: 1...100))
    let most = page.ask(NumberScreen("most", "At most?", in: 1...100, default: 50))
    if let least, let most, most < least {
      page.refuse("most", Refusal("below-least", "That is below the least."))
    }
    guard let name, let abroad, let least, let most, !abroad || iban != nil else { return nil }
    return Payee(name: name, abroad: abroad, iban: iban, least: least, most: most)
  }

  private static let flow = ClosureFlow("pay") { context in
    let amount = try await context.run(ask("amount"))
    let payee = try await context.run(form)
    return try await context.run(ConfirmScreen("sure", "Pay \(payee.name) \(amount)?"))
  }

  private func start() -> FlowController {
    let controller = FlowController()
    controller.start(Self.flow, .test)
    controller.answer("12")
    return controller
  }

  private let whole: [StepID: Answer] = [
    "name": "Ada", "abroad": true, "iban": "GB33 BUKB", "least": "5", "most": "9",
  ]

  private func fields(_ controller: FlowController) -> [String] {
    controller.prompt?.form?.fields.map(\.id.rawValue) ?? []
  }

  @Test func `a program learns of names that are no field of the page`() {
    let controller = start()
    #expect(controller.denial(ofStrayFieldsIn: whole, to: nil) == nil)
    let misspelt = controller.denial(
      ofStrayFieldsIn: whole.merging(["ibna": "GB33"]) { $1 }, to: nil)
    #expect(misspelt?.code == .wrongFields)
    #expect(misspelt?.fields.mapValues(\.code) == ["ibna": .noSuchField])
    #expect(
      misspelt?.fields["ibna"]?.arguments["fields"]
        == ["name", "abroad", "iban", "least", "most"])
    // A field that does not appear with the other answers is none either.
    var home = whole
    home["abroad"] = false
    #expect(
      controller.denial(ofStrayFieldsIn: home, to: nil)?.fields.mapValues(\.code)
        == ["iban": .noSuchField])
    // What else is wrong is said first: it may be why a field does not appear.
    home["name"] = "A"
    #expect(controller.denial(ofStrayFieldsIn: home, to: nil) == nil)
    #expect(controller.fill(home).code == .wrongFields)
  }

  @Test func `a terminal is asked one field after another`() {
    let log = Log()
    let controller = FlowController()
    controller.start(Self.form, .test, handler: log.handler("form"))
    var asked: [String] = []
    for answer in ["Ada", "no", "5", ""] {
      asked.append(controller.prompt?.id.rawValue ?? "")
      controller.answer(.text(answer))
    }
    #expect(asked == ["name", "abroad", "least", "most"])
    #expect(log.all.last?.contains("finished") == true)
    expectClean(controller)
  }

  @Test func `a page is answered at once, with the journal of a terminal's walk`() {
    let page = start()
    #expect(page.fill(whole) == .accepted)
    #expect(page.prompt?.id == "sure")
    let terminal = start()
    for answer in ["Ada", "yes", "GB33 BUKB", "5", "9"] { terminal.answer(.text(answer)) }
    #expect(page.journal.text == terminal.journal.text)
    #expect(!page.journal.text.contains("payee"), "a form is a page, not a level")
  }

  @Test func `what is wrong with any field is refused at once, and nothing is taken`() throws {
    let controller = start()
    let before = controller.journal.answers
    let reception = controller.fill(["name": "A", "abroad": "maybe", "least": "5"])
    guard case .refused(let refusal) = reception else {
      Issue.record("the page was not refused")
      return
    }
    #expect(refusal.code == .wrongFields)
    #expect(refusal.fields.mapValues(\.code) == ["name": .tooShort, "abroad": .notYesOrNo])
    #expect(refusal.message.resolved(in: .test).text == "2 fields need attention.")
    #expect(controller.journal.answers == before)
    #expect(controller.prompt?.id == "name", "the question stands")
    #expect(
      controller.fill(["least": "5"]).refusal?.fields.keys.sorted { $0.rawValue < $1.rawValue } == [
        "abroad", "name",
      ])
  }

  @Test func `fields appear and vanish by other answers`() {
    let controller = start()
    #expect(fields(controller) == ["name", "abroad", "least", "most"])
    let abroad = controller.form(with: ["abroad": true])
    #expect(abroad?.fields.map(\.id) == ["name", "abroad", "iban", "least", "most"])
    #expect(
      controller.fill(["name": "Ada", "abroad": true, "least": "5"]).refusal?.fields["iban"]?.code
        == .empty)
    #expect(
      controller.fill(["name": "Ada", "abroad": false, "least": "5", "iban": "x"]) == .accepted)
    #expect(
      !controller.journal.text.contains("answer iban"), "a field that is not asked takes nothing")
    #expect(controller.unusedAnswers.isEmpty)
  }

  @Test func `a page can begin with the fields that there are if the offered answers are taken`() {
    let form = Form<String>("trip", "The trip?") { page in
      let ways = [Option("air", "air"), Option("rail", "rail")]
      let way = page.ask(ChoiceScreen("way", "Which way?", options: ways, default: "air"))
      guard let way else { return nil }
      let class_ = page.ask(
        TextScreen("class", "Class?", default: way == "air" ? "economy" : "second"))
      let seat = class_ == "economy" ? page.ask(TextScreen("seat", "Seat?")) : "any"
      guard let class_, let seat else { return nil }
      return "\(way) \(class_) \(seat)"
    }
    let controller = FlowController()
    controller.start(form, .test)
    #expect(fields(controller) == ["way"])
    let offered = controller.offeredForm()?.fields ?? []
    #expect(offered.map(\.id) == ["way", "class", "seat"])
    #expect(offered.map(\.defaultText) == ["air", "economy", nil])
    #expect(offered.map(\.isAnswered) == [false, false, false])
    // What was answered before going back is offered in place of a default.
    controller.answer("rail")
    controller.back()
    let again = controller.offeredForm()?.fields ?? []
    #expect(again.map(\.id) == ["way", "class"])
    #expect(again.map(\.text) == ["rail", nil])
    #expect(again.map(\.defaultText) == ["air", "second"])
    controller.terminate()
    expectClean(controller)
  }

  @Test func `fields are checked together, for a page and one after another`() {
    let controller = start()
    var low = whole
    low["most"] = "3"
    #expect(controller.fill(low).refusal?.fields["most"]?.code == "below-least")
    for answer in ["Ada", "no", "5"] { controller.answer(.text(answer)) }
    #expect(controller.answer("3").code == "below-least")
    #expect(controller.prompt?.id == "most")
    #expect(controller.answer("5") == .accepted)
    #expect(controller.prompt?.id == "sure")
  }

  @Test func `a default is taken where a page leaves a field out`() {
    let controller = start()
    #expect(controller.fill(["name": "Ada", "abroad": false, "least": "5"]) == .accepted)
    #expect(controller.journal.answers.last?.value == 50)
  }

  private static let note = Form<String>("note", "A note") { page in
    let title = page.ask(TextScreen("title", "Title?"))
    let text = page.ask(TextScreen("text", "Text?", length: 0...80))
    let isLoud = text == "" ? page.ask(ConfirmScreen("loud", "With no text?")) : nil
    let tags = page.ask(
      MultipleChoiceScreen("tags", "Tags?", options: [Option("a", "a"), Option("b", "b")]))
    if text == "", isLoud == false {
      page.refuse("loud", Refusal("silent", "A note without text needs a yes."))
    }
    guard let title, let text, let tags else { return nil }
    return "\(title): \(text) \(tags.joined())"
  }

  @Test func `a page may leave out what takes an empty answer, as Enter does when it is asked`() {
    let page = FlowController()
    page.start(Self.note, .test)
    #expect(page.fill(["title": "T", "loud": true]) == .accepted)
    let typed = FlowController()
    typed.start(Self.note, .test)
    for answer in ["T", "", "yes", ""] { typed.answer(.text(answer)) }
    #expect(page.journal.isEnded && page.journal.text == typed.journal.text)
  }

  @Test func `what a field left out makes wrong or needful is refused with the whole page`() {
    let controller = FlowController()
    controller.start(Self.note, .test)
    let needful = controller.fill(["title": "T"]).refusal
    #expect(needful?.fields.mapValues(\.code) == ["loud": .empty])
    let wrong = controller.fill(["title": "T", "loud": false]).refusal
    #expect(wrong?.fields.mapValues(\.code) == ["loud": "silent"])
    #expect(controller.fill(["loud": true]).refusal?.fields.mapValues(\.code) == ["title": .empty])
    #expect(controller.journal.answers.isEmpty && controller.prompt?.id == "title")
  }

  @Test func `a page shows what was answered one field after another, and changes it`() {
    let controller = start()
    for answer in ["Ada", "no", "5"] { controller.answer(.text(answer)) }
    #expect(controller.prompt?.form?.fields.map(\.text) == ["Ada", "no", "5", nil])
    #expect(controller.fill(["name": "Bob", "most": "7"]) == .accepted)
    #expect(controller.prompt?.question.text == "Pay Bob 12?")
    #expect(controller.journal.answers.map(\.value) == [12, "Bob", false, 5, 7])
  }

  @Test func `back from a page leads to the question before it, and the page is kept as drafts`() {
    let controller = start()
    controller.fill(whole)
    controller.back()
    #expect(controller.prompt?.path.description == "pay/most")
    #expect(controller.prompt?.form?.fields.last?.text == "9")
    #expect(controller.backFromPage() == .accepted)
    #expect(controller.prompt?.id == "amount")
    controller.answer("13")
    #expect(controller.prompt?.id == "name")
    #expect(controller.prompt?.form?.fields.map(\.text) == ["Ada", "yes", "5", "9"])
    #expect(controller.backFromPage() == .accepted)
    #expect(controller.prompt?.id == "amount")
  }

  @Test func `back from a page counts no answers that a flow at once with it was given`() {
    let controller = FlowController()
    let flow = ClosureFlow("pay") { context in
      let amount = try await context.run(ask("amount"))
      let (payee, other) = try await context.all(
        Self.form,
        ClosureFlow("other") { context in
          let one = try await context.run(ask("one"))
          return try await context.run(ask("two")) + one
        })
      return "\(payee.name) \(amount + other)"
    }
    controller.start(flow, .test)
    for answer in ["12", "Ada", "no", "5"] { controller.answer(.text(answer)) }
    controller.answer("1", to: controller.prompts.first { $0.id == "one" }?.presentation)
    #expect(controller.prompts.map(\.id) == ["most", "two"])
    #expect(controller.backFromPage() == .accepted)
    #expect(controller.prompts.map(\.id) == ["amount"])
  }

  @Test func `a field has what its screen shows, and why it is asked`() throws {
    let form = Form("claim", "What did you pay?") { page in
      let amount = page.ask(NumberScreen("amount", "How much?").reason("It is paid back."))
      let keeps = page.ask(
        ConfirmScreen("keep", "Keep the receipt?").page { Row("Receipt", "lunch.pdf") })
      return amount != nil && keeps != nil
    }
    let controller = FlowController()
    controller.start(form, .test)
    let prompt = try #require(controller.prompt)
    let fields = try #require(prompt.form?.fields)
    #expect(fields.map(\.reason?.text) == ["It is paid back.", nil])
    #expect(fields.map { $0.page.flatMap(\.rows).map(\.value?.text) } == [[], ["lunch.pdf"]])
    #expect(try JSONValue(encoding: prompt).decode(as: Prompt.self) == prompt)
    controller.answer("12")
    #expect(controller.prompt?.page == fields[1].page)
  }

  @Test func `a refused page stands in the journal, which replays and rebuilds`() throws {
    let controller = start()
    controller.fill(["name": "A"])
    controller.fill(["name": ""])
    controller.fill(whole)
    controller.answer("yes")
    let text = controller.journal.text
    #expect(text.contains("refuse payee {\"name\":\"A\"} wrong-fields\nrefuse payee"))
    var catalog = FlowCatalog()
    catalog.add(Self.flow, summary: "Pays")
    let report = try ScriptReplay(Script(parsing: text), of: catalog).run(.recorded)
    #expect(report.mismatch == nil && report.journal.text == text, "\(report.mismatch as Any)")
    #expect(try Script(parsing: text).journal(or: .test).text == text)
  }

  @Test func `a sensitive field is never in a prompt, a journal or a refusal`() {
    let secret = Form("login", "Who are you?") { page in
      let name = page.ask(TextScreen("name", "Name?"))
      let password = page.ask(TextScreen("password", "Password?", length: 4...20).sensitive())
      return name != nil && password != nil
    }
    let controller = FlowController()
    controller.start(secret, .test)
    let refusal = controller.fill(["name": "Ada", "password": "xyz"]).refusal
    #expect(refusal?.fields.keys.first == "password")
    #expect(!"\(refusal as Any)".contains("xyz"))
    #expect(controller.prompt?.form?.fields.last?.isSensitive == true)
    controller.fill(["name": "Ada", "password": "swordfish"])
    #expect(
      !controller.journal.text.contains("swordfish") && !controller.journal.text.contains("xyz"))
    #expect(controller.journal.isEnded)
  }

  @Test func `a rule without a result, or with a field asked twice, fails with a word`() {
    let endless = Form<Int>("endless", "Endless") { page in
      _ = page.ask(ask())
      return nil
    }
    let log = Log()
    let controller = FlowController()
    controller.start(endless, .test, handler: log.handler("endless"))
    controller.answer("1")
    #expect(log.all.last?.contains("gives no result") == true, "\(log.all)")
    let twice = Form("twice", "Twice") { page in page.ask(ask()).flatMap { _ in page.ask(ask()) } }
    controller.start(twice, .test, handler: log.handler("twice"))
    controller.answer("1")
    #expect(log.all.last?.contains("asks for number twice") == true, "\(log.all)")
  }

  @Test func `of two forms at once each shows the fields of its own answers`() {
    let controller = FlowController()
    controller.start(
      ClosureFlow("two") { context in
        let (payee, note) = try await context.all(Self.form, Self.note)
        return "\(payee.name): \(note)"
      }, .test)
    let presentations = controller.prompts.map(\.presentation)
    #expect(presentations.count == 2)
    func fields(_ answers: [StepID: Answer], of presentation: Int?) -> [StepID]? {
      controller.form(with: answers, of: presentation)?.fields.map(\.id)
    }
    #expect(
      fields(["abroad": true], of: presentations.first) == [
        "name", "abroad", "iban", "least", "most",
      ])
    #expect(
      fields(["text": ""], of: presentations.last) == ["title", "text", "loud", "tags"])
    #expect(fields(["text": "x"], of: presentations.last) == ["title", "text", "tags"])
    #expect(fields([:], of: nil) == ["name", "abroad", "least", "most"])
    #expect(fields([:], of: 99) == nil)
  }

  @Test func `a page where no form is asked is refused`() {
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    #expect(controller.fill(["first": "1"]).code == .noForm)
    #expect(controller.form(with: [:]) == nil && controller.prompt?.form == nil)
  }
}

extension FlowController.Reception {
  var refusal: Refusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }
}
