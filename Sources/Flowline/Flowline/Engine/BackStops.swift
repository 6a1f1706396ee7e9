/// The answers that going back stops at, kept while the journal grows, so that asking whether one
/// can go back costs the same however long the journal is.
struct BackStops: Hashable, Sendable {
  /// What going back leads to.
  enum Target: Hashable, Sendable {
    case found(Int)
    /// Something was written since.
    case committed
    /// There is no answer before.
    case none

    var refusal: Refusal.Code? {
      switch self {
      case .found: nil
      case .committed: .committed
      case .none: .atFirstStep
      }
    }
  }

  private struct Stop: Hashable {
    /// The entry's index in the journal.
    let index: Int
    let id: StepID
    let frame: FrameRef
    /// Whether a flow was left between this answer and the next.
    var isBeforeLeftFlow = false
    /// How many stops are below this one and those that are passed over together with it.
    var below: Int
  }

  private var stops: [Stop] = []
  /// How many stops were there when something was written outside; none of them can be reached.
  private var barrier = 0
  private var hasWritten = false
  /// The index behind the last write; an answer before it cannot be changed.
  private(set) var lastWrite = 0
  /// How many answers stand since the last write.
  private(set) var answersSinceWrite = 0

  /// An entry came into the journal.
  @inline(__always)
  mutating func record(_ entry: JournalEntry, at index: Int) {
    if entry.isUndone { return }
    switch entry.verb {
    case .answer:
      answersSinceWrite += 1
      if !entry.isSkippedByBack { push(entry, index) }
    case .commit, .done: written(index)
    case .cancel: leftFlow(since: entry.frame.index ?? index)
    default: break
    }
  }

  private mutating func push(_ entry: JournalEntry, _ index: Int) {
    var stop = Stop(index: index, id: entry.id, frame: entry.frame, below: stops.count)
    // The same question again, after a flow was left: both are passed over together.
    if let last = stops.last, last.isBeforeLeftFlow, last.id == stop.id, last.frame == stop.frame {
      stop.below = last.below
    }
    stops.append(stop)
  }

  private mutating func written(_ index: Int) {
    barrier = stops.count
    hasWritten = true
    lastWrite = index + 1
    answersSinceWrite = 0
  }

  /// A flow was left: its answers are passed over. What it wrote was written all the same.
  private mutating func leftFlow(since start: Int) {
    while let last = stops.last, last.index > start, stops.count > barrier { stops.removeLast() }
    if stops.count > barrier { stops[stops.count - 1].isBeforeLeftFlow = true }
  }

  /// The answer that going back undoes.
  ///
  /// - Parameter asked: the question that is asked now, and the flow that asks it.
  func target(asking asked: (StepID, FrameRef)?) -> Target { target(from: stops.count, asked) }

  private func target(from count: Int, _ asked: (StepID, FrameRef)?) -> Target {
    var count = count
    while count > barrier {
      let stop = stops[count - 1]
      guard let asked, stop.isBeforeLeftFlow, stop.id == asked.0, stop.frame == asked.1 else {
        return .found(stop.index)
      }
      count = max(stop.below, barrier)
    }
    return hasWritten ? .committed : .none
  }

  /// The answers that going back again and again leads to, the nearest first.
  func targets(asking asked: (StepID, FrameRef)?) -> [Int] {
    var targets: [Int] = []
    var count = stops.count
    var asked = asked
    while case .found(let index) = target(from: count, asked) {
      targets.append(index)
      while count > barrier, stops[count - 1].index >= index { count -= 1 }
      let stop = stops[count]
      asked = (stop.id, stop.frame)
    }
    return targets
  }
}
