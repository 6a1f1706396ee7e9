import Bank
import BankSteps
import Flowline
import Money

/// Shows what is in a goal, and asks what is to be done with it.
struct DetailsPage {
  /// What can be done.
  enum Choice: String, CaseIterable, Codable {
    case roundUp = "round-up"
    case withdraw, delete, refresh, done
  }

  let goal: SavingsGoal
  let account: Account
  /// Says how old it is.
  let notice: [Section]

  var screen: ChoiceScreen<Choice> {
    ChoiceScreen("details", options: offered.map { Option($0) }, default: "done", page: page)
      .with(["goal": goal.name]).asMenu()
  }

  /// What cannot be done now is not offered.
  private var offered: [Choice] {
    Choice.allCases.filter {
      switch $0 {
      case .roundUp: goal.isActive
      case .withdraw: goal.totalSaved.isPositive
      case .delete, .refresh, .done: true
      }
    }
  }

  @PageBuilder private var page: [Section] {
    notice
    Row("saved", goal.totalSaved)
    if let target = goal.target {
      Row("target", target)
      if let missing = try? target.subtracting(goal.totalSaved), missing.isPositive {
        Row("missing", missing)
      } else {
        Row("reached")
      }
    } else {
      Row("no-target")
    }
    Row(progressOf: goal)
    Row("account", account.name)
  }
}
