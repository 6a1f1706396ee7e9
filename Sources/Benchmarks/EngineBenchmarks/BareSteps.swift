/// The least a suspended step can cost: a task that waits for a continuation, on an executor that
/// runs its jobs in place.
///
/// It keeps its answers; no journal, no prompt, no reading of answers.
///
/// `@unchecked`: used from one thread.
final class BareSteps: @unchecked Sendable {
  private final class Executor: TaskExecutor, @unchecked Sendable {
    private var jobs: [UnownedJob] = []

    func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

    func drain() {
      while let job = jobs.popLast() {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  private let executor = Executor()
  private var continuation: UnsafeContinuation<Int, Never>?
  private var answers: [Int] = []
  private(set) var hasEnded = false

  /// A task that waits so many times, after so many answers.
  init(at step: Int, of steps: Int) {
    Task(executorPreference: executor) {
      for _ in 0..<steps { self.answers.append(await self.wait()) }
      self.hasEnded = true
    }
    executor.drain()
    for _ in 0..<step { resume(5) }
  }

  private func wait() async -> Int {
    await withUnsafeContinuation { continuation = $0 }
  }

  private func resume(_ value: Int) {
    continuation.take()?.resume(returning: value)
    executor.drain()
  }
}
