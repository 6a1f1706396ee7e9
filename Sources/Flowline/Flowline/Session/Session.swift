import FoundationEssentials

/// The shell around ``FlowMachine``: runs bodies, resumes them, and tells handlers and presenter
/// what the machine decided. Used only while its executor drives.
final class Session {
  let executor: StepExecutor
  // A step touches it a dozen times; checking each time that nobody else does costs a sixth of it.
  // So an overlap on this thread would not be trapped, and the machine sees to it that there is
  // none: while it changes, it neither encodes a flow's values nor lets go of any.
  @exclusivity(unchecked) var machine: FlowMachine
  // The same holds for the fields below that a step looks at: nothing is called while one changes.
  let presenter: (any Presenter)?
  let controller: WeakController
  /// What was asked for from inside a step, in order.
  @exclusivity(unchecked) var queue: [SessionInput] = []

  /// The flow the session is of; let go at its end.
  var root: (any RootRun)?
  /// The question that waits for an answer.
  @exclusivity(unchecked) var question: PendingQuestion?
  /// Why the last answer was not taken, until the driver is told.
  @Rare var refusal: Refusal?
  /// The last refusal by a check, for whoever plays a script.
  @Rare var refusalByCheck: Refusal?
  /// Answers that wait for their questions.
  @exclusivity(unchecked) var given = GivenAnswers()
  /// What the person typed at sensitive steps in this process, for going back; never shown or kept.
  var secrets: [(path: StepPath, value: JSONValue)] = []
  /// What answered questions look like, for a session that is run only to find that out.
  @exclusivity(unchecked) var surveyed: [GivenAnswers.Entry]?
  /// The body that waits for an effect.
  var effect: PendingEffect?
  /// What the effects under way tell of themselves, by their number.
  @exclusivity(unchecked) var meters: [Int: EffectMeter] = [:]
  /// The effect that told how far it has come, until the presenter is told.
  @exclusivity(unchecked) var progressNews: Int?
  /// What children at once wait for, by the frame that waits.
  @exclusivity(unchecked) var parked: [Frame.ID: ParkedBody] = [:]
  /// The presentations of children at once that were offered what was given beforehand.
  var offered: Set<Int> = []
  /// The bodies of children at once.
  var childTasks: [Frame.ID: Task<Void, Never>] = [:]
  /// What effects of children at once have replied, in the order they did.
  @exclusivity(unchecked) var replies: [WaitingReply] = []
  private var task: Task<Void, Never>?
  /// The handlers of children that have one.
  @exclusivity(unchecked) private var deliveries: [Frame.ID: any Delivery] = [:]
  /// The error that is travelling up, with where it came from.
  @exclusivity(unchecked) private var travelling: FlowFailure?
  /// What broke the session from outside: its presenter, or its store.
  @exclusivity(unchecked) var breakdown: (any Error)?
  /// What makes the journal durable; nothing for a session that is not kept.
  @exclusivity(unchecked) var keeper: JournalKeeper?
  /// Threads that wait until the session has settled.
  @exclusivity(unchecked) var waiters: [(gate: SettleGate, condition: (Session) -> Bool)] = []
  /// Who is told what happens; see ``Session/tellObservers()``.
  var observers: [Observer] = []
  /// The answer that was refused last; it counts while its question is the one that is asked.
  var lastRefusal: LastRefusal?
  @exclusivity(unchecked) private var presented = -1
  @exclusivity(unchecked) private var announcedEffect = -1
  /// Bodies that were started and have not returned: see ``LeakLedger``.
  private(set) var runningBodies = 0
  private(set) var runningEffects = 0

  init(
    executor: StepExecutor, machine: consuming FlowMachine, presenter: (any Presenter)?,
    controller: WeakController
  ) {
    self.executor = executor
    self.machine = machine
    self.presenter = presenter
    self.controller = controller
  }

  // MARK: - The root

  /// Runs the root flow's body from its first line.
  func runRoot() {
    guard let root else { return }
    let frame = machine.started(title: root.title, steps: root.steps)
    let driven = Driven(value: (session: self, root: root))
    runningBodies += 1
    task = Task(executorPreference: executor) {
      let (session, root) = driven.value
      await root.run(in: session, frame)
      session.runningBodies -= 1
    }
  }

  /// Runs all that can run and shows what came of it, then does what was asked for meanwhile.
  func settle() {
    run()
    // Taken out first: a flow that is let go of with its input may ask for something in its turn.
    while !queue.isEmpty {
      let inputs = queue
      queue = []
      for input in inputs {
        _ = take(input)
        run()
      }
    }
    if !waiters.isEmpty {
      let waiting = waiters
      waiters = []
      for waiter in waiting {
        if waiter.condition(self) { waiter.gate.open() } else { waiters.append(waiter) }
      }
    }
  }

  /// Runs all that can run, and what comes of it.
  func drain() {
    executor.drain()
    if machine.isMany || !replies.isEmpty { drainTurns() }
  }

  private func run() {
    drain()
    if machine.isTerminating { forceEnd() }
    guard keepAhead() else {
      unwind()
      executor.drain()
      forceEnd()
      return tellObservers()
    }
    // Let go of here, where nothing is being changed.
    if !machine.outgrown.isEmpty { _ = machine.takeOutgrown() }
    tellObservers()
    publish()
  }

  /// Whether nothing happens until somebody acts.
  var isSettled: Bool {
    if machine.isMany, machine.holdsReplies { return !machine.isChecking }
    machine.turnToForeground()
    return switch machine.state {
    case .idle, .asking, .ended: true
    case .running, .working, .gathering, .waiting: false
    }
  }

  private func publish() {
    guard let presenter else { return }
    machine.turnToForeground()
    do {
      switch machine.state {
      case .asking(let presentation) where presentation != presented:
        presented = presentation
        if let prompt { try presenter.present(prompt) }
      case .working(let effect):
        if effect.number != announcedEffect {
          announcedEffect = effect.number
          try presenter.working(on: machine.path(of: effect))
        }
        try publishProgress(of: effect)
      default: break
      }
    } catch {
      breakDown(error)
    }
  }

  /// Hands the question that waits to the presenter once more: it is put in other words.
  func presentAgain() { presented = -1 }

  /// Fails the session for an error that is not a flow's, once what runs has unwound.
  func collapse(_ error: any Error) {
    if breakdown == nil { breakdown = error }
    machine.broke()
  }

  /// Fails the session for an error that is not a flow's.
  private func breakDown(_ error: any Error) {
    collapse(error)
    unwind()
    run()
  }

  // MARK: - Ends

  /// Wakes whatever waits, so that the bodies unwind.
  func unwind() {
    if !parked.isEmpty { unwindChildren() }
    let reason: CancelReason
    if case .cancelled(let decided)? = machine.innermost?.closing {
      reason = decided
    } else {
      reason = machine.frames.isEmpty ? .back : .terminated
    }
    if machine.isTerminating { cancelBody() }
    if let question {
      self.question = nil
      question.body?.resume(throwing: FlowCancelled(reason))
    }
    if let effect {
      self.effect = nil
      effect.task?.cancel()
      effect.abandon(FlowCancelled(reason))
    }
  }

  /// Tells a body that waits for something the engine does not know of that it need not.
  func cancelBody() {
    task?.cancel()
    for task in childTasks.values { task.cancel() }
  }

  /// Ends what did not unwind by itself, from the inside out.
  func forceEnd() {
    machine.turnToLeaf()
    while let frame = machine.innermost {
      guard let leaving = machine.left(frame.id, .cancelled(.terminated)) else { return }
      if machine.frames.isEmpty {
        root?.end(leaving, in: self)
      } else {
        tell(frame.id, leaving)
      }
      machine.turnToLeaf()
    }
  }

  /// Keeps the handler of a child until its end.
  func keep(_ delivery: any Delivery, for frame: Frame.ID) {
    guard surveyed == nil else { return }
    deliveries[frame] = delivery
  }

  /// Tells a child's handler how it was left without its body having had a say.
  private func tell(_ frame: Frame.ID, _ leaving: FlowMachine.Leaving) {
    tellObservers()
    if machine.isTerminating { dismiss(leaving.presentations, leaving.apart) }
    guard let delivery = deliveries.removeValue(forKey: frame) else { return }
    let reason: CancelReason
    if case .cancelled(let decided) = leaving.verdict {
      reason = decided
    } else {
      reason = .terminated
    }
    delivery.cancel(reason, dismisser(of: leaving.presentations, leaving.apart))
  }

  /// Tells the handlers of flows that going back led out of, and forgets those of the flows that
  /// will be entered again.
  func leaveBehind(_ frames: [Frame.ID], _ presentations: [Range<Int>]) {
    tellObservers()
    let left = deliveries.filter { frames.contains($0.key) }
    deliveries = [:]
    for (_, delivery) in left.sorted(by: { $0.key.number > $1.key.number }) {
      delivery.cancel(.back, dismisser(of: 0..<machine.presentationCount, presentations))
    }
    dismiss(0..<machine.presentationCount, presentations)
  }

  func takeDelivery(of frame: Frame.ID) -> (any Delivery)? {
    deliveries.isEmpty ? nil : deliveries.removeValue(forKey: frame)
  }

  /// The root flow has ended and its handler was told.
  func rootEnded(_ outcome: Outcome<JSONValue>?) {
    root = nil
    task = nil
    deliveries = [:]
    secrets = []
    keeper?.close()
    keeper = nil
    dismissObservers()
    if let presenter, let outcome { presenter.ended(outcome) }
  }

  // MARK: - Errors

  /// The failure an error ends a flow with: where it came from first, and the error.
  func failure(_ error: any Error, at frame: Frame.ID) -> FlowFailure {
    if let failure = error as? FlowFailure { return failure }
    machine.turn(to: frame)
    let here = machine.index(of: frame).map { machine.path(to: $0) } ?? machine.currentPath
    let failure = FlowFailure(path: here, cause: error)
    // Another error than its child's is the flow's own: it handled the child's.
    if let travelling, type(of: travelling.cause) == type(of: error),
      travelling.message == failure.message
    {
      return travelling
    }
    travelling = failure
    return failure
  }

  /// A flow throws on what its child failed with.
  func travels(_ failure: FlowFailure) { travelling = failure }

  /// An error was handled, or there was none.
  func forgetFailure() {
    if travelling != nil { travelling = nil }
  }

  func bodyStarted() { runningBodies += 1 }
  func bodyEnded() { runningBodies -= 1 }
  func effectStarted() { runningEffects += 1 }
  func effectEnded() { runningEffects -= 1 }
}
