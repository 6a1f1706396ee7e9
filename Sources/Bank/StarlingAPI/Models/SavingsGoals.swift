public import ServiceBasics

extension Starling {
  /// `SavingsGoalsV2`: the goals of an account.
  public struct SavingsGoals: Codable, Sendable, Hashable {
    /// The goals that could be read.
    public var savingsGoalList: [SavingsGoal]

    /// The elements that could not be read; they are never written.
    public var unread: [UnreadElement] = []

    private enum CodingKeys: String, CodingKey {
      case savingsGoalList
    }

    /// Makes it of its fields.
    public init(savingsGoalList: [SavingsGoal]) {
      self.savingsGoalList = savingsGoalList
    }

    /// Reads the list; an element that cannot be read is left out.
    public init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      let list = try members.decode(TolerantList<SavingsGoal>.self, forKey: .savingsGoalList)
      savingsGoalList = list.elements
      unread = list.unread
    }
  }
}
