/// What follows from what happened, when nothing can run: one thing at a time.
enum Due: Hashable, Sendable {
  /// Nothing: show what waits.
  case nothing
  /// Make the journal durable, or at least written.
  case write
  /// Tell observers what was noted.
  case tellObservers
  /// Tell the handlers of flows that going back led out of, and close what they showed.
  case tellLeftBehind(LeftBehind)
  /// Wake what waits by throwing: its flow is being left.
  case unwind(WaitID, CancelReason)
  /// Run the root flow's body; tell its handler first if the start is news.
  case begin(isNews: Bool)
  /// Carry out a load, a commit or a check.
  case perform(Effect)
  /// Wake what waits: its reply is in the journal, or its handler was told.
  case wake(WaitID)
  /// It is the turn of what waits, in the journal that is replayed.
  case takeTurn(WaitID)
  /// A check's verdict reaches its question.
  case decide(Effect)
  /// Offer the events that nobody has taken to those that wait for one.
  case offerEvents
  /// Offer a question the answer that was given for it beforehand.
  case offer(WaitID, GivenAnswers.Entry)
  /// Tell the root's outcome.
  case end
}

/// What a back led out of.
struct LeftBehind: Hashable, Sendable {
  var frames: [FrameID]
  /// The flows that it stays in, which run again.
  let staying: [FrameID]
  let presentations: [Range<Int>]
}

/// What transitions have left to be done.
struct DueList: Hashable, Sendable {
  /// What is to be woken by throwing.
  var released: [Released] = []
  /// What may go on, the first first: begun effects, replies, ends to be told.
  var ready: [WaitID] = []
  @Boxed var leftBehind: LeftBehind?

  struct Released: Hashable, Sendable {
    let wait: WaitID
    let reason: CancelReason
  }
}

extension Engine {
  /// The next thing to do, now that nothing can run.
  mutating func takeDue() -> Due {
    // What going back led out of is told before its bodies unwind.
    if due.leftBehind == nil, let released = takeReleased() { return released }
    if keeping.isOn {
      if let next = takeReadyUnkept() { return next }
      if isToBeWritten { return .write }
      if waitsForStore { return .nothing }
    }
    if events?.hasNews ?? false { return .tellObservers }
    if var left = due.leftBehind {
      due.leftBehind = nil
      // Nothing runs again in a session that is ended first.
      if isTerminating { left.frames = left.staying + left.frames }
      return .tellLeftBehind(left)
    }
    if case .starting(let isNews) = phase {
      phase = .running
      if !isNews, !isTerminating { startOver() }
      return .begin(isNews: isNews)
    }
    while !due.ready.isEmpty {
      if let next = take(ready: due.ready.removeFirst()) { return next }
    }
    return phase == .finishing ? .end : .nothing
  }

  /// Whether nothing goes on before the store has what it was handed.
  ///
  /// A session that is left in the middle waits until the store was handed what was accepted, and not for its
  /// answer.
  var waitsForStore: Bool { isLeftInMiddle ? lacksHandOver : isHeldBack }

  /// Whether the session ends without a line that says so, and can be resumed.
  ///
  /// If a person gave it up, that is its end, and is kept before it is told.
  var isLeftInMiddle: Bool { isTerminating && (givenUp == nil || isUnloading) }

  /// The next thing to do, now that nothing can run and no effect can reply at once.
  mutating func takeDueWhenIdle() -> Due {
    if waitsForStore { return .nothing }
    let next = tree.isForked || !scheduling.isIdle ? takeScheduled() : .nothing
    // What was sent with a page and is not asked now is not asked for.
    if next == .nothing, given.holdsPage { given.forgetPage() }
    return next == .nothing && mailbox.hasNews && phase == .running ? .offerEvents : next
  }

  /// What may go on before the store has what led to it: loads and their replies, which are read
  /// again if they are lost.
  ///
  /// So an answer and what it leads to are kept together.
  private mutating func takeReadyUnkept() -> Due? {
    guard keeping.fault == nil, phase == .running, due.leftBehind == nil,
      !(events?.hasNews ?? false)
    else { return nil }
    while let wait = due.ready.first {
      switch tree[wait.branch].state {
      case .loading, .loaded, .waiting: break
      default:
        if tree[wait.branch].wait == wait { return nil }
      }
      due.ready.removeFirst()
      if let next = take(ready: wait) { return next }
    }
    return nil
  }

  /// Whether a body waits until its child's start or end was told.
  private var isTelling: Bool {
    tree.first { if case .telling = $0.state { true } else { false } } != nil
  }

  private mutating func takeReleased() -> Due? {
    // No other body runs during a notification, so the journal does not depend on who observes.
    guard !due.released.isEmpty, !isTelling else { return nil }
    let released = due.released.removeFirst()
    return .unwind(released.wait, released.reason)
  }

  /// What becomes of a wait that may go on; nil if it is over.
  private mutating func take(ready wait: WaitID) -> Due? {
    let branch = wait.branch
    // A copy: the tree is changed below.
    let state = tree[branch].state
    switch state {
    case .loading(let effect) where effect.wait == wait,
      .checking(_, let effect) where effect.wait == wait:
      return .perform(effect)
    case .committing(let effect, .intended) where effect.wait == wait:
      tree.set(.committing(effect, .sent), of: branch)
      return .perform(effect)
    case .committing(let effect, .answered) where effect.wait == wait:
      return woken(wait)
    case .telling(wait), .loaded(wait): return woken(wait)
    case .waiting(let want) where want.wait == wait && scheduling.hasTurn(branch):
      tree.set(.running, of: branch)
      return .takeTurn(wait)
    default: return nil
    }
  }

  /// The body goes on, unless its flow was told to end meanwhile.
  private mutating func woken(_ wait: WaitID) -> Due {
    let reason = tree.isForked ? leaveReason(of: wait.branch, isAnswered: true) : nil
    tree.set(.running, of: wait.branch)
    return reason.map { .unwind(wait, $0) } ?? .wake(wait)
  }

  /// What waits in a branch waits no more, and is to be woken by throwing.
  mutating func release(_ branch: BranchID, _ reason: CancelReason) {
    if let wait = tree[branch].wait {
      due.released.append(DueList.Released(wait: wait, reason: reason))
    }
  }
}
