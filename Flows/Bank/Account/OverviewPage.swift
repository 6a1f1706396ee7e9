import Bank
import BankServices
import BankSteps
import DataSets
import Flowline

/// Shows an account, and asks what is to be done.
struct OverviewPage {
  /// What can be done.
  enum Choice: Sendable, Encodable {
    case goal(SavingsGoal.ID)
    case newGoal, roundUp, refresh, done
  }

  let account: Account
  let statement: Statement
  let mark: [Section]
  let environment: FlowEnvironment

  var screen: ChoiceScreen<Choice> {
    ChoiceScreen("overview", options: menu.options(in: environment), default: "done", page: page)
      .with(["account": account.name])
  }

  private var menu: Menu<Choice> {
    Menu(
      statement.goals.value.map {
        Menu.Thing($0.name, detail: $0.savedText, means: Choice.goal($0.id))
      },
      commands: [
        Menu.Command("+", texts("overview.option.+"), means: .newGoal),
        Menu.Command("round-up", texts("overview.option.round-up"), means: .roundUp),
        Menu.Command("refresh", texts("overview.option.refresh"), means: .refresh),
        Menu.Command("done", texts("overview.option.done"), means: .done),
      ])
  }

  @PageBuilder private var page: [Section] {
    mark
    if let overview = try? statement.overview(of: account.id) {
      if let balance = overview.balance {
        Row("cleared", balance.cleared)
        Row("effective", balance.effective)
      } else {
        Row("cleared", texts("overview.balance-unknown"))
        if let failure = overview.balanceFailure { failure.headline }
      }
    }
    Section("goals") {
      if statement.goals.value.isEmpty { Row("no-goals") }
      statement.goals.value.map { Row(progressOf: $0) }
    }
    Section("payments", with: ["days": AccountSets.days]) {
      if statement.payments.value.isEmpty { Row("no-payments") }
      statement.latestFirst.map {
        Row(
          "payment", $0.valueText, id: $0.id.text,
          with: ["day": $0.transactionTime, "name": $0.counterparty.name])
      }
    }
  }
}
