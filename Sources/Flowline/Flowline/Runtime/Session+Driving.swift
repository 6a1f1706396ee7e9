/// Doing what calls ask for, and what follows from it, until nothing happens before somebody acts.
extension Session {
  /// Does what a call asks for and what follows from it.
  ///
  /// From inside a step, and while another thread runs a body, it is queued.
  func drive(_ input: SessionInput) -> FlowController.Reception {
    if executor.isOwnedHere {
      inputs.append(input)
      return .queued
    }
    if !executor.isInsideHere {
      let done = executor.ownIfAvailable {
        engine.now = MonotonicTime.now
        let reception = take(input)
        // Looked at before what follows, by which the session may end.
        let isKept = keeper != nil && input.isToBeKept
        let (handOver, next) = (handOvers.next, run())
        return (
          reception: reception, handOver: isKept ? handOver : nil, next: next,
          replies: takeReplies()
        )
      }
      if let done {
        for reply in done.replies { reply.tell() }
        // Mail that arrived meanwhile found the session owned, so this thread handles it.
        if done.next != nil || executor.isMailWaiting { settle(after: done.next) }
        guard let handOver = done.handOver, case .accepted = done.reception else {
          return done.reception
        }
        // What could not be made durable was not taken.
        return executor.own { handOvers.reception(of: handOver, engine.keeping.fault) }
      }
    }
    let owned = Owned(value: (session: self, input: input))
    executor.post { owned.value.session.inputs.append(owned.value.input) }
    return .queued
  }

  /// Does what is to be done outside, and what follows from it, until nothing does.
  func settle(after next: Outside? = nil) {
    var next = next
    repeat {
      let hasWorked = next != nil
      if let work = next { executor.leave { perform(work) } }
      next = nil
      let done = executor.ownIfAvailable { (next: run(), replies: takeReplies()) }
      guard let done else {
        // What was done outside may be what somebody waits for: the owner is to look again.
        if hasWorked { executor.remind() }
        return
      }
      for reply in done.replies { reply.tell() }
      next = done.next
    } while next != nil || executor.isMailWaiting
  }

  /// Lets loads and writes under way finish after the controller was released: they keep the session alive.
  func outliveController() {
    let weak = WeakSession(self)
    executor.settle { weak.session?.settle() }
  }

  /// Runs all that can run.
  ///
  /// Returns what is to be done outside before more can; nil if nothing happens until somebody
  /// acts.
  func run() -> Outside? {
    while true {
      executor.drain()
      if !forms.findings.isEmpty { reportFindings() }
      if !notices.isEmpty, let notice = takeNotice() { return notice }
      switch engine.takeDue() {
      case .nothing:
        if engine.isTerminating, !engine.waitsForStore, forceEnd() { continue }
        if survey == nil, let job = executor.takeOutsideJob() { return .job(job) }
        let due = engine.takeDueWhenIdle()
        guard due == .nothing else {
          carryOut(due)
          continue
        }
        if !places.isEmpty {
          closePlaces()
          if let notice = takeNotice() { return notice }
        }
        if let show = takeShow() { return show }
        if !states.isEmpty { tellStates() }
        if !waiters.isEmpty { openGates() }
        if !calls.isEmpty { endCalls() }
        if !tasksWaiting.isEmpty { resumeTasks() }
        guard !inputs.isEmpty else { return nil }
        // Taken out first: releasing a flow with its input may run user code that asks for something in turn.
        let input = inputs.removeFirst()
        engine.now = MonotonicTime.now
        _ = take(input)
      case .tellObservers:
        guard !lanes.isTellingObservers else { return executor.takeOutsideJob().map { .job($0) } }
        if let telling = takeTelling() { return telling }
      case .write:
        // What can be read at once is read first, and kept together with what led to it.
        if survey == nil, let job = executor.takeOutsideJob() { return .job(job) }
        if let writing = takeWriting() { return writing }
      case let due: carryOut(due)
      }
    }
  }

  func carryOut(_ due: Due) {
    switch due {
    // Taken up by ``run()``, which comes by them again.
    case .nothing, .write, .tellObservers: break
    case .tellLeftBehind(let left): leaveBehind(left)
    case .unwind(let wait, let reason):
      waits.remove(wait)?.cancel(reason, in: self)
      if engine.isTerminating || reason == .back { cancelBodies() }
    case .begin(let isNews):
      if isNews { root?.start() } else { rewound() }
      runRoot()
    case .perform(let effect): waits[effect.wait]?.perform(effect, in: self)
    case .wake(let wait): waits.remove(wait)?.wake(in: self)
    case .takeTurn(let wait): waits.remove(wait)?.takeTurn(in: self)
    case .decide(let effect): decide(effect)
    case .offerEvents: offerEvents()
    case .offer(let wait, let entry): offer(entry, at: wait)
    case .end: root?.tell(in: self)
    }
  }

  /// The bodies run again over the journal: values that only the bodies before them held are forgotten.
  private func rewound() {
    keeper?.rewound()
    let given = engine.given.entries.compactMap { entry -> Int? in
      if case .secret(let number) = entry.content { number } else { nil }
    }
    forms.forget(
      allBut: [engine.journal.entries, engine.replay.entries],
      secrets: Set(given + engine.secrets.map(\.number)))
  }

  private func openGates() {
    let waiting = waiters
    waiters = []
    for waiter in waiting {
      if waiter.condition(self) { waiter.gate.open() } else { waiters.append(waiter) }
    }
  }

  /// Whether nothing happens until somebody acts.
  var isSettled: Bool {
    if engine.keeping.fault != nil { return true }
    if isHeldBack { return false }
    if engine.tree.isForked, engine.scheduling.isOrdered { return !engine.isChecking }
    switch engine.phase {
    case .idle, .ended: return true
    case .starting, .finishing: return false
    case .running:
      return switch engine.tree[engine.tree.foreground].state {
      case .asking, .held: true
      default: false
      }
    }
  }
}
