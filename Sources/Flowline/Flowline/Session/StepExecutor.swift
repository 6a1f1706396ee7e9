import Glibc
import Synchronization

/// Runs the bodies of one controller's flows in place, on the thread that drives the controller.
///
/// One thread drives at a time. Jobs that arrive while it does run before it is done, in order;
/// jobs from elsewhere (an effect that finished on another thread) are run by a drive of their own.
/// So everything that only bodies and drivers touch is touched by one thread at a time.
///
/// `@unchecked`: `jobs`, `first` and `settle` are touched only by the thread that drives, which
/// `driving` sees to; the rest is atomic or behind a lock. Nothing is called while `jobs` or
/// `first` is changed, so that checking it at each job would find nothing.
final class StepExecutor: TaskExecutor, @unchecked Sendable {
  /// Held by the thread that drives.
  private let driving = Mutex<Void>(())
  /// The thread that drives, or 0.
  private let driver = Atomic<UInt>(0)
  @exclusivity(unchecked) private var jobs: [UnownedJob] = []
  @exclusivity(unchecked) private var first = 0
  private let mailbox = Mutex(Mailbox())
  private let hasMail = Atomic<Bool>(false)
  private struct Mailbox {
    var jobs: [UnownedJob] = []
    /// The gates of threads that wait and could work meanwhile.
    var gates: [SettleGate] = []
  }

  /// Called when a drive from elsewhere has run its jobs.
  var settle: (@Sendable () -> Void)?

  /// Whether the calling thread is driving, so that what it asks for must be queued.
  var isDriving: Bool { driver.load(ordering: .relaxed) == UInt(pthread_self()) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isDriving {
      jobs.append(job)
    } else {
      let gate = mailbox.withLock { mailbox in
        mailbox.jobs.append(job)
        hasMail.store(true, ordering: .sequentiallyConsistent)
        return mailbox.gates.first
      }
      // A thread that waits does the work: the pool's threads may all be waiting.
      if let gate { gate.knock() } else { Task.detached { self.collect() } }
    }
  }

  /// Makes the calling thread the driver for a while. It must not be driving already.
  func drive<Result>(_ body: () -> Result) -> Result {
    let result = driving.withLock { _ in
      beginDriving()
      defer { endDriving() }
      return body()
    }
    // Mail that came between the last look and the release of the lock found the lock held.
    if hasMail.load(ordering: .sequentiallyConsistent) { collect() }
    return result
  }

  /// Runs all jobs there are, and those they make. Only while driving.
  func drain() {
    repeat {
      while first < jobs.count {
        let job = jobs[first]
        first += 1
        // As no actor's: a body belongs to none, and would be queued again at each turn to leave one.
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
      if first > 0 { jobs.removeAll(keepingCapacity: true) }
      first = 0
    } while takeMail()
  }

  private func takeMail() -> Bool {
    guard hasMail.load(ordering: .sequentiallyConsistent) else { return false }
    hasMail.store(false, ordering: .sequentiallyConsistent)
    jobs = mailbox.withLock { mail in
      defer { mail.jobs = [] }
      return mail.jobs
    }
    return !jobs.isEmpty
  }

  /// Waits at a gate until it opens, and runs what arrives meanwhile. Not while driving.
  func wait(at gate: SettleGate) {
    mailbox.withLock { $0.gates.append(gate) }
    collect()
    while !gate.isOpen {
      gate.wait()
      collect()
    }
    mailbox.withLock { $0.gates.removeAll { $0 === gate } }
    // Somebody may have knocked at a gate that was about to be left.
    collect()
  }

  private func collect() {
    while hasMail.load(ordering: .sequentiallyConsistent) {
      let found: Void? = driving.withLockIfAvailable { _ in
        beginDriving()
        defer { endDriving() }
        drain()
        settle?()
      }
      // Whoever holds the lock looks for mail after letting go of it.
      guard found != nil else { return }
    }
  }

  // The lock orders one driver after the other. Acquiring and releasing say so once more, for the
  // thread sanitizer, which cannot see into the lock.

  private func beginDriving() {
    _ = driver.load(ordering: .acquiring)
    driver.store(UInt(pthread_self()), ordering: .relaxed)
  }

  private func endDriving() {
    driver.store(0, ordering: .releasing)
  }
}

/// Carries what only the driving thread touches across a boundary that wants `Sendable`.
///
/// `@unchecked`: sound as long as the value is used only while its ``StepExecutor`` drives.
struct Driven<Value>: @unchecked Sendable {
  let value: Value
}
