import Testing

@testable import Flowline

/// A context may be handed to any function; used elsewhere than in its body it says so.
struct FlowContextTests {
  /// As a function of a module reads that knows nothing of isolation.
  @concurrent
  private static func elsewhere(_ context: FlowContext) async throws -> Int {
    try await context.run(ask("name"))
  }

  private static func error(_ body: () async throws -> some Any) async -> (any Error)? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error
    }
  }

  @Test func `a helper that runs anywhere runs where the body does`() {
    let controller = FlowController()
    let result = Box<Int>()
    controller.start(
      ClosureFlow("flow") { try await Self.elsewhere($0) }, .test,
      handler: FlowHandler { outcome, _ in
        if case .finished(let number) = outcome { result.value = number }
      })
    controller.answer("12")
    #expect(result.value == 12)
    expectClean(controller)
  }

  @Test func `in a load it throws, and there is a diagnostic`() {
    let controller = FlowController()
    controller.start(
      ClosureFlow("flow") { context in
        try await context.load("rates") {
          let errors = [
            await Self.error { try await context.run(ask("name")) },
            await Self.error { try await context.load("more") { 1 } },
            await Self.error { try await context.commit("pay") { _ in 1 } },
            await Self.error { try await context.all([ask("a"), ask("b")]) },
          ]
          return "\(errors.map { $0.map { "\($0)" } ?? "nil" }) \(context.environment.language)"
        }
      }, .test)
    controller.waitUntilSettled()
    #expect(
      controller.diagnostics.map(\.code) == Array(repeating: .usedElsewhere, count: 4))
    #expect(controller.leaks.isEmpty)
  }

  @Test func `in a task of its own it throws, and harms nobody`() {
    let controller = FlowController()
    controller.start(
      ClosureFlow("flow") { context in
        let task = Task.detached { await Self.error { try await context.run(ask("name")) } }
        return try await context.load("what it came to") {
          "\(await task.value.map { "\($0)" } ?? "")"
        }
      }, .test)
    controller.waitUntilSettled()
    #expect(controller.diagnostics.map(\.code) == [.usedElsewhere])
    #expect(controller.leaks.isEmpty)
  }
}
