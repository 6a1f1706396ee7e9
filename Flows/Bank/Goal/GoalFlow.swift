public import Bank
import BankServices
public import BankSteps
import DataSets
public import Flowline
import RoundUpFeature

/// The texts of this feature.
let texts = TextCatalog(PackageResources.Goal_xcstrings)

/// Shows one savings goal: what is in it and what is missing, and what can be done with it.
///
/// It ends with a move into the goal or out of it and with its deletion, so that whoever ran it
/// shows what came of it; otherwise when the person is done.
public struct GoalFlow: Flow {
  public let id: FlowID = "goal"
  public var catalog: TextCatalog? { texts }

  private let access: BankAccess
  private let goal: SavingsGoal.ID?

  /// Makes the flow, about a goal in the account of the access.
  ///
  /// - Parameter goal: the goal; asked for if it is nil.
  public init(at access: BankAccess, goal: SavingsGoal.ID? = nil) {
    self.access = access
    self.goal = goal
  }

  public func words(for visit: GoalVisit) -> Text? { visit.words }

  public func run(_ context: FlowContext) async throws -> GoalVisit {
    let bank = context.at(access)
    let account = try await bank.account()
    let access = access.about(account)
    var goals = try await bank.read("goals", from: bank.services.goals(of: account.id))
    let id = try await chosenGoal(of: &goals, context)
    let handle = account.handle
    while let goal = goals.known.value.first(where: { $0.id == id }) {
      let choice = try await goals.choose { known, notice in
        DetailsPage(
          goal: known.value.first { $0.id == id } ?? goal, account: account, notice: notice
        ).screen
      }
      switch choice {
      case .done: return GoalVisit(account: handle, goal: goal.name, totalSaved: goal.totalSaved)
      case .refresh:
        try await goals.refresh()
        continue
      case .roundUp:
        let child = RoundUpFlow(at: access, goal: goal)
        if let receipt = try await context.visit(child), let moved = receipt.moved {
          return GoalVisit(
            account: handle, goal: receipt.goal ?? goal.name, totalSaved: receipt.totalSaved,
            moved: moved)
        }
      case .withdraw:
        let child = WithdrawFlow(access: access, account: account, goal: goal)
        if let receipt = try await context.visit(child) {
          return GoalVisit(
            account: handle, goal: receipt.goalName, totalSaved: receipt.totalSaved,
            withdrawn: receipt.amount)
        }
      case .delete:
        let child = DeleteFlow(access: access, account: account, goal: goal)
        if let returned = try await context.visit(child) {
          return GoalVisit(account: handle, goal: goal.name, returned: returned)
        }
      case nil: break
      }
      try await goals.update()
    }
    try await context.show("gone") { Row("deleted", with: ["account": account.name]) }
    return GoalVisit(account: handle)
  }

  /// The goal that is given, or one that is asked for.
  ///
  /// - Throws: ``FlowCancelled`` if there is none, after a page that says so.
  private func chosenGoal(
    of goals: inout LiveData<BankDataSet<[SavingsGoal]>>, _ context: FlowContext
  ) async throws -> SavingsGoal.ID {
    if let goal { return goal }
    while !goals.known.value.isEmpty {
      let chosen: SavingsGoal.ID? = try await goals.choose { known, notice in
        ChoiceScreen(
          "goal", options: known.value.map { Option($0, means: $0.id) }, page: notice)
      }
      if let chosen { return chosen }
      try await goals.update()
    }
    try await context.show("no-goals") { Row("make-one") }
    throw FlowCancelled(.declined)
  }
}
