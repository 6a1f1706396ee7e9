/// A flow that has started and not ended, as the machine sees it.
struct Frame: Sendable {
  /// Which run of a flow it is; never used again, also not after going back.
  struct ID: Hashable, Sendable {
    let number: Int
  }

  let id: ID
  /// The flow's name within its parent.
  let step: StepID
  let version: Int
  /// What people call it.
  let title: Text
  /// What entries that happen in it refer to; unknown until its `enter` entry is written.
  var ref: FrameRef
  /// The same in the journal that is being replayed.
  var recordedRef: FrameRef
  /// Whether the journal that is being replayed has told its start already.
  var isRecorded = false
  /// Whether it is a leaf, which leaves no entry but its own: a screen, once it has asked, or a load
  /// or commit that is run as a flow.
  var isScreen = false
  /// Whether it is a load or a commit that is run as a flow.
  var isEffect = false
  /// Whether it ends with an outcome that somebody may be told; a screen asked in passing does not.
  var hasOutcome = false
  /// Why the flow must end, once that is decided.
  var closing: Closing?
  /// The first presentation that can be the flow's own.
  var firstPresentation: Int
  /// Calls on the context after the flow was told to end.
  var callsAfterEnd = 0
  /// How many questions it said that it has, where it did.
  var expectation: Expectation?
  /// When it started, in nanoseconds of the monotonic clock.
  let openedAt: Int64
}

/// How a flow is to end, decided before its body has unwound.
enum Closing: Hashable, Sendable {
  case cancelled(CancelReason)
  /// The session fails: the presenter or a store broke.
  case failed
}

/// A set of presentations on show, as the ranges that a stack of flows leaves.
struct PresentationSet: Hashable, Sendable {
  private(set) var ranges: [Range<Int>] = []

  mutating func insert(_ presentation: Int) {
    if let last = ranges.last, last.upperBound == presentation {
      ranges[ranges.count - 1] = last.lowerBound..<presentation + 1
    } else {
      ranges.append(presentation..<presentation + 1)
    }
  }

  /// Takes the presentations of a range out and returns those that were in.
  mutating func remove(_ range: Range<Int>) -> [Range<Int>] {
    guard !range.isEmpty, let last = ranges.last, range.lowerBound < last.upperBound else {
      return []
    }
    var removed: [Range<Int>] = []
    var kept: [Range<Int>] = []
    for shown in ranges {
      let common = shown.clamped(to: range)
      guard !common.isEmpty else {
        kept.append(shown)
        continue
      }
      removed.append(common)
      if shown.lowerBound < common.lowerBound { kept.append(shown.lowerBound..<common.lowerBound) }
      if common.upperBound < shown.upperBound { kept.append(common.upperBound..<shown.upperBound) }
    }
    ranges = kept
    return removed
  }

  /// Takes another set's presentations in.
  mutating func insert(contentsOf other: PresentationSet) {
    ranges = (ranges + other.ranges).sorted { $0.lowerBound < $1.lowerBound }
  }

  func contains(_ presentation: Int) -> Bool {
    ranges.contains { $0.contains(presentation) }
  }
}
