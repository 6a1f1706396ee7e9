import TestSupport
import Testing

@testable import Flowline

/// What can be done while a form is checked, and what its checks may tell.
struct FormCheckingTests {
  private let checked = CheckedForm()

  @Test func `rule 27: a page that is being checked holds nobody up, and takes nothing else`() {
    let held = Held<Refusal?>()
    let controller = checked.start(checked.form(whole: { _ in await held.wait() }))
    #expect(controller.fill(name: "Ada", country: "1", iban: "2") == .accepted)
    #expect(controller.prompt == nil && controller.inspection.state == .working)
    #expect(controller.fill(name: "Bob", country: "1", iban: "2").code == .checking)
    #expect(controller.answer("Bob").code == .checking)
    #expect(controller.legalInputs.underWay.map(\.kind) == [.check])
    held.release(nil, controller)
    #expect(controller.prompt?.id == "sure")
    #expect(held.count == 1 && controller.diagnostics.isEmpty)
  }

  @Test func `a page whose check is given up is shown as it was sent`() {
    let held = Held<Refusal?>()
    let controller = checked.start(checked.form(whole: { _ in await held.wait() }))
    controller.fill(name: " Ada", country: "1", iban: "2")
    #expect(controller.stopWaiting() == .accepted)
    #expect(controller.prompt?.refused == nil && controller.prompt?.presentation == 2)
    #expect(controller.prompt?.form?.fields.map(\.text) == [" Ada", "1", "2"])
    held.release(Refusal("late", "Too late."), controller)
    #expect(controller.refusedFields.isEmpty)
    #expect(controller.diagnostics.map(\.code) == [.lateReply])
    #expect(!controller.journal.text.contains("refuse"))
  }

  @Test func `rule 12: one goes back while a page is checked, and its verdict reaches nobody`() {
    let held = Held<Refusal?>()
    let controller = checked.start(checked.form(whole: { _ in await held.wait() }))
    controller.fill(name: "Ada", country: "1", iban: "2")
    #expect(controller.back() == .accepted)
    #expect(controller.prompt?.id == "amount")
    held.release(nil, controller)
    #expect(controller.prompt?.id == "amount")
    #expect(controller.journal.answers.isEmpty)
  }

  @Test
  func `rule 13: nothing of a page is written before its check, all of it before what is next`() {
    let held = Held<Refusal?>()
    let record = MemoryRecord()
    var options = SessionOptions.test
    options.record = record
    let controller = checked.start(checked.form(whole: { _ in await held.wait() }), options)
    let before = record.text
    controller.fill(name: "Ada", country: "1", iban: "2")
    #expect(record.text == before)
    held.release(nil, controller)
    #expect(controller.prompt?.id == "sure")
    #expect(record.durable.contains("answer iban \"2\""))
    #expect(record.text == controller.journal.text)
  }

  @Test func `a page of one of several children at once is checked on its own`() {
    let held = Held<Refusal?>()
    let form = checked.form(whole: { _ in await held.wait() })
    let flow = ClosureFlow("both") { context in
      let (payee, number) = try await context.all(form, ask("number"))
      return "\(payee.name) \(number)"
    }
    let log = Log()
    let controller = FlowController()
    controller.start(flow, .test, handler: log.handler("both"))
    let presentation = controller.prompts.first { $0.id == "name" }?.presentation
    controller.fill(["name": "Ada", "country": "1", "iban": "2"], to: presentation)
    controller.answer("5", to: controller.prompts.first { $0.id == "number" }?.presentation)
    held.release(Refusal("no", "No.").at("iban"), controller)
    #expect(controller.refusedFields == ["iban": "no"])
    controller.fill(["name": "Ada", "country": "1", "iban": "3"])
    held.release(nil, controller)
    #expect(controller.journal.isEnded, "\(controller.journal.text)")
    #expect(log.all.last == "both finished Ada 5", "\(log.all)")
  }

  @Test func `rule 22: what is checked beside a sensitive field is told nowhere`() {
    let events = Events()
    let form = Form<[String]>("login", "Who are you?") { page in
      let name = page.ask(TextScreen("name", "Name?"))
      let word = page.ask(TextScreen("word", "Word?").sensitive()) { word in
        word.reveal() == "swordfish1" ? Refusal("old", "\(word.reveal()) is old") : nil
      }
      let last = page.ask(TextScreen("last", "Last?"))
      guard let name, let word, let last else { return nil }
      return [name, word.reveal(), last]
    }
    .checking { parts in
      if parts[2] == "throw" { throw EffectFailure(step: "x", message: parts[1], cause: nil) }
      return parts[2] == "refuse" ? Refusal("bad", "\(parts[1]) is bad") : nil
    }
    .map { _ in true }
    let controller = FlowController()
    controller.start(form, SessionOptions.test.observed(events))
    for (word, last) in [
      ("swordfish1", "x"), ("swordfish2", "refuse"), ("swordfish3", "throw"),
    ] {
      controller.fill(["name": "Ada", "word": .text(word), "last": .text(last)])
      #expect(controller.prompt?.refused != nil)
      #expect(controller.prompt?.form?.fields.map(\.text) == ["Ada", nil, last])
    }
    let prompt = "\(controller.prompt as Any)"
    let told = prompt + controller.journal.text + events.all.map { "\($0.kind)" }.joined()
    #expect(!told.contains("swordfish"), "\(told)")
    #expect(controller.lines.filter { $0.hasPrefix("refuse login") }.count == 3)
    for last in ["refuse", "throw"] {
      let terminal = FlowController()
      terminal.start(form, SessionOptions.test.observed(events))
      terminal.answer(all: ["Ada", "swordfish4", last])
      #expect(terminal.prompt?.id == "last" && terminal.prompt?.refused != nil)
      #expect(!"\(terminal.prompt as Any)\(terminal.journal.text)".contains("swordfish"))
    }
    #expect(!events.all.map { "\($0.kind)" }.joined().contains("swordfish"))
  }

  private static let texts = TextCatalog(
    Array(
      """
      {"sourceLanguage":"en","version":"1.0","strings":{
        "iban.refusal.unknown":{"localizations":{"en":{"stringUnit":{"value":"No such account."}}}},
        "country.label":{"localizations":{"en":{"stringUnit":{"value":"Land"}}}},
        "country.refusal.far":{"localizations":{"en":{"stringUnit":{"value":"Too far."}}}},
        "payee.refusal.closed":{"localizations":{"en":{"stringUnit":{"value":"Closed today."}}}}
      }}
      """.utf8))

  private struct Payees: Flow {
    let id: FlowID = "payees"
    var catalog: TextCatalog? { texts }
    let form: Form<CheckedForm.Payee>

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(form).name
    }
  }

  @Test func `refusals of checks have their texts in the catalogue, under the field and the form`()
  {
    let form = Form<CheckedForm.Payee>("payee", "Whom?") { page in
      let country = page.ask(TextScreen("country", "Where?"))
      let iban = page.ask(TextScreen("iban", "IBAN?")) { $0 == "7" ? Refusal("unknown") : nil }
      guard let country, let iban else { return nil }
      return CheckedForm.Payee(name: "", country: country, iban: iban)
    }
    .checking { $0.country == "far" ? Refusal("far").at("country") : nil }
    .checking { $0.country == "closed" ? Refusal("closed") : nil }
    func refusals(country: String, iban: String) -> [String] {
      let page = FlowController()
      page.start(Payees(form: form), .test)
      page.fill(["country": .text(country), "iban": .text(iban)])
      let terminal = FlowController()
      terminal.start(Payees(form: form), .test)
      terminal.answer(all: [country, iban])
      let fields = page.prompt?.form?.fields.compactMap { $0.refused?.message.text } ?? []
      return fields + [page, terminal].map { $0.prompt?.refused?.message.text ?? "" }
    }
    #expect(
      refusals(country: "1", iban: "7") == [
        "No such account.", "1 field needs attention.", "No such account.",
      ])
    #expect(
      refusals(country: "far", iban: "1") == [
        "Too far.", "1 field needs attention.", "Land: Too far.",
      ])
    #expect(refusals(country: "closed", iban: "1") == ["Closed today.", "Closed today."])
  }
}
