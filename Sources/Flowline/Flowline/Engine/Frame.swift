/// Which run of a flow something belongs to; never used again, also not after going back.
struct FrameID: Hashable, Sendable {
  /// The branch that the frame belongs to.
  let branch: BranchID
  private let serial: Serial

  init(branch: BranchID, number: Int) {
    self.branch = branch
    serial = Serial(truncatingIfNeeded: number)
  }

  var number: Int { Int(serial) }
}

/// A flow that has started and not ended, as the engine sees it.
struct Frame: Hashable, Sendable {
  // In an order that leaves no gaps: each step on the way makes one.

  let id: FrameID
  /// The flow's name within its parent.
  let step: StepID
  let version: Int
  /// What people call it.
  let title: Text
  /// Why the flow must end, once that is decided.
  var closing: Closing?
  /// Whether it leaves no entry but its own: a screen, once it has asked, or a load or commit that
  /// is run as a flow.
  var isLeaf = false
  /// Whether it is a load or a commit that is run as a flow.
  var isEffect = false
  /// Whether it ends with an outcome that somebody may be told; a screen asked in passing does not.
  var hasOutcome = false
  /// Whether the journal that is not replayed any further has its end: its outcome was told before.
  var endWasTold = false
  /// Calls on the context after the flow was told to end.
  var callsAfterEnd: Int16 = 0
  /// Where its texts are found; nil if there is no catalogue.
  let place: TextPlace?
  /// When it started, in nanoseconds of the monotonic clock.
  let openedAt: Int64
  /// What entries that happen in it refer to; unknown until its `enter` entry is written.
  var ref: FrameRef
  /// The same in the journal that is being replayed.
  var recordedRef: FrameRef
  /// The first presentation that can be the flow's own.
  var firstPresentation: Int
  /// Where it is, once it has turned out to be more than a screen.
  var path: StepPath?
  /// How many questions it said that it has, if it did.
  @Boxed var expectation: Expectation?
}

extension Frame {
  /// What people call it, in the environment's language.
  func title(in environment: FlowEnvironment) -> LocalizedText {
    title.resolved(in: environment.at(place))
  }
}

/// How a flow is to end, decided before its body has unwound.
enum Closing: Hashable, Sendable {
  case cancelled(CancelReason)
  /// The session fails: a presenter broke, or a commit was given up.
  case failed
}

/// How many questions a flow said it still has.
struct Expectation: Hashable, Sendable {
  private let left: ClosedRange<Int>
  /// How many answers stood when it was said.
  private let since: Int

  init(_ left: ClosedRange<Int>, after answers: Int) {
    self.left = left
    since = answers
  }

  /// How many questions are left at the least, once so many answers stand.
  func least(after answers: Int) -> Int { max(0, max(0, left.lowerBound) - (answers - since)) }

  /// How many are left at the most; below 1 if it has gone on longer than was said.
  func most(after answers: Int) -> Int { max(0, left.upperBound) - (answers - since) }
}

extension Int {
  /// The sum, or the largest number there is.
  func clampedSum(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
