import FoundationEssentials

/// The lifecycle of a session as a pure value: what each event may do in each state.
///
/// It has no I/O, no concurrency and runs no body. Each transition is named by what happened and
/// returns what is to be done; what must not happen comes back as a refusal or is recorded as a
/// diagnostic. ``Session`` is the thin shell around it.
struct FlowMachine: ~Copyable {
  enum State: Hashable {
    /// Nothing was started yet.
    case idle
    /// A body is running, or waits for something the engine does not know of.
    case running
    /// The innermost flow is a screen that waits for its answer.
    case asking(presentation: Int)
    /// The innermost flow waits for a load or a commit, or is a screen whose answer is checked.
    case working(Effect)
    /// The innermost flow waits for its children at once; each of them has a strand of its own.
    case gathering
    /// One of several children at once waits for its turn in the journal that is replayed.
    case waiting
    /// The root flow has ended.
    case ended
  }

  /// A load, a commit or a check under way.
  struct Effect: Hashable {
    /// Never used again.
    let number: Int
    let id: StepID
    let kind: FlowInspection.Effect.Kind
    let call: EffectCall

    var isCommit: Bool { kind == .commit }

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  var state = State.idle
  /// The flows that have started and not ended, the root first.
  var frames: [Frame] = []
  /// What has happened.
  var journal: Journal
  /// What is replayed, while something is.
  var tape: Tape
  /// Records that were replayed to their end or left. A value of a flow's that is let go of may call
  /// back, so the shell lets go of them when nothing is being changed.
  private(set) var outgrown: [Tape] = []
  /// Where loads and commits are answered from, when they must not run.
  var recordedEffects: RecordedEffects?
  var shown = PresentationSet()
  /// What going back or a change of the flow set aside.
  var asides = Asides()
  @Rare var divergence: Divergence?
  /// How the journal fitted that was rebuilt from, where that is worth telling.
  @Rare var fit: JournalFit?
  /// The world in the language that was asked for last, where one was.
  @Rare var spoken: FlowEnvironment?
  /// The version of the flow that wrote it.
  var recordedVersion: Int?
  /// The answer that was taken from the tape and is being read.
  var recordedAnswer: JournalEntry?
  private(set) var diagnostics: [Diagnostic] = []
  /// What observers are to be told; nothing where there never was one.
  var account: FlowAccount?
  /// Nanoseconds of a monotonic clock when the drive began; see ``MonotonicTime``.
  var now: Int64 = 0
  /// When the flows were opened that going back stays in, while their bodies run again.
  var openedBefore: [FrameRef: Int64]?
  private var serial = 0
  var presentationCount = 0
  /// The first presentation of the session.
  private(set) var sessionPresentation = 0
  /// Flows that had ended and that going back leads into again.
  var reopening: Set<FrameRef> = []
  /// How many answers stand.
  var answersStanding = 0
  var commitCount = 0
  var madeIDs = 0
  /// Whether the session is to end as a whole, whatever the bodies do.
  var isTerminating = false

  /// The strands, while children at once are running.
  var many: StrandTable?
  /// Whether children at once are running.
  var isMany = false
  /// The strand that ``frames``, ``state`` and the pending question are of.
  var current = 0
  /// Whether replies reach children at once only when the driver says so: a script sets the order.
  var holdsReplies = false
  /// Whether a strand may be waiting for its turn.
  var mayWait = false
  /// The path of the strand that the journal told last.
  var told: [StepID] = []

  /// How many calls a flow that was told to end may make before it is held fast.
  static let callsAllowedAfterEnd = 1000
  private static let diagnosticsKept = 100

  init(head: Journal.Head, replaying tape: Tape = Tape(), effects: RecordedEffects? = nil) {
    journal = Journal(head: head)
    self.tape = tape
    if !tape.isAtEnd {
      self.tape.forgetPresentations()
      var record = journal
      record.entries = tape.entries
      asides = Asides(record)
    }
    recordedEffects = effects
  }

  /// Makes ready for another session after one has ended. Numbers go on counting, so that what is
  /// left of the old session can never be taken for a part of the new.
  ///
  /// Returns what was: a value of a flow's that is let go of may call back, and must find the new.
  mutating func restart(
    head: Journal.Head, replaying tape: Tape, effects: RecordedEffects?
  ) -> FlowMachine {
    var next = FlowMachine(head: head, replaying: tape, effects: effects)
    next.serial = serial
    next.shown = shown
    next.holdsReplies = holdsReplies
    next.presentationCount = presentationCount
    next.account = account
    next.now = now
    next.sessionPresentation = presentationCount
    swap(&self, &next)
    return next
  }

  /// Puts another record in the place of the one that is being replayed.
  mutating func change(tape next: Tape) {
    if !tape.entries.isEmpty { outgrown.append(tape) }
    tape = next
  }

  mutating func takeOutgrown() -> [Tape] {
    let taken = outgrown
    outgrown = []
    return taken
  }

  /// The journal was written by an older version of the flow. All of it stands until the flow wants
  /// something else.
  mutating func rebuilds(version: Int) {
    recordedVersion = version
    guard version != journal.head.version else { return }
    tellFit(tape.fates(below: journal.head.flow, isExpected: true))
  }

  // MARK: - Frames

  /// The next number of its kind: frames and effects are told apart by it for ever.
  mutating func nextSerial() -> Int {
    serial += 1
    return serial
  }

  /// An id that follows from the session's and how many were made before.
  mutating func makeID() -> UUID {
    madeIDs += 1
    return UUID(seed: journal.head.session, "id", madeIDs)
  }

  /// A seed that follows from the session's id and how many were made before.
  mutating func makeSeed() -> UInt64 {
    let bytes = makeID().uuid
    return withUnsafeBytes(of: bytes) { $0.loadUnaligned(as: UInt64.self) }
  }

  var innermost: Frame? { frames.last }

  func index(of id: Frame.ID) -> Int? {
    if let last = frames.last, last.id == id { return frames.count - 1 }
    return frames.lastIndex { $0.id == id }
  }

  /// The ids from the root flow down to a frame, and one more step.
  func path(to index: Int, _ step: StepID? = nil) -> StepPath {
    var ids = frames[...index].map(\.step)
    if let step { ids.append(step) }
    return StepPath(ids)
  }

  /// The path of what is innermost now.
  var currentPath: StepPath { StepPath(frames.map(\.step)) }

  mutating func note(_ code: Diagnostic.Code, at path: StepPath, _ message: String) {
    if diagnostics.count == Self.diagnosticsKept { diagnostics.removeFirst() }
    let diagnostic = Diagnostic(code: code, path: path, message: message)
    diagnostics.append(diagnostic)
    if isObserved { tell(.diagnostic(diagnostic), at: path) }
  }

  /// Why a frame may not act now; nothing where it may.
  enum Hindrance: Hashable {
    /// The flow is being left: its body is to unwind.
    case leave(CancelReason)
    /// The body does not stop acting after it was told to end: it is to be held for good.
    case hold
    /// The flow has a child that is running, or waits for an effect.
    case notInnermost
  }

  mutating func hindrance(for id: Frame.ID) -> Hindrance? {
    if case .running = state, let last = frames.last, last.id == id, last.closing == nil {
      return nil
    }
    if isMany, frames.last?.id != id {
      turn(to: id)
      if frames.last?.id == id { return hindrance(for: id) }
    }
    guard let index = index(of: id) else {
      return .leave(isTerminating || state == .ended ? .terminated : .back)
    }
    guard let closing = frames[index].closing else {
      note(
        .notInnermost, at: path(to: index),
        index < frames.count - 1
          ? "a flow may not act while its child \(frames[frames.count - 1].step) is running"
          : "a flow may not act while it waits for an answer or an effect")
      return .notInnermost
    }
    frames[index].callsAfterEnd += 1
    if frames[index].callsAfterEnd > Self.callsAllowedAfterEnd {
      if frames[index].callsAfterEnd == Self.callsAllowedAfterEnd + 1 {
        note(
          .ignoredEnd, at: path(to: index),
          "the flow was told to end and went on acting \(Self.callsAllowedAfterEnd) times")
      }
      return .hold
    }
    if case .cancelled(let reason) = closing { return .leave(reason) }
    return .leave(.terminated)
  }
}
