import Flowline
import TestSupport
import Testing

/// Many children at once, and many levels of them.
struct AtOnceSizeTests {
  @Test func `ten thousand children at once work`() {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("many") { context in
      try await context.all((0..<10_000).map { ask(StepID("n\($0)")) }).reduce(0, +)
    }
    controller.start(flow, .test, handler: log.handler("root"))
    #expect(controller.prompts.count == 10_000)
    let last = controller.prompts.last?.presentation
    controller.answer("5", to: last)
    for _ in 2..<10_000 { controller.answer("1") }
    let rebuilt = FlowController()
    rebuilt.start(flow, SessionOptions(journal: controller.journal), handler: log.handler("again"))
    #expect(rebuilt.journal.text == controller.journal.text)
    for each in [controller, rebuilt] { each.answer("1") }
    #expect(log.all.suffix(2) == ["root finished 10004", "again finished 10004"])
  }

  @Test func `groups within groups within groups work`() {
    struct DeepFlow: Flow {
      let id: FlowID = "deep"
      let depth: Int

      func run(_ context: FlowContext) async throws -> Int {
        guard depth > 0 else { return try await context.run(ask()) }
        let (deep, side) = try await context.all(
          DeepFlow(depth: depth - 1), Load("side") { 1 })
        return deep + side
      }
    }
    let log = Log()
    let controller = FlowController()
    controller.start(DeepFlow(depth: 300), .test, handler: log.handler("root"))
    controller.answer("1")
    #expect(log.all.last == "root finished 301")
    expectClean(controller)
  }
}
