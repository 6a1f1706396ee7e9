public import Bank
import BankServices
public import BankSteps
import CreateGoalFeature
import DataSets
public import Flowline
import GoalFeature
import RoundUpFeature

/// Shows one account: its balance, its goals and its latest payments; from here its goals are made
/// and shown, and its spending is rounded up.
///
/// It results in the account as it stood last.
public struct AccountFlow: Flow {
  /// The name under which links, scripts and journals have the flow.
  public let id: FlowID = "account"
  /// The texts of `Account.xcstrings`.
  public var catalog: TextCatalog? { texts }

  private let access: BankAccess
  private let account: Account?

  /// Makes the flow.
  ///
  /// - Parameter account: the account; asked for if it is nil.
  public init(at access: BankAccess, account: Account? = nil) {
    self.access = access
    self.account = account
  }

  /// The account with its balance, or that the balance is not known.
  public func words(for state: AccountState) -> Text? {
    state.balance.map { texts("result", state.account.name, $0.effective) }
      ?? texts("result.balance-unknown", state.account.name)
  }

  /// Shows the account, and runs what is chosen from its page, until the person is done.
  public func run(_ context: FlowContext) async throws -> AccountState {
    let account = try await context.account(account, at: access)
    let sets = AccountSets(access: access, account: account.id, environment: context.environment)
    var known = try await read(sets, .current, context)
    while true {
      let choice = try await context.choose(
        from: &known, at: access, whichChanges: { try await sets.change(after: $0) }
      ) { known, mark in
        OverviewPage(
          account: account, statement: known, mark: mark, environment: context.environment
        ).screen
      }
      switch choice {
      case .done?: return try AccountState(of: account, in: known)
      case .refresh?:
        known = try await read(sets, .again(.hard), orShowing: known, context)
        continue
      case .goal(let goal)?:
        _ = try await context.visit(GoalFlow(at: access, account: account, goal: goal))
      case .newGoal?: _ = try await context.visit(CreateGoalFlow(at: access, account: account))
      case .roundUp?: _ = try await context.visit(RoundUpFlow(at: access, account: account))
      case nil: break
      }
      known = try await read(sets, .again(.soft), context)
    }
  }

  private nonisolated(nonsending) func read(
    _ sets: AccountSets, _ way: AccountSets.Way, orShowing earlier: Statement? = nil,
    _ context: FlowContext
  ) async throws -> Statement {
    try await context.read("statement", at: access, orShowing: earlier) { try await sets.read(way) }
  }
}
