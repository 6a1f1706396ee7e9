import Synchronization
import TestSupport
import Testing

@testable import Flowline

/// What is left of sessions that have ended.
struct MemoryRules {
  /// The ways in which a session ends.
  enum Ending: CaseIterable {
    case finished, failed, cancelled, terminated, wentBack, left

    func reach(_ controller: FlowController) {
      controller.answer(self == .failed ? "fail" : "Ada")
      controller.waitUntilSettled()
      switch self {
      case .finished, .failed: controller.answer("7")
      case .cancelled: controller.cancel()
      case .terminated: controller.terminate()
      case .wentBack:
        controller.back()
        controller.answer("Bob")
        controller.waitUntilSettled()
        controller.answer("8")
      case .left: break
      }
      controller.waitUntilSettled()
    }
  }

  @Test(.timeLimit(.minutes(30)), arguments: Ending.allCases)
  func `rule 20: nothing is left of sessions that ended, however many there were`(
    ending: Ending
  ) async {
    let living = Living()
    for _ in 0..<500 {
      let controller = FlowController()
      let handler = FlowHandler<String> { [held = Held(living)] _, _ in
        withExtendedLifetime(held) {}
      }
      // One controller has one session after the other; the last is dropped with it.
      for _ in 0..<(ending == .left ? 1 : 2) {
        controller.start(
          HoldingFlow(held: Held(living)), SessionOptions(environment: .test), handler: handler)
        ending.reach(controller)
      }
    }
    // The last tasks may still be on their way out.
    while living.count > 0 { await Task.yield() }
    #expect(living.most > 1_000)
  }

  /// Counts what exists.
  private final class Living: Sendable {
    private let state = Mutex((count: 0, made: 0))

    var count: Int { state.withLock(\.count) }
    var most: Int { state.withLock(\.made) }

    func made() { state.withLock { $0 = ($0.count + 1, $0.made + 1) } }
    func gone() { state.withLock { $0.count -= 1 } }
  }

  private final class Held: Sendable {
    private let living: Living

    init(_ living: Living) {
      self.living = living
      living.made()
    }

    func another() -> Held { Held(living) }

    deinit { living.gone() }
  }

  private struct Broken: Error { let held: Held }

  /// Holds something in every place where a flow can: in itself, in its body, in a load, a commit, a child
  /// and an error.
  private struct HoldingFlow: Flow {
    let id: FlowID = "holding"
    let held: Held

    func run(_ context: FlowContext) async throws -> String {
      let mine = held.another()
      let name = try await context.run(TextScreen("name", "Name?"))
      let rate = try await context.load("rate", title: "Rate") { [mine] in
        withExtendedLifetime(mine) { 7 }
      }
      let count = try await context.run(CountingFlow(held: held.another(), rate: rate))
      if name == "fail" { throw Broken(held: mine) }
      return try await context.commit("send", title: "Send", of: "\(count)") {
        [mine] (text: String, _: IdempotencyKey) in withExtendedLifetime(mine) { text }
      }
    }
  }

  private struct CountingFlow: Flow {
    let id: FlowID = "counting"
    let held: Held
    let rate: Int

    func run(_ context: FlowContext) async throws -> Int {
      let count = try await context.run(NumberScreen("count", "How many?", in: 1...9))
      return withExtendedLifetime(held) { count * rate }
    }
  }
}
