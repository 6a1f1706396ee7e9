import Bank
import BankDesk
import Flowline
import Money

/// Asks which goal the money is to go to; nothing chosen means a new one.
struct GoalScreen {
  let amount: Money
  let goals: [SavingsGoal]
  let remark: Text?
  let environment: FlowEnvironment

  var choice: some Screen<SavingsGoal?> {
    let menu = Menu<SavingsGoal?>(
      goals.map { Menu.Thing($0.name, detail: $0.savedText, means: $0) },
      commands: [
        Menu.Command("new", texts("goal.new"), detail: texts("goal.new.detail"), means: nil)
      ])
    return ChoiceScreen(
      "goal", texts("goal.question", .money(amount)), options: menu.options(in: environment) { $0 },
      page: remark.map { [Section(rows: [Row($0)])] } ?? []
    ).label(texts("goal.label"))
  }

  var noGoalsPage: some Screen<Seen> {
    let rows = [remark, texts("no-goals.remark", .money(amount))].compactMap { $0 }.map { Row($0) }
    return ReviewScreen("no-goals", texts("no-goals.title"), page: [Section(rows: rows)])
      .label(texts("no-goals.label"))
  }
}
