/// One line of nested flows inside a session; the trunk, or one of several children at once.
struct BranchID: Hashable, Sendable {
  private let serial: Serial

  /// - Parameter number: of the frame that began it; never used again.
  init(number: Int) { serial = Serial(truncatingIfNeeded: number) }

  /// The branch of the root flow.
  ///
  /// An ordinary session has no other.
  static let trunk = BranchID(number: 0)
}

/// What a body, or an effect, waits for; never used again.
struct WaitID: Hashable, Sendable {
  let branch: BranchID
  private let serial: Serial

  init(branch: BranchID, number: Int) {
    self.branch = branch
    serial = Serial(truncatingIfNeeded: number)
  }

  var number: Int { Int(serial) }
}

/// A number of a frame, a branch or a wait, in four bytes: every suspended body holds some.
///
/// The numbers of a controller begin again after 2³². Two are the same only if a flow stays open while so
/// many others begin.
typealias Serial = UInt32

/// One line of nested flows: a stack of frames above those of the branches it grows from.
struct Branch: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// A body runs, or waits for something the engine does not know of.
    case running
    /// The innermost flow is a screen that waits for its answer.
    case asking(Asked)
    /// The innermost flow is a screen whose answer is being checked.
    indirect case checking(Asked, Effect)
    /// The innermost flow waits for a load, for a moment or for an event.
    case loading(Effect)
    /// A load has replied, or a wait is over, and its body is about to continue.
    case loaded(WaitID)
    /// The innermost flow waits for a commit.
    indirect case committing(Effect, CommitState)
    /// An effect went wrong. A person says whether to try again, to leave it, or to give it up.
    indirect case held(Hold)
    /// The innermost flow waits for its children at once; each of them has a branch of its own.
    case forked
    /// It waits for its turn in the journal that is replayed.
    indirect case waiting(Want)
    /// The end of a child, or the start of one, is to be told before the body goes on.
    case telling(WaitID)
  }

  let id: BranchID
  /// The branch of the flow that runs the children.
  let parent: BranchID
  /// The ids below the root down to the child that began it; none for the trunk.
  let path: [StepID]
  /// The ids from the root down to the flow that runs the children.
  let base: StepPath?
  /// What entries of the first frame refer to as their flow.
  let above: FrameRef
  /// Its frames, the outermost first.
  var frames: [Frame] = []
  var state = State.running
  /// The branches of the children at once that its innermost flow runs, in order.
  var children: [BranchID] = []
  /// What was presented in it, and in what it ran.
  ///
  /// Empty for the trunk, whose flows present without anybody else between.
  var presented: [Range<Int>] = []

  /// Whether the innermost flow waits for a commit, or for its turn to have the reply of one.
  var isCommitting: Bool {
    switch state {
    case .committing: true
    case .waiting(let want): want.isCommit
    case .held(let hold): hold.mayHaveBeenSent
    default: false
    }
  }

  /// The question that waits for an answer or for its check.
  var asked: Asked? {
    switch state {
    case .asking(let asked), .checking(let asked, _): asked
    default: nil
    }
  }

  /// What its innermost flow waits for.
  var wait: WaitID? {
    switch state {
    case .asking(let asked): asked.wait
    case .checking(_, let effect), .loading(let effect), .committing(let effect, _): effect.wait
    case .held(let hold): hold.effect.wait
    case .waiting(let want): want.wait
    case .telling(let wait), .loaded(let wait): wait
    case .running, .forked: nil
    }
  }

  /// Whether a frame is the innermost, its body runs, and nobody has told it to end.
  @inline(__always)
  func mayAct(_ id: FrameID) -> Bool {
    guard case .running = state, !frames.isEmpty else { return false }
    let last = frames.count - 1
    return frames[last].id == id && frames[last].closing == nil
  }

  func index(of id: FrameID) -> Int? {
    if let last = frames.last, last.id == id { return frames.count - 1 }
    return frames.lastIndex { $0.id == id }
  }

  /// What entries of the flow that runs a frame refer to.
  func parentRef(of index: Int) -> FrameRef { index > 0 ? frames[index - 1].ref : above }

  /// The index of the innermost flow that is more than a screen; -1 if the branch has none.
  var innermostComposite: Int {
    frames.last?.isLeaf ?? false ? frames.count - 2 : frames.count - 1
  }

  mutating func present(_ presentation: Int) {
    if let last = presented.last, last.upperBound == presentation {
      presented[presented.count - 1] = last.lowerBound..<presentation + 1
    } else {
      presented.append(presentation..<presentation + 1)
    }
  }
}

/// A question that was put.
struct Asked: Hashable, Sendable {
  let wait: WaitID
  let presentation: Int
  /// The question's step, and the flow that asks it.
  let pending: PendingEntry
  /// Whether its answer is never shown, logged or kept.
  let isSensitive: Bool
}
