import Dispatch
public import Testing

/// Runs tests on threads of their own, so that they may wait for effects that need the pool's.
///
/// A synchronous test that waits blocks one of the few threads all tasks share. An effect that
/// itself needs one of them (`Task.sleep`, a detached task) could then wait for the test that waits
/// for it. Effects that are done when they return, and those that threads or queues of their own
/// reply to, do not need this.
///
///     @Test(.waitsForEffects)
///     func `the price is that of the shop`() throws {
///       let tester = FlowTester(OrderFlow(shop: try TestShop.served()))
///       tester.answer("name", "Ada")
///       #expect(try tester.finished().price == "£4.20")
///     }
public struct EffectWaiting: TestTrait, SuiteTrait, TestScoping {
  /// Whether the tests and suites inside a suite have the trait too: they have.
  public var isRecursive: Bool { true }

  /// Runs a test on a thread that is not the pool's.
  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(OwnThread()) { try await function() }
  }
}

extension Trait where Self == EffectWaiting {
  /// Runs the test on a thread of its own: for flows whose effects need the threads tasks share.
  public static var waitsForEffects: Self { EffectWaiting() }
}

/// Runs jobs one after the other on a queue that has a thread of its own while it is busy.
private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "flowline.testing")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
