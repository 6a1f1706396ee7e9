import Testing

@testable import Flowline

/// What a result means to a person.
struct ResultWordsTests {
  private struct Order: Flow {
    let id: FlowID = "order"
    var isTold = true

    func words(for count: Int) -> Text? { isTold ? "\(count) ordered." : nil }

    func run(_ context: FlowContext) async throws -> Int { try await context.run(ask()) }
  }

  private struct Login: Flow {
    let id: FlowID = "login"

    func words(for secret: Secret<String>) -> Text? { "Logged in with \(secret.reveal())." }

    func run(_ context: FlowContext) async throws -> Secret<String> {
      try await context.run(SecretScreen("password", "Password?"))
    }
  }

  @Test func `is there once the flow has finished, whatever is around it`() throws {
    var catalog = FlowCatalog()
    catalog.add(
      Order(), guards: [FlowGuard("open", otherwise: Refusal("closed", "Closed.")) { true }])
    let controller = FlowController()
    try catalog["order"]?.start(in: controller, .test)
    #expect(controller.resultText == nil)
    controller.answer("3")
    #expect(controller.resultText?.text == "3 ordered.")
    controller.start(Order().named("again").presented(.modal), .test)
    #expect(controller.resultText == nil)
    controller.answer("4")
    #expect(controller.resultText?.text == "4 ordered.")
    expectClean(controller)
  }

  @Test func `is nothing if the flow does not say, or was left`() {
    let controller = FlowController()
    controller.start(Order(isTold: false), .test)
    controller.answer("3")
    #expect(controller.resultText == nil)
    controller.start(Order(), .test)
    controller.cancel()
    #expect(controller.resultText == nil)
    controller.start(Order().map { $0 + 1 }, .test)
    controller.answer("3")
    #expect(controller.resultText == nil)
    expectClean(controller)
  }

  @Test func `rule 22: a secret in it is a mark`() {
    let controller = FlowController()
    controller.start(Login(), .test)
    controller.answer("hunter22")
    #expect(controller.resultText?.text == "Logged in with (redacted).")
  }
}
