import Bank
import Money
import StarlingAPI

extension SavingsGoal {
  /// The goal, or `nil` where it has no id.
  init?(_ goal: Starling.SavingsGoal, currency: Currency) {
    guard let id = goal.savingsGoalUid.flatMap({ SavingsGoal.ID($0) }) else { return nil }
    self.init(
      id: id, name: goal.name ?? "", target: goal.target.flatMap { Money($0) },
      totalSaved: goal.totalSaved.flatMap { Money($0) } ?? .zero(currency),
      state: State(rawValue: goal.state.rawValue))
  }
}
