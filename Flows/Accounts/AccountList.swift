import Bank
import BankDesk
import BankServices
import Flowline

/// The accounts to choose from, reading them again, and the way out.
struct AccountList {
  /// What can be done.
  enum Choice: Sendable {
    case account(Account)
    case refresh, done
  }

  typealias Event = PageEvent<Choice, Known<[AccountOverview]>>

  let overviews: [AccountOverview]
  let mark: [Section]
  /// Whether none of them has been looked at yet.
  let isFirst: Bool

  var screen: ChoiceScreen<Event> { overviews.isEmpty ? empty : list }

  private var list: ChoiceScreen<Event> {
    let accounts: [Option<Event>] = overviews.options(reserving: Set(commands.map(\.key))) {
      .account($0.account)
    }
    return ChoiceScreen(
      "account", texts(isFirst ? "accounts.question" : "accounts.question.more"),
      options: accounts + commands, default: isFirst ? nil : "done", page: mark
    ).label(texts("account.label"))
  }

  private var empty: ChoiceScreen<Event> {
    ChoiceScreen(
      "no-accounts", texts("no-accounts.title"), options: commands, default: "done",
      page: mark + [Section(rows: [Row(texts("no-accounts.remark"))])]
    ).label(texts("no-accounts.label"))
  }

  private var commands: [Option<Event>] {
    [
      Option("refresh", .chosen(.refresh), label: texts("accounts.refresh")),
      Option("done", .chosen(.done), label: texts("accounts.done")),
    ]
  }
}
