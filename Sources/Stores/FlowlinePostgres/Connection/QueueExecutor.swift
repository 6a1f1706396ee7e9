import Dispatch

/// Runs an actor on a dispatch queue of its own, so that the watcher's thread and callers may enter it directly.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// Runs tasks on dispatch's threads, so that connecting does not wait for the threads of Swift's own pool:
/// programs may block those while they wait for a session.
final class ThreadsExecutor: TaskExecutor {
  static let shared = ThreadsExecutor()

  private let queue = DispatchQueue(label: "flowline.postgres.opening", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
