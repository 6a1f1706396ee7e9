import Bank
import BankServices
import BankSteps
import CreateGoalFeature
import DataSets
import Flowline

extension RoundUpSteps {
  /// The goal that was chosen before, or else the one that is chosen or made now.
  ///
  /// - Parameters:
  ///   - earlier: the goal that was chosen before; nil if none was.
  ///   - roundUp: what is to be moved.
  ///   - remark: what is to be said above the choice; nil for nothing.
  /// - Returns: the goal.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func goal(
    _ earlier: SavingsGoal?, orChosenFor roundUp: RoundUp, _ remark: Text?
  ) async throws -> SavingsGoal {
    if let earlier { return earlier }
    var hasSaidNone = false
    while true {
      let goals = try await activeGoals()
      if goals.isEmpty, !hasSaidNone {
        hasSaidNone = true
        try await context.show("no-goals", with: ["amount": roundUp.total]) {
          remark
          Row("make-one")
        }
      } else if let chosen = try await choose(from: goals, for: roundUp, remark) {
        return chosen
      }
      let newGoal = CreateGoalFlow(at: access, account: account)
        .named("new-goal", title: texts("new-goal.title"))
      if let made = try await context.visit(newGoal) { return made }
    }
  }

  private func activeGoals() async throws -> [SavingsGoal] {
    let service = access.services.goals(of: account.id)
    let goals = try await context.read("goals", at: access) { try await service.reload(.hard) }
    return goals.value.filter(\.isActive)
  }

  /// Asks which goal the money is to go to.
  ///
  /// Returns nil for a new one.
  private func choose(
    from goals: [SavingsGoal], for roundUp: RoundUp, _ remark: Text?
  ) async throws -> SavingsGoal? {
    let menu = Menu<SavingsGoal?>(
      goals.map { Menu.Thing($0.name, detail: $0.savedText, means: $0) },
      commands: [
        Menu.Command("new", texts("goal.new"), detail: texts("goal.new.detail"), means: nil)
      ])
    return try await context.choose(
      "goal", from: menu.options(in: context.environment), with: ["amount": roundUp.total]
    ) { remark }
  }
}
