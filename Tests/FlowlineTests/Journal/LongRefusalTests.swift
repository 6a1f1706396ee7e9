import Flowline
import Testing

/// Refused answers that are longer than a journal is to hold.
struct LongRefusalTests {
  /// Asks for a name, then for a form of two fields.
  private struct ShortFlow: Flow {
    let id: FlowID = "short"

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.run(TextScreen("name", "Name?", length: 1...10))
      let form = Form<String>("payee", "Payee") { page in
        let first = page.ask(TextScreen("first", "First?", length: 1...10))
        let second = page.ask(TextScreen("second", "Second?", length: 1...10))
        guard let first, let second else { return nil }
        return first + second
      }
      return name + (try await context.run(form))
    }
  }

  /// Answers with texts and pages, a few of them of this length.
  private static func walk(length: Int) -> FlowController {
    let controller = FlowController()
    controller.start(ShortFlow(), SessionOptions(environment: .test))
    let long = String(repeating: "x", count: length)
    for _ in 1...3 {
      guard case .refused(let refusal) = controller.answer(.text(long)) else { continue }
      #expect(refusal.code == .tooLong)
    }
    controller.answer(.json(.array(Array(repeating: .string("y"), count: length))))
    controller.answer("Ada")
    for _ in 1...3 { controller.fill(["first": "a", "second": .text(long)]) }
    controller.fill(["first": "a", "second": "b"])
    #expect(controller.journal.isEnded)
    return controller
  }

  private static func refusals(of controller: FlowController) -> [Substring] {
    controller.journal.text.split(separator: "\n").filter { $0.hasPrefix("refuse") }
  }

  @Test func `what no person types is marked`() {
    let controller = Self.walk(length: 1_000_000)
    #expect(controller.journal.text.utf8.count < 2_000)
    #expect(
      Self.refusals(of: controller) == [
        "refuse name {\"redacted\":true} too-long", "refuse name {\"redacted\":true} too-long",
        "refuse name {\"redacted\":true} too-long", "refuse name {\"redacted\":true} wrong-shape",
        "refuse payee {\"redacted\":true} wrong-fields",
        "refuse payee {\"redacted\":true} wrong-fields",
        "refuse payee {\"redacted\":true} wrong-fields",
      ])
  }

  @Test func `what somebody may have typed is there`() {
    let controller = Self.walk(length: 10_000)
    let refusals = Self.refusals(of: controller)
    #expect(refusals.count == 7 && refusals.allSatisfy { $0.utf8.count > 10_000 })
  }

  /// Answers the first question with so many texts that are too long.
  private static func refuse(_ count: Int, of length: Int, in controller: FlowController) {
    for _ in 0..<count { controller.answer(.text(String(repeating: "x", count: length))) }
  }

  /// The lines of refused answers that have the mark.
  private static func marks(of controller: FlowController) -> Int {
    refusals(of: controller).count { $0.contains("{\"redacted\":true}") }
  }

  @Test func `of many only the first are there, and the session continues`() {
    let controller = FlowController()
    controller.start(ShortFlow(), SessionOptions(environment: .test))
    Self.refuse(300, of: 10_000, in: controller)
    #expect(Self.refusals(of: controller).count == 300)
    #expect(Self.marks(of: controller) == 274)
    #expect(controller.journal.text.utf8.count < 300 << 10)
    controller.answer("Ada")
    controller.fill(["first": "a", "second": .text(String(repeating: "x", count: 10_000))])
    #expect(Self.refusals(of: controller).last == "refuse payee {\"redacted\":true} wrong-fields")
    controller.fill(["first": "a", "second": "b"])
    #expect(controller.journal.isEnded)
  }

  @Test func `going back and a rebuilt session make no more room`() {
    let controller = FlowController()
    controller.start(ShortFlow(), SessionOptions(environment: .test))
    Self.refuse(27, of: 10_000, in: controller)
    controller.answer("Ada")
    controller.back()
    Self.refuse(1, of: 10_000, in: controller)
    #expect(Self.marks(of: controller) == 2)
    let rebuilt = FlowController()
    rebuilt.start(ShortFlow(), SessionOptions(journal: controller.journal))
    Self.refuse(1, of: 10_000, in: rebuilt)
    #expect(Self.marks(of: rebuilt) == 3)
  }

  @Test(arguments: [false, true])
  func `empty lists are not without length`(areObjects: Bool) {
    let controller = FlowController()
    controller.start(ShortFlow(), SessionOptions(environment: .test))
    let empty: JSONValue = areObjects ? [:] : []
    controller.answer(.json(.array(Array(repeating: empty, count: 100_000))))
    #expect(Self.marks(of: controller) == 1)
  }

  @Test func `a long number is marked like a long text`() throws {
    let controller = FlowController()
    controller.start(ShortFlow(), SessionOptions(environment: .test))
    let digits = String(repeating: "1", count: 100_000)
    controller.answer(.json(try JSONValue(parsing: "0.\(digits)")))
    #expect(Self.marks(of: controller) == 1)
  }

  @Test(arguments: [10, 60_000, 70_000, 1_000_000])
  func `the script replays`(length: Int) throws {
    try expectReplay(of: Self.walk(length: length).journal.text)
  }

  @Test(arguments: [false, true])
  func `a script with many refused answers replays, whether it has them or marks`(
    isWrittenOut: Bool
  ) throws {
    let controller = FlowController()
    controller.start(ShortFlow(), SessionOptions(environment: .test))
    Self.refuse(40, of: 10_000, in: controller)
    var text = controller.journal.text
    if isWrittenOut {
      // Earlier versions wrote all of them out.
      text = text.replacing(
        "{\"redacted\":true}", with: "\"\(String(repeating: "x", count: 10_000))\"")
      #expect(text.utf8.count > 400_000)
    }
    try expectReplay(of: text)
  }

  private func expectReplay(of text: String) throws {
    var catalog = FlowCatalog()
    catalog.add(ShortFlow(), summary: "Short answers")
    for mode in [ScriptReplay.Mode.recorded, .live] {
      let report = try ScriptReplay(Script(parsing: text), of: catalog, or: .test).run(mode)
      #expect(report.mismatch == nil)
      #expect(report.journal.text == text)
    }
  }
}
