import Synchronization

/// Runs the bodies of one controller's flows in place, on the thread that owns the session.
///
/// One thread owns it at a time. Jobs that arrive while it does run before it lets go, in order;
/// jobs and calls from elsewhere are left in a mailbox, and the owner takes them, or
/// the thread that brought them if nobody does. What leaves the session (loads, commits, checks,
/// stores, presenters, observers) runs while nobody owns it, on the thread that has just let go.
///
/// `@unchecked`: `jobs` and `first` are touched only by the thread that owns, which `ownership` sees
/// to; the rest is atomic or behind a lock.
final class StepExecutor: TaskExecutor, @unchecked Sendable {
  /// Held by the thread that owns the session.
  private let ownership = Mutex<Void>(())
  /// The thread that owns the session, or 0.
  private let owner = Atomic<UInt>(0)
  @exclusivity(unchecked) private var jobs: [UnownedJob] = []
  @exclusivity(unchecked) private var first = 0
  /// Whether a body waits until what was noted is told: no other runs before it.
  private var isStalled = false
  /// Whether the next job is that body's, and runs before those that wait.
  private var isResuming = false
  private let mailbox = Mutex(Mailbox())
  private let hasMail = Atomic<Bool>(false)
  /// How many threads are outside: in a load, a store, a presenter.
  private let outsideCount = Atomic<Int>(0)
  /// Runs what leaves the session.
  private(set) lazy var outside = OutsideExecutor(self)

  private struct Mailbox {
    var jobs: [UnownedJob] = []
    var calls: [@Sendable () -> Void] = []
    var outsideJobs: [UnownedJob] = []
    /// The gates of threads that wait and could work meanwhile.
    var gates: [SettleGate] = []
    /// The callers that wait without a thread and could work meanwhile.
    var callers: [InputCall] = []
    /// The threads that are outside.
    var threads: [UInt] = []
  }

  /// Does what came by mail: called when somebody may have left some, while nobody owns the session.
  private let settling = Mutex(Settling())

  /// A function that is behind a lock by itself is wrapped once more at each look at it.
  private struct Settling {
    var run: (@Sendable () -> Void)?
  }

  init() { _ = outside }

  /// Whether the calling thread owns the session.
  var isOwnedHere: Bool { owner.load(ordering: .relaxed) == ThreadID.current }

  /// Whether the calling thread is in the middle of a step, so that what it asks for is queued.
  var isInsideHere: Bool {
    if isOwnedHere { return true }
    guard outsideCount.load(ordering: .relaxed) > 0 else { return false }
    let current = ThreadID.current
    return mailbox.withLock { $0.threads.contains(current) }
  }

  // MARK: - Owning

  /// Makes the calling thread the owner for a while; waits for another's bodies, and for nothing
  /// else.
  ///
  /// It must not own already.
  func own<Result>(_ body: () -> Result) -> Result {
    let result = ownership.withLock { _ in
      begin()
      defer { end() }
      return body()
    }
    // Mail that came between the last look and the release of the lock found the lock held.
    collect()
    return result
  }

  /// Makes the calling thread the owner for a while; nil if another is.
  func ownIfAvailable<Result>(_ body: () -> Result) -> Result? {
    ownership.withLockIfAvailable { _ in
      begin()
      defer { end() }
      return body()
    }
  }

  // The lock orders one owner after the other. Acquiring and releasing say so once more, for the
  // thread sanitizer, which cannot see into the lock.

  private func begin() {
    _ = owner.load(ordering: .acquiring)
    owner.store(ThreadID.current, ordering: .relaxed)
  }

  private func end() { owner.store(0, ordering: .releasing) }

  /// Whether somebody left something for the owner.
  var isMailWaiting: Bool { hasMail.load(ordering: .sequentiallyConsistent) }

  /// Does what came by mail, unless somebody owns the session, who then does.
  func collect() {
    guard isMailWaiting, !isInsideHere else { return }
    settling.withLock { $0.run }?()
  }

  /// Sets what does the mail from now on.
  func settle(_ settle: @escaping @Sendable () -> Void) { settling.withLock { $0.run = settle } }

  // MARK: - Jobs

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard isOwnedHere else { return deliver { $0.jobs.append(job) } }
    if isResuming {
      isResuming = false
      jobs.insert(job, at: first)
    } else {
      jobs.append(job)
    }
  }

  /// Runs no job until ``resume(_:)``: the body that calls it is about to wait until what was noted
  /// has been told, and is to continue as if it had not waited.
  func stall() { isStalled = true }

  /// Resumes the body that has stalled the others, before them.
  func resume(_ body: () -> Void) {
    isStalled = false
    isResuming = true
    body()
    isResuming = false
  }

  fileprivate func enqueueOutside(_ job: UnownedJob) { deliver { $0.outsideJobs.append(job) } }

  /// Leaves a call for the owner, behind what was left before.
  func post(_ call: @escaping @Sendable () -> Void) { deliver { $0.calls.append(call) } }

  /// Leaves a call for the owner, or does it on the calling thread if nobody owns the session.
  ///
  /// Not from inside a step.
  func call(_ call: @escaping @Sendable () -> Void) {
    mailbox.withLock { mailbox in
      mailbox.calls.append(call)
      hasMail.store(true, ordering: .sequentiallyConsistent)
    }
    collect()
  }

  /// Has the owner of the session, or the next, look at what is due.
  func remind() { deliver { _ in } }

  private func deliver(_ put: (inout Mailbox) -> Void) {
    let (gate, caller) = mailbox.withLock { mailbox in
      put(&mailbox)
      // While the lock is held: a caller that stops waiting afterwards looks for mail once more.
      hasMail.store(true, ordering: .sequentiallyConsistent)
      return (mailbox.gates.first, mailbox.callers.first)
    }
    if isInsideHere { return }
    // A thread that waits does the work: the pool's threads may all be waiting.
    if let gate {
      gate.wake()
    } else if let caller {
      caller.wakeForMail()
    } else {
      Task.detached { self.collect() }
    }
  }

  // MARK: - Callers

  /// Has a caller that is about to wait do what comes by mail.
  func enlist(_ caller: InputCall) { mailbox.withLock { $0.callers.append(caller) } }

  /// A caller no longer waits, and does what came by mail.
  ///
  /// It may also have been woken just before.
  func dismiss(_ caller: InputCall) {
    mailbox.withLock { $0.callers.removeAll { $0 === caller } }
    collect()
  }

  /// Runs all jobs there are, and those they make.
  ///
  /// Only while owning.
  func drain() {
    repeat {
      while first < jobs.count, !isStalled {
        let job = jobs[first]
        first += 1
        // As no actor's: a body belongs to none, and would be queued again at each turn to leave one.
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
      if first > 0, first == jobs.count {
        // Nearly always it was one, and taking out the last costs less than clearing.
        if first == 1 { jobs.removeLast() } else { jobs.removeAll(keepingCapacity: true) }
        first = 0
      }
    } while takeMail() && !isStalled
  }

  private func takeMail() -> Bool {
    guard isMailWaiting else { return false }
    let calls = mailbox.withLock { mail in
      // Before the lock is let go: what comes then says so again.
      hasMail.store(!mail.outsideJobs.isEmpty, ordering: .sequentiallyConsistent)
      jobs += mail.jobs
      mail.jobs = []
      defer { mail.calls = [] }
      return mail.calls
    }
    for call in calls { call() }
    return !jobs.isEmpty || !calls.isEmpty
  }

  // MARK: - Outside

  /// The next job that runs while nobody owns the session; nil if there is none.
  func takeOutsideJob() -> UnownedJob? {
    guard isMailWaiting else { return nil }
    return mailbox.withLock { mail in
      guard !mail.outsideJobs.isEmpty else { return nil }
      defer {
        if mail.outsideJobs.isEmpty, mail.jobs.isEmpty, mail.calls.isEmpty {
          hasMail.store(false, ordering: .sequentiallyConsistent)
        }
      }
      return mail.outsideJobs.removeFirst()
    }
  }

  /// Does something outside: what the thread asks of the controller meanwhile is queued.
  func leave(_ work: () -> Void) {
    let current = ThreadID.current
    mailbox.withLock { $0.threads.append(current) }
    outsideCount.add(1, ordering: .relaxed)
    work()
    outsideCount.subtract(1, ordering: .relaxed)
    mailbox.withLock { mail in
      if let index = mail.threads.lastIndex(of: current) { mail.threads.remove(at: index) }
    }
  }

  /// Waits at a gate until it opens, and runs what arrives meanwhile.
  ///
  /// Not while owning.
  func wait(at gate: SettleGate) {
    mailbox.withLock { $0.gates.append(gate) }
    collect()
    while !gate.isOpen {
      gate.wait()
      collect()
    }
    mailbox.withLock { $0.gates.removeAll { $0 === gate } }
    // The thread may have been woken when it was about to leave the gate.
    collect()
  }
}

/// Runs loads, commits and checks: on the thread that drives the session, while nobody owns it.
///
/// `@unchecked`: its one field never changes after it is made.
final class OutsideExecutor: TaskExecutor, @unchecked Sendable {
  private unowned let steps: StepExecutor

  fileprivate init(_ steps: StepExecutor) { self.steps = steps }

  func enqueue(_ job: consuming ExecutorJob) { steps.enqueueOutside(UnownedJob(job)) }
}

/// Carries what only the owning thread touches across a boundary that wants `Sendable`.
///
/// `@unchecked`: sound as long as the value is used only while its ``StepExecutor`` is owned.
struct Owned<Value>: @unchecked Sendable {
  let value: Value
}
