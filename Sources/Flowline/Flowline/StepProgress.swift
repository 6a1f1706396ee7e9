/// A question's number among those of its session, and how many there are.
///
/// A flow says how many questions it has by ``Flow/steps`` and, once it knows better, by
/// ``FlowContext/expect(_:)``. If no flow says so, it is not guessed.
public struct StepProgress: Sendable, Hashable, Codable {
  /// The question's number, counted from 1: one more than the valid answers.
  ///
  /// Pages count.
  public let number: Int
  /// How many questions there are in all, between these; nil if no flow said so, and if the flow
  /// has asked more than it said.
  public let total: ClosedRange<Int>?

  /// Makes a place.
  public init(number: Int, total: ClosedRange<Int>?) {
    self.number = number
    self.total = total
  }
}

extension StepProgress: JSONObject {
  /// Tells what it encodes to.
  package func tell(_ members: inout some JSONMembers) {
    members.add("number", number)
    members.add("total", total.map { [JSONValue($0.lowerBound), JSONValue($0.upperBound)] })
  }
}
