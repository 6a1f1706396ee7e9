import Bank
import Money
import StarlingAPI

extension SavingsGoal {
  /// The goal, or nil if it has no id.
  init?(_ goal: Starling.SavingsGoal, currency: Currency) {
    guard let id = goal.savingsGoalUid.flatMap({ SavingsGoal.ID($0) }) else { return nil }
    // The bank takes a target of 0 as well, which is none.
    let target = goal.target.flatMap { $0.minorUnits == 0 ? nil : Money($0) }
    self.init(
      id: id, name: goal.name ?? "", target: target,
      totalSaved: goal.totalSaved.flatMap { Money($0) } ?? .zero(currency),
      state: State(rawValue: goal.state.rawValue))
  }
}
