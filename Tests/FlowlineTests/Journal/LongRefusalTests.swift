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

  @Test(arguments: [10, 60_000, 70_000, 1_000_000])
  func `the script replays`(length: Int) throws {
    let text = Self.walk(length: length).journal.text
    var catalog = FlowCatalog()
    catalog.add(ShortFlow(), summary: "Short answers")
    for mode in [ScriptReplay.Mode.recorded, .live] {
      let report = try ScriptReplay(Script(parsing: text), of: catalog, or: .test).run(mode)
      #expect(report.mismatch == nil)
      #expect(report.journal.text == text)
    }
  }
}
