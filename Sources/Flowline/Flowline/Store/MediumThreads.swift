import Dispatch
import FoundationEssentials
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads that may wait for a medium or another computer, so that those of Swift's tasks need not: there are as
/// many of those as processors, and dispatch's queues share them.
///
/// A server prefers them for its requests (`withTaskExecutorPreference`): what a request reads and writes is
/// done in place then, without another thread. As many run as there are processors; those that wait do not count.
package final class MediumThreads: TaskExecutor {
  /// Those of the program.
  package static let shared = MediumThreads(
    running: max(2, ProcessInfo.processInfo.activeProcessorCount))

  private struct State {
    var jobs: [UnownedJob] = []
    /// The jobs before it are taken.
    var first = 0
    /// The threads that have nothing to do, each waiting for its semaphore.
    var idle: [DispatchSemaphore] = []
    var threads = 0
    /// How many do a job and do not wait in it.
    var running = 0

    mutating func takeJob() -> UnownedJob? {
      guard first < jobs.count else { return nil }
      defer {
        first += 1
        if first == jobs.count {
          jobs.removeAll(keepingCapacity: true)
          first = 0
        } else if first >= 1_024 {
          jobs.removeSubrange(..<first)
          first = 0
        }
      }
      return jobs[first]
    }
  }

  /// What is to be done so that a job is taken.
  private enum Call {
    case nothing
    case wake(DispatchSemaphore)
    case begin
  }

  /// How many run at the most.
  private let limit: Int
  /// How many there are at the most.
  private let most: Int
  private let state = Mutex(State())
  /// Names these threads: each of them has it set.
  private let mark: pthread_key_t

  /// Makes some; each is begun when it is first needed.
  ///
  /// - Parameter limit: how many run at the most; eight times as many may wait.
  init(running limit: Int) {
    self.limit = limit
    most = 8 * limit
    var mark = pthread_key_t()
    pthread_key_create(&mark, nil)
    self.mark = mark
  }

  /// Whether the calling thread is one of them.
  package var isOneHere: Bool { pthread_getspecific(mark) != nil }

  /// Does something on one of them: here, if this is one.
  ///
  /// - Parameters:
  ///   - isShort: whether it hardly ever waits: the system has in memory what it asks for, or it only computes.
  ///   - body: what is done.
  package func run<Value: Sendable, Failure: Error>(
    short isShort: Bool = false, _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard isOneHere else {
      return try await withTaskExecutorPreference(self) { () throws(Failure) in
        try runHere(short: isShort, body)
      }
    }
    return try runHere(short: isShort, body)
  }

  private func runHere<Value, Failure: Error>(
    short isShort: Bool, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // One of dispatch's does it, and is not counted, if the system has no thread left.
    isShort || !isOneHere ? try body() : try wait(body)
  }

  /// Does something that waits, on the calling thread, which is one of them: another one runs meanwhile.
  package func wait<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    carryOut(
      state.withLock { state in
        state.running -= 1
        return state.first < state.jobs.count ? call(&state) : .nothing
      })
    defer { state.withLock { $0.running += 1 } }
    return try body()
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    carryOut(
      state.withLock { state in
        state.jobs.append(job)
        return call(&state)
      })
  }

  // MARK: - Threads

  /// Counts a thread that is to take a job; none if enough run, each of which looks for another when it is done.
  private func call(_ state: inout State) -> Call {
    guard state.running < limit else { return .nothing }
    // The last that became idle: what it needs may be in a processor's cache still.
    if let idle = state.idle.popLast() {
      state.running += 1
      return .wake(idle)
    }
    guard state.threads < most else { return .nothing }
    state.threads += 1
    state.running += 1
    return .begin
  }

  private func carryOut(_ call: Call) {
    switch call {
    case .nothing: break
    case .wake(let idle): idle.signal()
    case .begin: if !DetachedThread.begin({ [self] in work() }) { beginFailed() }
    }
  }

  /// The system has no thread left: one of dispatch's does what there is, unless another one of these does.
  private func beginFailed() {
    state.withLock { state in
      state.threads -= 1
      state.running -= 1
    }
    DispatchQueue.global().async { [self] in
      while let job = state.withLock({ $0.takeJob() }) {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  private func work() -> Never {
    let idle = DispatchSemaphore(value: 0)
    pthread_setspecific(mark, Unmanaged.passUnretained(self).toOpaque())
    while true {
      let job = state.withLock { state -> UnownedJob? in
        // One more than may run, since one that has waited runs again.
        if state.running <= limit, let job = state.takeJob() { return job }
        state.running -= 1
        state.idle.append(idle)
        return nil
      }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else {
        idle.wait()
      }
    }
  }
}
