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

  /// Small, since there is one for each answer: what else is known of it the journal has.
  private struct Stop: Hashable {
    /// The entry's index in the journal.
    let index: Int32
    /// How many stops are below this one and those that are passed over together with it.
    var below: Int32
    /// Whether a flow was left between this answer and the next.
    var isBeforeLeftFlow = false

    func isOf(_ id: StepID, in frame: FrameRef, _ entries: [JournalEntry]) -> Bool {
      let entry = entries[Int(index)]
      return entry.id == id && entry.frame == frame
    }
  }

  private var stops: [Stop] = []
  /// How many stops were there when something was written outside; none of them can be reached.
  private var barrier = 0
  private var hasWritten = false
  /// The index behind the last write; an answer before it cannot be changed.
  private(set) var lastWrite = 0
  /// How many answers stand since the last write.
  private(set) var answersSinceWrite = 0

  init() {}

  init(minimumCapacity: Int) { stops.reserveCapacity(minimumCapacity) }

  /// An entry came into the journal, as the last of those given.
  @inline(__always)
  mutating func record(_ index: Int, of entries: [JournalEntry]) {
    if entries[index].isUndone { return }
    switch entries[index].verb {
    case .answer:
      answersSinceWrite += 1
      if !entries[index].isSkippedByBack { push(index, of: entries) }
    case .commit, .done: written(index)
    case .cancel: leftFlow(since: entries[index].frame.index ?? index)
    default: break
    }
  }

  private mutating func push(_ index: Int, of entries: [JournalEntry]) {
    var stop = Stop(index: Int32(index), below: Int32(stops.count))
    // The same question again, after a flow was left: both are passed over together.
    if let last = stops.last, last.isBeforeLeftFlow,
      last.isOf(entries[index].id, in: entries[index].frame, entries)
    {
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

  /// A flow was left: its answers are passed over.
  ///
  /// What it wrote was written all the same.
  private mutating func leftFlow(since start: Int) {
    while let last = stops.last, Int(last.index) > start, stops.count > barrier {
      stops.removeLast()
    }
    if stops.count > barrier { stops[stops.count - 1].isBeforeLeftFlow = true }
  }

  /// The answer that going back undoes.
  ///
  /// - Parameters:
  ///   - asked: the question that is asked now, and the flow that asks it.
  ///   - entries: the journal so far.
  /// - Returns: the answer's place, or why nothing can be undone.
  func target(asking asked: (StepID, FrameRef)?, in entries: [JournalEntry]) -> Target {
    target(from: stops.count, asked, entries)
  }

  /// The answer that going back undoes from the first question behind an entry.
  ///
  /// - Parameters:
  ///   - start: the entry's index.
  ///   - others: the answers of children at once that were given beside that question's flow.
  func target(before start: Int, beside others: Set<Int>) -> Target {
    var count = stops.count
    while count > barrier {
      let index = Int(stops[count - 1].index)
      guard index >= start || others.contains(index) else { break }
      count -= 1
    }
    return count > barrier ? .found(Int(stops[count - 1].index)) : hasWritten ? .committed : .none
  }

  private func target(
    from count: Int, _ asked: (StepID, FrameRef)?, _ entries: [JournalEntry]
  ) -> Target {
    var count = count
    while count > barrier {
      let stop = stops[count - 1]
      guard let asked, stop.isBeforeLeftFlow, stop.isOf(asked.0, in: asked.1, entries) else {
        return .found(Int(stop.index))
      }
      count = max(Int(stop.below), barrier)
    }
    return hasWritten ? .committed : .none
  }

  /// The answers that going back again and again leads to, the nearest first.
  func targets(asking asked: (StepID, FrameRef)?, in entries: [JournalEntry]) -> [Int] {
    var targets: [Int] = []
    var count = stops.count
    var asked = asked
    while case .found(let index) = target(from: count, asked, entries) {
      targets.append(index)
      while count > barrier, stops[count - 1].index >= index { count -= 1 }
      let stop = entries[Int(stops[count].index)]
      asked = (stop.id, stop.frame)
    }
    return targets
  }
}
