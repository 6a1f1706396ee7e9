import Bank
import BankDesk
import Flowline
import Money

/// Asks which goal the money is to go to; nothing chosen means a new one.
struct GoalScreen {
  let amount: Money
  let goals: [SavingsGoal]
  let remark: Text?

  var choice: some Screen<SavingsGoal?> {
    let keys = ChoiceKeys.make(for: goals.map(\.name), reserving: ["new"])
    var options = zip(goals, keys).map { goal, key in
      Option<SavingsGoal?>(key, goal, label: Text(verbatim: goal.name), detail: goal.savedText)
    }
    options.append(Option("new", nil, label: texts("goal.new"), detail: texts("goal.new.detail")))
    return ChoiceScreen(
      "goal", texts("goal.question", .money(amount)), options: options,
      page: remark.map { [Section(rows: [Row($0)])] } ?? []
    ).label(texts("goal.label"))
  }

  var noGoalsPage: some Screen<Seen> {
    let rows = [remark, texts("no-goals.remark", .money(amount))].compactMap { $0 }.map { Row($0) }
    return ReviewScreen("no-goals", texts("no-goals.title"), page: [Section(rows: rows)])
      .label(texts("no-goals.label"))
  }
}
