import Bank
import BankServices
import DataSets
import Flowline

/// Shows the accounts with their balances, and as many of them in detail as one likes.
///
/// It results in the accounts as they stood last.
struct AccountsFlow: BankFlow {
  static let texts = TextCatalog(PackageResources.Accounts_xcstrings)
  let id: FlowID = "accounts"
  let access: BankAccess

  /// What is available in each, or how many there are if no balance is known.
  func words(for accounts: [AccountOverview]) -> Text? {
    let balances = accounts.compactMap { overview in
      overview.balance.map { texts("result.account", overview.account.name, $0.effective) }
    }
    guard let first = balances.first else { return texts("result", accounts.count) }
    return texts(
      "result.available", balances.dropFirst().reduce(first) { texts("result.joined", $0, $1) })
  }

  func run(_ context: FlowContext) async throws -> [AccountOverview] {
    var accounts = try await context.at(access).accounts()
    while true {
      let isFirst = accounts.visits == 0
      if let left = try await accounts.goOn(from: { list($0.value, isFirst: isFirst) }) {
        return left
      }
    }
  }

  /// The accounts to choose from, reading them again, and the way out.
  private func list(
    _ accounts: [AccountOverview], isFirst: Bool
  ) -> ChoiceScreen<Destination<[AccountOverview]>> {
    var options = accounts.map { overview in
      Option(
        overview,
        means: Destination<[AccountOverview]>.visit(
          AccountFlow(access: access.about(overview.account))))
    }
    options.append(Option("refresh", .again, label: texts("account.option.refresh")))
    options.append(Option("done", .result(accounts), label: texts("account.option.done")))
    guard !accounts.isEmpty else {
      return ChoiceScreen(
        "no-accounts", texts("no-accounts.title"), options: options, default: "done"
      ).page { Row("open-one") }
    }
    return ChoiceScreen(
      "account", isFirst ? nil : texts("account.question.more"), options: options,
      default: isFirst ? nil : "done")
  }
}
