import Bank
import BankServices
import BankSteps
import Flowline

/// The accounts to choose from, reading them again, and the way out.
struct AccountList {
  /// What can be done.
  enum Choice: Sendable, Encodable {
    case account(Account)
    case refresh, done
  }

  let overviews: [AccountOverview]
  let mark: [Section]
  /// Whether none of them has been looked at yet.
  let isFirst: Bool
  let environment: FlowEnvironment

  var screen: ChoiceScreen<Choice> {
    let options = menu.options(in: environment)
    return overviews.isEmpty
      ? ChoiceScreen("no-accounts", texts("no-accounts.title"), options: options, default: "done")
        .page {
          mark
          Row("open-one")
        }
      : ChoiceScreen(
        "account", isFirst ? nil : texts("account.question.more"), options: options,
        default: isFirst ? nil : "done", page: mark)
  }

  private var menu: Menu<Choice> {
    Menu(
      overviews.map { $0.thing(means: Choice.account($0.account)) },
      commands: [
        Menu.Command("refresh", texts("account.option.refresh"), means: .refresh),
        Menu.Command("done", texts("account.option.done"), means: .done),
      ])
  }
}
