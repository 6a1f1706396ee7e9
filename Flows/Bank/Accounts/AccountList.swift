import Bank
import BankDesk
import BankServices
import DataSets
import Flowline

/// The accounts to choose from, reading them again, and the way out.
struct AccountList {
  /// What can be done.
  enum Choice: Sendable {
    case account(Account)
    case refresh, done
  }

  typealias Event = PageEvent<Choice, BankSnapshot<[AccountOverview]>>

  let overviews: [AccountOverview]
  let mark: [Section]
  /// Whether none of them has been looked at yet.
  let isFirst: Bool
  let environment: FlowEnvironment

  var screen: ChoiceScreen<Event> { overviews.isEmpty ? empty : list }

  private var list: ChoiceScreen<Event> {
    ChoiceScreen(
      "account", texts(isFirst ? "accounts.question" : "accounts.question.more"),
      options: options, default: isFirst ? nil : "done", page: mark
    ).label(texts("account.label"))
  }

  private var empty: ChoiceScreen<Event> {
    ChoiceScreen(
      "no-accounts", texts("no-accounts.title"), options: options, default: "done",
      page: mark + [Section(rows: [Row(texts("no-accounts.remark"))])]
    ).label(texts("no-accounts.label"))
  }

  private var options: [Option<Event>] {
    Menu(
      overviews.map { $0.thing(means: Choice.account($0.account)) },
      commands: [
        Menu.Command("refresh", texts("accounts.refresh"), means: .refresh),
        Menu.Command("done", texts("accounts.done"), means: .done),
      ]
    ).options(in: environment) { .chosen($0) }
  }
}
