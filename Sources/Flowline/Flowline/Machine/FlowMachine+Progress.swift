/// What a flow said of how many questions it still has; by reference, since few flows say it.
final class Expectation: Sendable {
  private let left: ClosedRange<Int>
  /// How many answers stood when it was said.
  private let since: Int

  init(_ left: ClosedRange<Int>, after answers: Int) {
    self.left = left
    since = answers
  }

  /// How many questions are left at the least, once so many answers stand.
  func least(after answers: Int) -> Int { max(0, max(0, left.lowerBound) - (answers - since)) }

  /// How many are left at the most; below 1 where it has gone on longer than was said.
  func most(after answers: Int) -> Int { max(0, left.upperBound) - (answers - since) }
}

/// How far a session has come. Nothing of it is worked out before somebody looks.
extension FlowMachine {
  /// A flow says how many questions are left in it, from here on.
  mutating func expected(_ left: ClosedRange<Int>, by id: Frame.ID) {
    if isMany { turn(to: id) }
    guard let index = index(of: id) else { return }
    frames[index].expectation = Expectation(left, after: answersStanding)
  }

  /// Where the question stands that is asked by the current strand.
  ///
  /// The root's word counts, for it speaks of the whole session; what flows inside it have left is
  /// left of it too. Children at once may be cut off by each other, so theirs says nothing.
  var progress: StepProgress {
    let answers = answersStanding
    let most = frames.first?.expectation?.most(after: answers) ?? 0
    let least = frames.prefix(sharedFrames).reduce(1) { least, frame in
      max(least, frame.expectation?.least(after: answers) ?? 0)
    }
    return StepProgress(
      number: answers + 1,
      total: least <= most ? answers + least...answers.clampedSum(most) : nil)
  }

  /// How many frames of the current chain are the session's own.
  private var sharedFrames: Int {
    guard isMany, current != 0 else { return frames.count }
    var outermost = current
    while let strand = many?.strands[outermost], strand.parent != 0 { outermost = strand.parent }
    return many?.strands[outermost]?.base ?? frames.count
  }
}

extension Int {
  /// The sum, or the largest number there is.
  func clampedSum(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
