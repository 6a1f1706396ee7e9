import Flowline
import TestSupport
import Testing

/// How a screen is asked by a flow.
struct AskingTests {
  /// A screen that asks two questions instead of its own.
  private struct PairScreen: Screen {
    typealias Output = Int

    var question = Question("pair", "Which pair?")

    func kind(in environment: FlowEnvironment) -> PromptKind { .number(0...9) }

    func read(
      _ answer: Answer, in environment: FlowEnvironment
    ) -> Result<Accepted<Int>, Refusal> {
      .failure(Refusal("never-asked", "This is never asked."))
    }

    func run(_ context: FlowContext) async throws -> Int {
      try await context.run(ask("left")) * 10 + context.run(ask("right"))
    }
  }

  @Test func `a screen with a run of its own is run so, and its journal replays`() throws {
    let flow = ClosureFlow("pairs") { context in
      try await context.run(PairScreen()) + context.run(ask("more"))
    }
    let log = Log()
    let controller = FlowController()
    controller.start(flow, .test, handler: log.handler("root"))
    for answer in ["1", "2"] { controller.answer(.text(answer)) }
    let begun = controller.journal
    controller.answer("3")
    #expect(log.all.last == "root finished 15")
    let text = controller.journal.text
    #expect(text.contains("enter pair\n") && text.contains("leave pair null\n"))
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Adds a pair and one more")
    let report = try ScriptReplay(Script(parsing: text), of: catalog).run(.recorded)
    #expect(report.mismatch == nil && report.journal.text == text)
    let rebuilt = FlowController()
    rebuilt.start(flow, SessionOptions(journal: begun))
    rebuilt.answer("3")
    #expect(rebuilt.divergence == nil && rebuilt.journal.text == text)
  }

  @Test func `a rule of a screen may look at its prompt while it reads`() {
    let controller = FlowController()
    let seen = Log()
    let careful = ask().refusing { [weak controller] number in
      seen.add("\(controller?.prompt?.id.rawValue ?? "nothing") \(number)")
      return number < 5 ? Refusal("too-small", "Take more.") : nil
    }
    controller.start(careful, .test)
    guard case .refused(let refusal) = controller.answer("3") else {
      Issue.record("3 was not refused")
      return
    }
    #expect(refusal.code == "too-small")
    #expect(controller.answer("7") == .accepted)
    #expect(seen.all == ["number 3", "number 7"])
    expectClean(controller)
  }
}
