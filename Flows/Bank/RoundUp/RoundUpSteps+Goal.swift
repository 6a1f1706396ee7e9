import Bank
import BankDesk
import BankServices
import CreateGoalFeature
import DataSets
import Flowline

extension RoundUpSteps {
  /// The goal that was chosen before, or else the one that is chosen or made now.
  ///
  /// - Parameter remark: what is to be said above the choice.
  func goal(
    _ earlier: SavingsGoal?, orChosenFor roundUp: RoundUp, _ remark: Text?
  ) async throws -> SavingsGoal {
    if let earlier { return earlier }
    var hasSaidNone = false
    while true {
      let goals = try await activeGoals()
      let screen = GoalScreen(
        amount: roundUp.total, goals: goals, remark: remark, environment: context.environment)
      if goals.isEmpty, !hasSaidNone {
        hasSaidNone = true
        _ = try await context.run(screen.noGoalsPage)
      } else if let chosen = try await context.run(screen.choice) {
        return chosen
      }
      if let made = try await newGoal() { return made }
    }
  }

  private func activeGoals() async throws -> [SavingsGoal] {
    let service = desk.services.goals(of: account.id)
    let goals = try await context.read("goals", title: texts("goals.reading"), at: desk) {
      try await service.reload(.hard)
    }
    return goals.value.filter(\.isActive)
  }

  /// The goal that was made; nothing where the person left or declined it.
  private func newGoal() async throws -> SavingsGoal? {
    try await context.visit(
      CreateGoalFlow(at: desk, account: account)
        .named("new-goal", title: texts("new-goal.title")))
  }
}
