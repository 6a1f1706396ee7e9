import FoundationEssentials

/// The shell around ``Engine``: runs bodies, keeps one table of what waits, persists, and tells
/// handlers, observers and front ends what the engine decided.
///
/// Used only while its executor is owned; what leaves it is handed out by ``run()`` and done by
/// ``settle()``.
final class Session {
  let executor: StepExecutor
  // Debug builds, which run the tests, check that no author's code runs while the engine is changed.
  // Release builds do not: the checks of the fields that every step reads slow it down measurably.
  #if DEBUG
    var engine: Engine
  #else
    @exclusivity(unchecked) var engine: Engine
  #endif
  let presenter: (any Presenter)?
  let controller: WeakController
  /// The flow the session is of; let go at its end.
  var root: (any RootRun)?
  /// What waits: questions, effects, handlers that are to be told.
  @exclusivity(unchecked) var waits = WaitTable()
  /// The typed values of the session, and their recorded forms.
  @exclusivity(unchecked) var forms = RecordedForms()
  /// The handlers of children that have one.
  var deliveries: [FrameID: any Delivery] = [:]
  /// What was asked for from inside a step, in order.
  @exclusivity(unchecked) var inputs: [SessionInput] = []
  /// What is to be told to the presenter, in order.
  @exclusivity(unchecked) var notices: [Notice] = []
  var observers: [Observer] = []
  /// What makes the journal durable; nil for a session that is not kept.
  @exclusivity(unchecked) var keeper: JournalKeeper?
  /// Whether commits are carried out, see ``SessionOptions/carriesOutCommits``.
  @exclusivity(unchecked) var carriesOutCommits = true
  /// The files that may be answered with; nil as long as nobody wants to know.
  var knownFiles: KnownFiles?
  /// By which it waits for a moment.
  var clock: any FlowClock = SystemFlowClock()
  /// Decides when its effects run; nil if they run at once.
  var gate: (any EffectGate)?
  /// What broke the session from outside: its presenter, or a person who gave it up.
  var breakdown: (any Error)?
  /// The presentations on show.
  @exclusivity(unchecked) var shown = ShownPresentations()
  /// The error that is travelling up, with where it came from.
  @Boxed var travelling: FlowFailure?
  /// Answers that are looked for in the journal that the session is rebuilt from, and those it has.
  @Boxed var recognition: Recognition?
  /// What answered questions look like, for a session that is run only to find that out.
  @exclusivity(unchecked) var survey: Survey?
  /// Threads that wait until something holds.
  @exclusivity(unchecked) var waiters: [(gate: SettleGate, condition: (Session) -> Bool)] = []
  /// Tasks that wait until the session has settled.
  @exclusivity(unchecked) var tasksWaiting: [SettledWait] = []
  /// Callers that wait until what they asked for is kept.
  @exclusivity(unchecked) var calls: [(call: InputCall, handOver: Int)] = []
  /// What callers are to be told.
  @exclusivity(unchecked) var replies: [InputCall.Reply] = []
  /// What tells the place of a question from others, once somebody asks for it.
  var answersDigest = KeptAnswersDigest()
  /// What the store was handed so far.
  @exclusivity(unchecked) var handOvers = HandOvers()
  /// The places of their own that flows are shown in.
  @exclusivity(unchecked) var places = PlaceTable()
  /// Who is told what is to be shown.
  @exclusivity(unchecked) var states = StateFeeds()
  /// What is being told outside now, so that calls come one at a time.
  @exclusivity(unchecked) var lanes = Lanes()
  /// What the effects under way tell of themselves, by their number.
  var meters: [Int: EffectMeter] = [:]
  var announced = Announced()
  /// The steps whose questions were examined for what is odd about them.
  var examined: Set<StepID> = []
  /// What the result means to a person, once there is one; nil if its flow does not say.
  @Boxed var resultText: LocalizedText?
  /// Bodies, and effects, that were started and have not returned: see ``LeakLedger``.
  var runningBodies = 0
  var runningEffects = 0
  private var task: Task<Void, Never>?
  /// The bodies of children at once.
  var childTasks: [FrameID: Task<Void, Never>] = [:]

  /// Answers that are looked for in the journal.
  struct Recognition: Hashable, Sendable {
    let sought: [GivenAnswer]
    var found: [GivenAnswer] = []
  }

  /// Which callers outside are busy.
  struct Lanes {
    var isTellingObservers = false
    var isPresenting = false
  }

  /// What the presenter was told last.
  struct Announced {
    var presentation = -1
    var effect = -1
    /// The effect that told how far it has come, until the presenter is told.
    @Boxed var progress: Effect?
  }

  init(executor: StepExecutor, presenter: (any Presenter)?, controller: WeakController) {
    self.executor = executor
    engine = Engine(head: .nobody)
    self.presenter = presenter
    self.controller = controller
  }

  // MARK: - Driving

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
        let (handOver, next) = (handOvers.next, run())
        return (reception: reception, handOver: handOver, next: next, replies: takeReplies())
      }
      if let done {
        for reply in done.replies { reply.tell() }
        // Mail that arrived meanwhile found the session owned, so this thread handles it.
        if done.next != nil || executor.isMailWaiting { settle(after: done.next) }
        return checkKept(done.reception, input, done.handOver)
      }
    }
    let owned = Owned(value: (session: self, input: input))
    executor.post { owned.value.session.inputs.append(owned.value.input) }
    return .queued
  }

  /// What could not be made durable was not taken.
  private func checkKept(
    _ reception: FlowController.Reception, _ input: SessionInput, _ handOver: Int
  ) -> FlowController.Reception {
    guard keeper != nil, case .accepted = reception, input.isToBeKept else { return reception }
    return executor.own { self.reception(of: handOver) }
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
        if engine.isTerminating, forceEnd() { continue }
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
        // Taken out first: a flow that is let go of with its input may ask for something in turn.
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
      if isNews { root?.start() } else { keeper?.rewound() }
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
    if engine.isHeldBack { return false }
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

  // MARK: - The root

  /// Runs the root flow's body from its first line.
  private func runRoot() {
    guard let root else { return }
    let frame = engine.rerun(title: root.title, place: root.place, steps: root.steps)
    runningBodies += 1
    task = root.run(in: self, frame)
  }

  /// Tells bodies that wait for something the engine does not know of that they need not.
  private func cancelBodies() {
    task?.cancel()
    for task in childTasks.values { task.cancel() }
  }

  /// Ends the innermost flow that did not unwind by itself.
  ///
  /// Returns whether there was one.
  private func forceEnd() -> Bool {
    guard engine.phase == .running else { return false }
    cancelBodies()
    var branch = BranchID.trunk
    while let child = engine.tree[branch].children.first { branch = child }
    guard let frame = engine.tree[branch].frames.last else { return false }
    guard let leaving = engine.left(frame.id, .cancelled(.terminated)) else { return false }
    dismissIfTerminating(leaving.presentations)
    if engine.phase == .finishing {
      root?.end(leaving, in: self)
    } else if let delivery = takeDelivery(of: frame.id) {
      delivery.cancel(reason(of: leaving), dismisser(of: leaving.presentations))
    }
    return true
  }

  private func reason(of leaving: Engine.Leaving) -> CancelReason {
    if case .cancelled(let reason) = leaving.verdict { reason } else { .terminated }
  }

  /// The root flow has ended and its handler was told.
  func rootEnded(_ outcome: Outcome<JSONValue>?) {
    root = nil
    task = nil
    deliveries = [:]
    travelling = nil
    breakdown = nil
    engine.secrets = []
    keeper?.close()
    keeper = nil
    dismissObservers()
    forgetFlowsOfPlaces()
    endStates()
    states.end(outcome)
    if presenter != nil, let outcome { notices.append(.ended(outcome)) }
  }

  // MARK: - Handlers

  func takeDelivery(of frame: FrameID) -> (any Delivery)? {
    deliveries.isEmpty ? nil : deliveries.removeValue(forKey: frame)
  }

  /// Tells the handlers of flows that going back led out of, and forgets those of the flows that
  /// will be entered again.
  private func leaveBehind(_ left: LeftBehind) {
    let frames = Set(left.frames)
    let told = deliveries.filter { frames.contains($0.key) }
    deliveries = [:]
    for (_, delivery) in told.sorted(by: { $0.key.number > $1.key.number }) {
      delivery.cancel(.back, dismisser(of: left.presentations))
    }
    dismiss(left.presentations)
  }

  /// Does something once all that was noted is durable and told, before the body of a branch's
  /// innermost flow continues.
  ///
  /// No other body runs meanwhile, so that a journal is the same whether somebody observes or not.
  nonisolated(nonsending) func afterTelling(
    in branch: BranchID, _ action: @escaping (Session) -> Void
  ) async {
    guard engine.events?.hasNews ?? false || !notices.isEmpty || engine.isHeldBack else {
      return action(self)
    }
    executor.stall()
    let wait = engine.telling(in: branch)
    await withUnsafeContinuation { body in
      waits[wait] = WaitingForTelling(body, action)
    }
  }

  // MARK: - Results

  /// Keeps what the result of the session means to a person, in the language it is held in.
  func keepWords(_ words: Text?, of flow: some Flow) {
    resultText = words.map {
      let text = $0.resolved(in: environment.at(flow.place(in: [])))
      return LocalizedText(key: text.key, text: forms.guarded(text.text))
    }
  }

  // MARK: - Errors

  /// Fails the session for an error that is not a flow's, once what runs has unwound.
  func collapse(_ error: any Error) {
    if breakdown == nil { breakdown = error }
    engine.broke()
  }

  /// The failure an error ends a flow with: where it came from first, and the error.
  func failure(_ error: any Error, at frame: FrameID) -> FlowFailure {
    if let failure = error as? FlowFailure { return failure }
    let branch = engine.tree[frame.branch]
    let here = branch.index(of: frame).map { engine.tree.path(of: $0, in: frame.branch) }
    let path = here ?? engine.tree.path(of: frame.branch)
    let failure = FlowFailure(
      path: path, cause: error, message: forms.guarded(String(describing: error)),
      text: text(of: error))
    // Another error than its child's is the flow's own: it handled the child's.
    if let travelling, type(of: travelling.cause) == type(of: error),
      travelling.message == failure.message
    {
      return travelling
    }
    travelling = failure
    return failure
  }

  /// What an error says to people, if it says anything.
  func text(of error: any Error) -> String? {
    (error as? any LocalizableError).map {
      forms.guarded($0.text.resolved(in: environment).text)
    }
  }

  /// A flow acts on: the error of its child was handled, or there was none.
  func forgetFailure() {
    if travelling != nil { travelling = nil }
  }

  /// What the root flow fails with if something around it broke.
  var failureFromOutside: FlowFailure {
    FlowFailure(
      path: StepPath([engine.journal.head.flow]), cause: breakdown ?? FlowCancelled(.terminated))
  }

  /// Does not return: throws, or holds the body for good.
  nonisolated(nonsending) func meet(_ denial: Denial) async throws -> Never {
    try await withUnsafeThrowingContinuation { (body: UnsafeContinuation<Void, any Error>) in
      body.resume(with: denial)
    }
    // It does not come back from there.
    throw FlowCancelled(.terminated)
  }

  /// Tells as diagnostics what was kept out of the journal.
  private func reportFindings() {
    let path = engine.tree.path(of: engine.tree.foreground)
    for finding in forms.takeFindings() {
      switch finding {
      case .secret:
        engine.note(
          .secretRedacted, at: path,
          "what was typed at a sensitive step came into the journal another way; the mark was written"
        )
      case .unencodable(let reason): engine.note(.unencodable, at: path, reason)
      }
    }
  }
}
