/// The least a suspended step can cost: a task that waits for a continuation, on an executor that
/// runs its jobs in place. No journal, no prompt, no reading of answers.
final class BareSteps: @unchecked Sendable {
  private final class Executor: TaskExecutor, SerialExecutor, @unchecked Sendable {
    private var jobs: [UnownedJob] = []

    func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

    func drain() {
      while let job = jobs.popLast() {
        job.runSynchronously(
          isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
    }
  }

  private let executor = Executor()
  private var continuation: UnsafeContinuation<Int, Never>?
  private(set) var sum = 0

  /// Starts a task that waits this many times.
  func start(_ steps: Int) {
    Task(executorPreference: executor) {
      for _ in 0..<steps { self.sum += await self.wait() }
    }
    executor.drain()
  }

  private func wait() async -> Int {
    await withUnsafeContinuation { continuation = $0 }
  }

  /// Resumes the task once.
  func resume(_ value: Int) {
    continuation.take()?.resume(returning: value)
    executor.drain()
  }
}
