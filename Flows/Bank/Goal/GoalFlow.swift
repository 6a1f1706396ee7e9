public import Bank
import BankServices
public import BankSteps
import DataSets
public import Flowline
import RoundUpFeature

/// Shows one savings goal: what is in it and what is missing, and what can be done with it.
///
/// It ends with a move into the goal or out of it and with its deletion, so that whoever ran it
/// shows what came of it; otherwise when the person is done.
public struct GoalFlow: Flow {
  /// The name under which links, scripts and journals have the flow.
  public let id: FlowID = "goal"
  /// The texts of `Goal.xcstrings`.
  public var catalog: TextCatalog? { texts }

  private let access: BankAccess
  private let account: Account?
  private let goal: SavingsGoal.ID?

  /// Makes the flow.
  ///
  /// - Parameters:
  ///   - desk: the bank's data and orders.
  ///   - account: the account of the goal; asked for if it is nil.
  ///   - goal: the goal; asked for if it is nil.
  public init(at access: BankAccess, account: Account? = nil, goal: SavingsGoal.ID? = nil) {
    self.access = access
    self.account = account
    self.goal = goal
  }

  /// What became of the goal.
  public func words(for visit: GoalVisit) -> Text? { visit.words }

  /// Shows the goal, and runs what is chosen from its page, until the person is done or money was
  /// moved.
  public func run(_ context: FlowContext) async throws -> GoalVisit {
    let account = try await context.account(account, at: access)
    let set = GoalSet(access: access, account: account, context: context)
    var known = try await set.read { try await $0.current() }
    let id = try await set.goal(goal, of: &known)
    while let goal = known.value.first(where: { $0.id == id }) {
      switch try await set.choose(goal, of: &known) {
      case .done?: return GoalVisit(account: account, goal: goal)
      case .refresh?:
        known = try await set.read(orShowing: known) { try await $0.reload(.hard) }
        continue
      case .roundUp?:
        let child = RoundUpFlow(at: access, account: account, goal: goal)
        if let receipt = try await context.visit(child), receipt.moved != nil {
          return GoalVisit(account: account, goal: goal, after: receipt)
        }
      case .withdraw?:
        let child = WithdrawFlow(access: access, account: account, goal: goal)
        if let receipt = try await context.visit(child) {
          return GoalVisit(account: account, goal: goal, after: receipt)
        }
      case .delete?:
        let child = DeleteFlow(access: access, account: account, goal: goal)
        if let returned = try await context.visit(child) {
          return GoalVisit(account: account, goal: goal, returning: returned)
        }
      case nil: break
      }
      known = try await set.read { try await $0.reload(.soft) }
    }
    try await context.show("gone") { Row("deleted", with: ["account": account.name]) }
    return GoalVisit(account: account, goal: nil)
  }
}
