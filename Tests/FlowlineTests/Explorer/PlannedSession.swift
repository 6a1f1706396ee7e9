import Testing

@testable import Flowline

/// A session without a shell: bodies as data, run over the engine, and a store and a world that
/// answer when they are told to.
///
/// A value, so that an explorer can branch it.
struct PlannedSession {
  /// When the store answers.
  enum Store { case none, atOnce, later }

  let plan: [BodyStep]
  let store: Store
  var engine: Engine
  var bodies: [FrameID: PlannedBody] = [:]
  var waits: [WaitID: PlannedWait] = [:]
  var groups: [FrameID: PlannedGroup] = [:]
  /// How children at once have ended, for the body that waits for them.
  var finished: [FrameID: ChildResult] = [:]
  /// Bodies that can run, in order.
  var queue: [(body: FrameID, how: BodyResume)] = []
  /// Whether a body waits for something to be told before any other runs.
  var isStalled = false
  /// Effects and checks that run outside.
  var outside: [Effect] = []
  /// What the store has, and what it was handed and has not answered.
  var stored: Journal?
  var handed: Journal?
  /// Handlers of children that were not told an outcome yet.
  var deliveries: Set<FrameID> = []
  var world = PlannedWorld()
  var log = OutcomeLog()
  /// The first rule that was broken on the way.
  var broken: String?

  static let head = Journal.Head(
    flow: "root", version: 1, session: .nilUUID, environment: .test)

  init(
    _ plan: [BodyStep], store: Store = .none, replaying journal: Journal? = nil,
    after last: Engine? = nil, head: Journal.Head = head
  ) {
    self.plan = plan
    self.store = store
    let replay =
      journal.map {
        ReplayCursor($0.entries, lines: $0.lines, isWhole: true, endingWith: $0.pending)
      } ?? ReplayCursor()
    let head = journal?.head ?? head
    engine = last ?? Engine(head: head)
    engine.startAnew(head: head, replaying: replay, replies: nil)
    if let journal { engine.rebuilds(version: journal.head.version) }
    engine.keeping.isOn = store != .none
    stored = journal
  }

  mutating func start() {
    engine.starting()
    run()
  }

  mutating func breaks(_ rule: String) { if broken == nil { broken = rule } }

  // MARK: - Driving

  /// Runs all that can run, as the shell does.
  mutating func run() {
    while true {
      drain()
      let due = engine.takeDue()
      if due == .nothing {
        if engine.isTerminating, !engine.waitsForStore, forceEnd() { continue }
        let idle = engine.takeDueWhenIdle()
        if idle == .nothing { return }
        carryOut(idle)
      } else {
        carryOut(due)
      }
    }
  }

  private mutating func drain() {
    while !isStalled, !queue.isEmpty {
      let (body, how) = queue.removeFirst()
      resume(body, how)
    }
  }

  mutating func carryOut(_ due: Due) {
    checkKept(before: due)
    switch due {
    case .nothing: break
    case .write: write()
    case .tellObservers: _ = engine.events?.take()
    case .tellLeftBehind(let left):
      for frame in left.frames.reversed() where deliveries.remove(frame) != nil {
        log.tellEnd(of: frame)
      }
      deliveries = []
    case .unwind(let wait, let reason): unwind(wait, reason)
    case .begin:
      let frame = engine.rerun(title: "root", steps: nil)
      begin(PlannedBody(frame: frame, parent: nil, rest: plan, isStubborn: false))
      queue.append((frame, .begins))
    case .perform(let effect): perform(effect)
    case .wake(let wait): wake(wait)
    case .takeTurn(let wait): takeTurn(wait)
    case .decide(let effect): decide(effect)
    case .offerEvents: offerEvents()
    case .offer(let wait, let entry):
      if offer(entry, at: wait) { wakeAnswered(wait) }
    case .end:
      if engine.lacksHandOver {
        breaks("rule 13: the session ended, and the store was not handed all that was accepted")
      }
      engine.endWasTold()
    }
  }

  /// Rule 13: what follows from an entry waits until that is durable.
  private mutating func checkKept(before due: Due) {
    guard engine.isHeldBack, !engine.isTerminating else { return }
    switch due {
    case .nothing, .write, .unwind, .takeTurn: break
    // A load that is lost is read again, so it need not wait, nor what it replied.
    case .perform(let effect) where effect.kind == .load || effect.kind.isWait: break
    case .wake(let wait) where waits[wait]?.isLoad ?? false: break
    default: breaks("rule 13: \(due) came before what led to it was durable")
    }
  }

  private mutating func forceEnd() -> Bool {
    guard engine.phase == .running else { return false }
    var branch = BranchID.trunk
    while let child = engine.tree[branch].children.first { branch = child }
    guard let frame = engine.tree[branch].frames.last else { return false }
    guard let leaving = engine.left(frame.id, .cancelled(.terminated)) else { return false }
    log.ended(frame.id)
    if deliveries.remove(frame.id) != nil, leaving.isNews { log.tellEnd(of: frame.id) }
    return true
  }

  // MARK: - The store

  private mutating func write() {
    if engine.takeEventsBehind().isEmpty {
      _ = engine.handedToStore()
      handed = engine.told
    } else {
      // All that the store has, and the events behind it.
      var journal = Journal(head: engine.journal.head)
      journal.entries = engine.replay.entries
      handed = journal
    }
    if store == .atOnce { kept() }
  }

  mutating func kept() {
    stored = handed
    handed = nil
    engine.kept()
  }

  /// - Parameter isMade: whether the store has it all the same.
  mutating func notKept(isMade: Bool) {
    if isMade { stored = handed }
    handed = nil
    engine.notKept(
      StoreFailure(isMade ? .unknownOutcome : .unwritable, at: "memory", "told to fail"))
  }

  // MARK: - Telling

  /// Does something once all that was noted is durable and told.
  ///
  /// Returns whether the body can go on at once.
  mutating func afterTelling(in branch: BranchID, _ body: FrameID, _ told: PlannedWait.Told) -> Bool
  {
    guard engine.events?.hasNews ?? false || engine.isHeldBack else {
      tell(told)
      return true
    }
    isStalled = true
    waits[engine.telling(in: branch)] = PlannedWait(body: body, kind: .telling(told))
    return false
  }

  private mutating func tell(_ told: PlannedWait.Told) {
    switch told {
    case .start(let start?): log.tellStart(of: start.frame, at: start.path)
    case .start(nil): break
    case .end(let frame, _): log.tellEnd(of: frame)
    }
  }

  mutating func resumeTold(_ wait: PlannedWait, _ told: PlannedWait.Told) {
    isStalled = false
    switch told {
    case .start: queue.insert((wait.body, .begins), at: 0)
    case .end(_, let result): queue.insert((wait.body, .childEnded(result)), at: 0)
    }
  }

  private mutating func unwind(_ id: WaitID, _ reason: CancelReason) {
    guard let wait = waits.removeValue(forKey: id) else { return }
    if case .telling(let told) = wait.kind {
      if !engine.isUnloading { tell(told) }
      return resumeTold(wait, told)
    }
    queue.append((wait.body, .throwing(.cancelled(reason))))
  }

  private mutating func wake(_ id: WaitID) {
    guard let wait = waits.removeValue(forKey: id) else { return }
    if case .telling(let told) = wait.kind {
      tell(told)
      return resumeTold(wait, told)
    }
    guard let result = wait.result else { return breaks("rule 13: \(id) was woken with no result") }
    queue.append((wait.body, result))
  }

  /// A question has its answer: its body goes on.
  mutating func wakeAnswered(_ id: WaitID) {
    guard let wait = waits.removeValue(forKey: id), let result = wait.result else { return }
    queue.append((wait.body, result))
  }
}

/// What happened outside, whatever became of the sessions.
struct PlannedWorld {
  /// What each key was sent with, and for which step.
  var sent: [IdempotencyKey: (contents: JSONValue?, path: StepPath)] = [:]
}

/// Which flows have ended, and what their handlers were told.
struct OutcomeLog {
  private(set) var opened: Set<FrameID> = []
  private(set) var ended: Set<FrameID> = []
  private var told: Set<FrameID> = []
  private var paths: [FrameID: StepPath] = [:]
  /// How many starts a handler was told of that it was not told the outcome of, by the flow's path.
  private(set) var open: [StepPath: Int] = [:]
  private(set) var broken: String?
  /// Whether a process has ended with the session in it.
  private(set) var hasCrashed = false

  mutating func open(_ frame: FrameID, at path: StepPath) {
    if !opened.insert(frame).inserted { broken = "rule 3: \(frame) was opened twice" }
    paths[frame] = path
  }

  mutating func ended(_ frame: FrameID) {
    if !ended.insert(frame).inserted { broken = "rule 1: \(frame) ended twice" }
    if !opened.contains(frame) { broken = "rule 1: \(frame) ended and was never opened" }
  }

  mutating func tellStart(of frame: FrameID, at path: StepPath) {
    open[path, default: 0] += 1
    // A start need not be durable before it is told: a new process may tell it again.
    if hasCrashed { open[path] = 1 }
    if open[path] != 1 { broken = "rule 1: \(path) started again before its outcome was told" }
  }

  mutating func reopen(_ path: StepPath) { open[path] = 1 }

  mutating func tellEnd(of frame: FrameID) {
    if !told.insert(frame).inserted { broken = "rule 1: \(frame) had two outcomes" }
    guard let path = paths[frame] else { return broken = "rule 1: \(frame) was never opened" }
    open[path, default: 0] -= 1
    if open[path] == 0 { open[path] = nil }
    if open[path] == -1 { broken = "rule 15: the outcome of \(path) was told twice" }
  }

  /// A new process, or a new session, has its own frames.
  mutating func forgetFrames() {
    (opened, ended, told, paths) = ([], [], [], [:])
    hasCrashed = true
  }
}
