import Bank
import CreateGoalFeature
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
      let screen = GoalScreen(amount: roundUp.total, goals: goals, remark: remark)
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
    let goals = try await context.load("goals", title: texts("goals.reading")) { [bank, account] in
      try await bank.goals(of: account.id)
    }
    return goals.filter(\.isActive)
  }

  /// The goal that was made; nothing where the person left or declined it.
  private func newGoal() async throws -> SavingsGoal? {
    let child = CreateGoalFlow(bank: bank, account: account)
      .named("new-goal", title: texts("new-goal.title"))
    switch try await context.outcome(of: child) {
    case .finished(let goal): return goal
    case .cancelled: return nil
    case .failed(let failure): throw failure.cause
    }
  }
}
