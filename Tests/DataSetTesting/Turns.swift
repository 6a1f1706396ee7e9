import Synchronization

/// Runs tasks on the test's own thread, job by job, in the order that the test wants.
///
/// So a test that interleaves readers and writers is a plain function, and the same every time.
package final class Turns: TaskExecutor {
  package init() {}

  private let jobs = Mutex<[UnownedJob]>([])
  private let executed = Atomic(0)

  /// How many jobs have run.
  package var count: Int { executed.load(ordering: .relaxed) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Begins to do something, at the next turn.
  @discardableResult
  package func start<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Started<Value> {
    let started = Started<Value>()
    started.task = Task(executorPreference: self) {
      do {
        started.finish(.success(try await operation()))
      } catch {
        started.finish(.failure(error))
      }
    }
    return started
  }

  /// Runs one job; which of those there are is chosen by a number.
  ///
  /// False if there is none.
  @discardableResult
  package func step(choosing choose: (Int) -> Int = { _ in 0 }) -> Bool {
    let job = jobs.withLock { jobs in
      jobs.isEmpty ? nil : jobs.remove(at: choose(jobs.count))
    }
    guard let job else { return false }
    executed.add(1, ordering: .relaxed)
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs jobs, first come first served, until there is none.
  package func settle() {
    while step() {}
  }

  /// Does something to its end, without anybody else's help.
  package func run<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let started = start(operation)
    settle()
    return try started.value()
  }
}

/// Something that was begun.
package final class Started<Value: Sendable>: Sendable {
  private let state = Mutex((result: Result<Value, any Error>?.none, task: Task<Void, Never>?.none))

  package struct NotFinished: Error {}

  var task: Task<Void, Never>? {
    get { state.withLock { $0.task } }
    set { state.withLock { $0.task = newValue } }
  }

  func finish(_ result: Result<Value, any Error>) { state.withLock { $0.result = result } }

  package var result: Result<Value, any Error>? { state.withLock { $0.result } }

  package var isFinished: Bool { result != nil }

  package func value() throws -> Value {
    guard let result else { throw NotFinished() }
    return try result.get()
  }

  package func cancel() { task?.cancel() }
}
