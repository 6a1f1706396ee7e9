import AccountFeature
import Bank
public import BankServices
public import BankSteps
import DataSets
public import Flowline

/// The texts of this feature.
let texts = TextCatalog(PackageResources.Accounts_xcstrings)

/// Shows the accounts with their balances, and as many of them in detail as one likes.
///
/// It results in the accounts as they stood last.
public struct AccountsFlow: Flow {
  public let id: FlowID = "accounts"
  public var catalog: TextCatalog? { texts }

  private let access: BankAccess

  /// What can be done.
  private enum Choice: Sendable, Encodable {
    case account(Account)
    case refresh, done
  }

  /// Makes the flow.
  public init(at access: BankAccess) {
    self.access = access
  }

  public func words(for accounts: [AccountOverview]) -> Text? { texts("result", accounts.count) }

  public func run(_ context: FlowContext) async throws -> [AccountOverview] {
    var accounts = try await context.at(access).accounts()
    var isFirst = true
    while true {
      switch try await accounts.choose(on: { list($0.value, $1, isFirst: isFirst) }) {
      case .done: return accounts.known.value
      case .refresh:
        try await accounts.refresh()
        continue
      case .account(let account):
        isFirst = false
        _ = try await context.visit(AccountFlow(at: access.about(account)))
      case nil: break
      }
      try await accounts.update()
    }
  }

  /// The accounts to choose from, reading them again, and the way out.
  private func list(
    _ accounts: [AccountOverview], _ notice: [Section], isFirst: Bool
  ) -> ChoiceScreen<Choice> {
    let options =
      accounts.map { Option($0, means: Choice.account($0.account)) } + [
        Option("refresh", .refresh, label: texts("account.option.refresh")),
        Option("done", .done, label: texts("account.option.done")),
      ]
    if accounts.isEmpty {
      return ChoiceScreen(
        "no-accounts", texts("no-accounts.title"), options: options, default: "done"
      ).page {
        notice
        Row("open-one")
      }.asMenu()
    }
    return ChoiceScreen(
      "account", isFirst ? nil : texts("account.question.more"), options: options,
      default: isFirst ? nil : "done", page: notice
    ).asMenu()
  }
}
