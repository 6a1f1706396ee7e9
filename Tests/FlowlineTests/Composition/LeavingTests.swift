import Flowline
import Testing

/// A flow that is left after a page that says why.
struct LeavingTests {
  private static func flow(
    _ leave: @escaping @Sendable (FlowContext) async throws -> Never
  ) -> ClosureFlow<Int> {
    ClosureFlow("pay") { context in
      let hasAccount = try await context.run(ConfirmScreen("account", "Have you an account?"))
      guard hasAccount else { try await leave(context) }
      return 1
    }
  }

  private static let ways: [@Sendable (FlowContext) async throws -> Never] = [
    { try await $0.leave(after: "no-account", "There is no account") { Row("Open one") } },
    {
      try await $0.leave(
        after: ReviewScreen("no-account", "There is no account").page { Row("Open one") })
    },
  ]

  @Test(arguments: ways.indices)
  func `it is declined once the page was read`(index: Int) {
    let log = Log()
    let controller = FlowController()
    controller.start(Self.flow(Self.ways[index]), .test, handler: log.handler("pay"))
    controller.answer("no")
    #expect(controller.prompt?.id == "no-account")
    #expect(controller.prompt?.question.text == "There is no account")
    #expect(controller.prompt?.page.flatMap(\.rows).map(\.label.text) == ["Open one"])
    #expect(log.all == ["pay started"])
    controller.answer("")
    #expect(log.all == ["pay started", "pay cancelled declined"])
    expectClean(controller)
  }
}
