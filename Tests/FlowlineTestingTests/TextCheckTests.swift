import Flowline
import FlowlineTesting
import TestSupport
import Testing

/// What a check of texts finds while a flow is played.
struct TextCheckTests {
  /// Asks a name and shows a page; its catalogue lacks a row, and its page a value.
  private struct Order: Flow {
    let id: FlowID = "order"
    let catalog: TextCatalog?

    func run(_ context: FlowContext) async throws -> Int {
      _ = try await context.run(TextScreen("name"))
      try await context.show("receipt") { Row("bags", 3) }
      return 3
    }
  }

  /// A catalogue of its own for each test: what is shown is noted there.
  private let texts = TextCatalog(
    Array(
      """
      {"sourceLanguage":"en","version":"1.0","strings":{
        "name.question":{"localizations":{
          "en":{"stringUnit":{"value":"For whom?"}},"ru":{"stringUnit":{"value":"Для кого?"}}}},
        "old.title":{"localizations":{
          "en":{"stringUnit":{"value":"Gone"}},"ru":{"stringUnit":{"value":"Уже нет"}}}},
        "order.title":{"localizations":{
          "en":{"stringUnit":{"value":"Order"}},"ru":{"stringUnit":{"value":"Заказ"}}}},
        "receipt.title":{"localizations":{"en":{"stringUnit":{"value":"Sent to {name}"}}}}
      }}
      """.utf8))

  private var check: TextCheck { TextCheck(of: [texts]) }

  @Test func `nothing is shown before anything is played`() {
    #expect(check.unused == ["name.question", "old.title", "order.title", "receipt.title"])
    #expect(check.missing == [] && check.unfilled == [])
    #expect(check.untranslated(in: "ru") == ["receipt.title"])
  }

  @Test func `finds what was wanted, what was left open and what was not shown`() {
    let check = check
    let controller = FlowController()
    controller.start(Order(catalog: texts))
    #expect(controller.prompt?.question.text == "For whom?")
    controller.answer("Ada")
    #expect(controller.prompt?.question.text == "Sent to {name}")
    expectFindings(of: check)
  }

  @Test func `a script shows what its person sees`() throws {
    let controller = FlowController()
    controller.start(Order(catalog: texts))
    controller.answer("Ada")
    controller.answer(true)
    let folder = try TemporaryFolder()
    let path = try folder.write(controller.journal.text, to: "order.flow")
    let check = check
    var catalog = FlowCatalog()
    catalog.add(Order(catalog: texts))
    ScriptCase(path: path).expectMatch(of: catalog)
    expectFindings(of: check)
  }

  private func expectFindings(of check: TextCheck) {
    #expect(check.missing == ["receipt.row.bags"])
    #expect(check.unfilled == ["receipt.title {name}"])
    #expect(check.unused == ["old.title"])
  }
}
