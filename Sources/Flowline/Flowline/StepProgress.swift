/// Where a question stands among those of its session.
///
/// A flow says how many questions it has by ``Flow/steps`` and, once it knows better, by
/// ``FlowContext/expect(_:)``. What nobody said is not guessed.
public struct StepProgress: Sendable, Hashable, Codable {
  /// The question's number, counted from 1: one more than the answers that stand. Pages count.
  public let number: Int
  /// How many questions there are in all, between these; nothing where nobody said, and where the
  /// flow has gone on longer than it said.
  public let total: ClosedRange<Int>?

  /// Makes a place.
  public init(number: Int, total: ClosedRange<Int>?) {
    self.number = number
    self.total = total
  }
}
