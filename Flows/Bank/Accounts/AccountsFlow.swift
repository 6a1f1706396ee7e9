import AccountFeature
public import BankServices
public import BankSteps
import DataSets
public import Flowline

/// Shows the accounts with their balances, and as many of them in detail as one likes.
///
/// It results in the accounts as they stood last.
public struct AccountsFlow: Flow {
  /// The name under which links, scripts and journals have the flow.
  public let id: FlowID = "accounts"
  /// The texts of `Accounts.xcstrings`.
  public var catalog: TextCatalog? { texts }

  private let access: BankAccess

  /// Makes the flow.
  public init(at access: BankAccess) {
    self.access = access
  }

  /// How many accounts there are.
  public func words(for accounts: [AccountOverview]) -> Text? { texts("result", accounts.count) }

  /// Lists the accounts, and shows those that are chosen, until the person is done.
  public func run(_ context: FlowContext) async throws -> [AccountOverview] {
    let accounts = access.services.accounts
    var known = try await context.readAccounts(at: access) { try await accounts.current() }
    var isFirst = true
    while true {
      let choice = try await context.choose(
        from: &known, at: access, whichChanges: { try await accounts.change(after: $0) }
      ) { known, mark in
        AccountList(
          overviews: known.value, mark: mark, isFirst: isFirst, environment: context.environment
        ).screen
      }
      switch choice {
      case .done?: return known.value
      case .refresh?:
        known = try await context.readAccounts(at: access, orShowing: known) {
          try await accounts.reload(.hard)
        }
        continue
      case .account(let account)?:
        isFirst = false
        _ = try await context.visit(AccountFlow(at: access, account: account))
      case nil: break
      }
      known = try await context.readAccounts(at: access) { try await accounts.reload(.soft) }
    }
  }
}
