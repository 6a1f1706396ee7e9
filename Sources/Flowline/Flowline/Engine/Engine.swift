import FoundationEssentials

/// The lifecycle of a session as one value: what each event may do in each state.
///
/// It has no I/O, no concurrency, no closures and runs no body. Each transition is named by what
/// happened, names the branch, frame or wait it happened to, and returns at once what its caller
/// must know; what follows from it is collected in ``Engine/takeDue()``. A query changes nothing.
/// ``Session`` is the shell that carries out what is decided here.
struct Engine: Hashable, Sendable {
  /// Where the session as a whole is.
  enum Phase: Hashable, Sendable {
    /// Nothing was started yet.
    case idle
    /// The root flow is about to run; its start is news unless the session went back.
    case starting(isNews: Bool)
    case running
    /// The root flow has its outcome, and it is not told yet.
    case finishing
    case ended
  }

  var phase = Phase.idle
  var tree = BranchTree()
  /// What has happened.
  ///
  /// The questions that wait are in the tree.
  var journal: Journal
  /// What is replayed, while something is.
  @CopyOnWrite var replay: ReplayCursor
  /// Which child at once takes its turn in a replay, and whose reply comes next.
  @CopyOnWrite var scheduling: Scheduling
  /// Where loads and commits are answered from, if they must not run.
  var recordedReplies: RecordedReplies?
  /// The writes that are left to people.
  var confirmations: [PersonalConfirmation] = []
  /// The events that were delivered, for the flow to take when it waits for them.
  var mailbox = Mailbox()
  /// What going back or a change of the flow set aside.
  @CopyOnWrite var setAside: SetAside
  /// Answers that wait for their questions.
  @CopyOnWrite var given: GivenAnswers
  /// What was typed at sensitive steps in this process, for going back.
  var secrets: [TypedSecret] = []
  /// The answers that can be gone back to.
  var backStops = BackStops()
  var keeping = Keeping()
  /// What was held when the session was left, as far as the flow has not come to it again.
  @Boxed var heldBefore: [HeldEffect]?
  var due = DueList()
  var numbers = Numbers()
  /// What observers are to be told; nil if there never was one.
  var events: EventBuffer?
  @Boxed var divergence: Divergence?
  /// How the journal fitted that was rebuilt from, if that is worth telling.
  @Boxed var fit: JournalFit?
  /// The world in the language that was asked for last, if one was.
  @Boxed var spoken: FlowEnvironment?
  /// The version of the flow that wrote the journal that is replayed.
  @Boxed var recordedVersion: Int?
  /// Why a session was not resumed, or left as it is while it was rebuilt.
  @Boxed var misfit: Misfit?
  private(set) var diagnostics: [Diagnostic] = []
  /// Nanoseconds of a monotonic clock when the drive began; see ``MonotonicTime``.
  var now: Int64 = 0
  /// Flows that going back stays in, with when they were opened, while their bodies run again.
  var openedBefore: [FrameRef: Int64]?
  /// Flows that had ended and that going back leads into again.
  var reopening: Set<FrameRef> = []
  /// How many answers stand.
  var answersStanding = 0
  /// Whose they are, as far as children at once gave them.
  @CopyOnWrite var lineage: AnswerLineage
  /// How many bytes of refused answers the journal still takes before it has the mark in their place.
  var refusedRoom = JSONValue.mostRefused
  /// How often the session went back because a child was cancelled.
  var returns = 0
  /// Whether the session is to end as a whole, whatever the bodies do.
  var isTerminating = false
  /// Why the session was given up, if a person did.
  @Boxed var givenUp: String?
  /// Whether the session is to be left as it is: no line, no outcome, no dismissal.
  var isUnloading = false
  /// The ids below the root of the branch that the journal told last.
  var toldBranch: [StepID] = []

  /// How many calls a flow that was told to end may make before it is held fast.
  static let callsAllowedAfterEnd: Int16 = 1000
  private static let diagnosticsKept = 100

  init(head: Journal.Head) { journal = Journal(head: head) }

  /// Becomes an engine for the next session of a controller.
  ///
  /// Its numbers go on counting, so that what is left of the last session can never be taken for a
  /// part of the new.
  mutating func startAnew(
    head: Journal.Head, replaying replay: ReplayCursor = ReplayCursor(),
    replies: RecordedReplies? = nil
  ) {
    if phase != .idle { forgetLast() }
    misfit = nil
    journal = Journal(head: head)
    // Most sessions have a handful of answers; a rebuilt one has as many as before.
    let capacity = max(12, replay.entries.count + 1)
    journal.entries.reserveCapacity(capacity)
    backStops = BackStops(minimumCapacity: capacity)
    recordedReplies = replies
    guard !replay.isAtEnd else { return }
    self.replay = replay
    self.replay.forgetPresentations()
    refusedRoom -= replay.entries.refusedSize
    if replay.hasEvents { mailbox = Mailbox(replay.entries) }
    if replay.setsAside { setAside = SetAside(replay.entries, of: head.flow) }
  }

  private mutating func forgetLast() {
    let (last, events, now) = (numbers, events, now)
    scheduling.reset()
    let scheduling = scheduling
    self = Engine(head: journal.head)
    numbers = Numbers(
      serial: last.serial, presentations: last.presentations, first: last.presentations,
      undoings: last.undoings + 1)
    (self.events, self.now, self.scheduling) = (events, now, scheduling)
  }

  // MARK: - Numbers

  /// What is counted in a session.
  struct Numbers: Hashable, Sendable {
    /// Frames, branches, waits and effects; never used again in one controller.
    var serial = 0
    /// Presentations; never used again in one controller.
    var presentations = 0
    /// The first presentation of the session.
    var first = 0
    /// How often answers were taken back or were all played again; never used again in one controller.
    var undoings = 0
    var commits = 0
    /// Ids and seeds that were made for bodies.
    var made = 0

    /// The key of the session's next commit.
    func key(of head: Journal.Head, besides others: Int) -> IdempotencyKey {
      IdempotencyKey(session: head.session, commit: commits + others)
    }
  }

  mutating func nextSerial() -> Int {
    numbers.serial += 1
    return numbers.serial
  }

  mutating func nextWait(in branch: BranchID) -> WaitID {
    WaitID(branch: branch, number: nextSerial())
  }

  mutating func nextPresentation(in branch: BranchID) -> Int {
    defer { numbers.presentations += 1 }
    if branch != .trunk { tree[branch].present(numbers.presentations) }
    return numbers.presentations
  }

  /// An id that follows from the session's and how many were made before.
  mutating func makeID() -> UUID {
    numbers.made += 1
    return UUID(seed: journal.head.session, "id", numbers.made)
  }

  /// A seed that follows from the session's id and how many were made before.
  mutating func makeSeed() -> UInt64 {
    let bytes = makeID().uuid
    return withUnsafeBytes(of: bytes) { $0.loadUnaligned(as: UInt64.self) }
  }

  // MARK: - Diagnostics

  mutating func note(_ code: Diagnostic.Code, at path: StepPath, _ message: String) {
    if diagnostics.count == Self.diagnosticsKept { diagnostics.removeFirst() }
    let diagnostic = Diagnostic(code: code, path: path, message: message)
    diagnostics.append(diagnostic)
    if isObserved { tell(.diagnostic(diagnostic), at: path) }
  }

  /// Notes something of the flow itself, once: its body comes by the same place again whenever somebody
  /// goes back.
  mutating func noteOnce(_ code: Diagnostic.Code, at path: StepPath, _ message: String) {
    let diagnostic = Diagnostic(code: code, path: path, message: message)
    if !diagnostics.contains(diagnostic) { note(code, at: path, message) }
  }

  // MARK: - May it act?

  /// Why a frame may not act now; nil if it may.
  mutating func denial(for id: FrameID) -> Denial? {
    guard tree[id.branch].mayAct(id) else { return rareDenial(for: id) }
    if replay.isAtEnd { return nil }
    takeNextCancel(before: id)
    return tree[id.branch].mayAct(id) ? nil : rareDenial(for: id)
  }

  private mutating func rareDenial(for id: FrameID) -> Denial? {
    let branch = tree[id.branch]
    guard let index = branch.index(of: id) else {
      return .leave(isTerminating || phase == .ended ? .terminated : .back)
    }
    guard let closing = branch.frames[index].closing else {
      note(
        .notInnermost, at: tree.path(of: index, in: id.branch),
        index < branch.frames.count - 1
          ? "a flow may not act while its child \(branch.frames[branch.frames.count - 1].step) is running"
          : "a flow may not act while it waits for an answer or an effect")
      return .notInnermost
    }
    if branch.frames[index].callsAfterEnd <= Self.callsAllowedAfterEnd {
      tree[id.branch].frames[index].callsAfterEnd += 1
    }
    if tree[id.branch].frames[index].callsAfterEnd > Self.callsAllowedAfterEnd {
      if branch.frames[index].callsAfterEnd == Self.callsAllowedAfterEnd {
        note(
          .ignoredEnd, at: tree.path(of: index, in: id.branch),
          "the flow was told to end and continued to act \(Self.callsAllowedAfterEnd) times")
      }
      return .hold
    }
    if case .cancelled(let reason) = closing { return .leave(reason) }
    return .leave(.terminated)
  }

  /// Whether the root flow has started and not ended.
  @inline(__always) var isRunning: Bool {
    switch phase {
    case .starting, .running, .finishing: true
    case .idle, .ended: false
    }
  }

  /// Why no session can be started now: one is running.
  @inline(__always) var startRefusal: Refusal.Code? { isRunning ? .alreadyRunning : nil }

  /// Why the session cannot be ended now: nothing runs.
  @inline(__always) var terminateRefusal: Refusal.Code? {
    phase == .starting(isNews: true) || phase == .starting(isNews: false) || phase == .running
      ? nil : .notRunning
  }
}

/// Why a body may not act.
enum Denial: Hashable, Sendable {
  /// The flow is being left: its body is to unwind.
  case leave(CancelReason)
  /// The body does not stop acting after it was told to end: it is to be held for good.
  case hold
  /// The flow has a child that is running, or waits for an effect.
  case notInnermost
  /// The write is left to people, and nobody has confirmed it.
  case unconfirmed(StepID)
}
