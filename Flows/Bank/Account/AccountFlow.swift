public import Bank
import BankServices
public import BankSteps
import CreateGoalFeature
import DataSets
public import Flowline
import GoalFeature
import RoundUpFeature

/// The texts of this feature.
let texts = TextCatalog(PackageResources.Account_xcstrings)

/// Shows one account: its balance, its goals and its latest payments; from here its goals are made
/// and shown, and its spending is rounded up.
///
/// It results in the account as it stood last.
public struct AccountFlow: Flow {
  public let id: FlowID = "account"
  public var catalog: TextCatalog? { texts }

  private let access: BankAccess

  /// Makes the flow, about the account of the access.
  public init(at access: BankAccess) {
    self.access = access
  }

  public func words(for state: AccountState) -> Text? {
    state.balance.map { texts("result", state.account.name, $0.effective) }
      ?? texts("result.balance-unknown", state.account.name)
  }

  public func run(_ context: FlowContext) async throws -> AccountState {
    let bank = context.at(access)
    let account = try await bank.account()
    let access = access.about(account)
    var statement = try await bank.read(
      "statement", from: StatementSource(of: account.id, at: access, in: context.environment))
    while true {
      let choice = try await statement.choose { statement, notice in
        OverviewPage(account: account, statement: statement, notice: notice).screen
      }
      switch choice {
      case .done: return try AccountState(of: account, in: statement.known)
      case .refresh:
        try await statement.refresh()
        continue
      case .goal(let goal): _ = try await context.visit(GoalFlow(at: access, goal: goal))
      case .newGoal: _ = try await context.visit(CreateGoalFlow(at: access))
      case .roundUp: _ = try await context.visit(RoundUpFlow(at: access))
      case nil: break
      }
      try await statement.update()
    }
  }
}

/// An account as it stood when it was left.
public struct AccountState: Sendable, Hashable, Codable {
  /// The account.
  public let account: Account
  /// What is in its main category; nil if that is not known.
  public let balance: Balance?
  /// Why the balance is not known; nil if it is.
  public let balanceFailure: BankError?
  /// Its goals, oldest first.
  public let goals: [SavingsGoal]

  init(of account: Account, in statement: Statement) throws {
    let overview = try statement.overview(of: account.id)
    self.account = overview.account
    balance = overview.balance
    balanceFailure = overview.balanceFailure
    goals = statement.goals.value
  }
}
