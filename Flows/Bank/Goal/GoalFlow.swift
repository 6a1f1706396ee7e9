import Bank
import BankServices
import DataSets
import Flowline
import Money

/// Shows one savings goal: what is in it and what is missing, and what can be done with it.
///
/// It ends with a move into the goal or out of it and with its deletion, so that the flow that ran it
/// shows what came of it; otherwise when the person is done.
struct GoalFlow: BankFlow {
  static let texts = TextCatalog(PackageResources.Goal_xcstrings)
  let id: FlowID = "goal"
  let access: BankAccess
  /// A goal in the account of the access; asked for if it is nil.
  var goal: SavingsGoal.ID?

  func words(for visit: GoalVisit) -> Text? {
    guard let goal = visit.goal else { return texts("result.gone") }
    if let moved = visit.moved { return texts("result.moved", moved, goal) }
    if let withdrawn = visit.withdrawn { return texts("result.withdrawn", withdrawn, goal) }
    if let returned = visit.returned { return texts("result.returned", returned, goal) }
    return visit.totalSaved.map { texts("result.seen", goal, $0) } ?? texts("result.deleted", goal)
  }

  func run(_ context: FlowContext) async throws -> GoalVisit {
    let bank = context.at(access)
    let account = try await bank.account()
    var goals = try await bank.read("goals", from: bank.services.goals(of: account.id))
    let noGoals = ReviewScreen("no-goals").page { Row("make-one") }
    let id: SavingsGoal.ID
    if let goal {
      id = goal
    } else {
      id = try await goals.pick("goal", orShowing: noGoals) { Option($0, means: $0.id) }
    }
    while let goal = goals.known.value.first(where: { $0.id == id }) {
      let visit = try await goals.goOn { goals in
        details(of: goals.value.first { $0.id == id } ?? goal, in: account)
      }
      if let visit { return visit }
    }
    try await context.show("gone") { Row("deleted", with: ["account": account.name]) }
    return GoalVisit(account: account.handle)
  }

  /// Shows what is in a goal, and asks what is to be done with it; what cannot be done now is not
  /// offered.
  private func details(
    of goal: SavingsGoal, in account: Account
  ) -> ChoiceScreen<Destination<GoalVisit>> {
    let handle = account.handle
    let access = access.about(account)
    let roundUp = RoundUpFlow(access: access, goal: goal)
    let withdraw = WithdrawFlow(access: access, goal: goal)
    let delete = DeleteFlow(access: access, goal: goal)
    let roundUpOption = Option(
      "round-up",
      Destination.visit(roundUp) { receipt in
        receipt.moved.map {
          GoalVisit(
            account: handle, goal: receipt.goal ?? goal.name, totalSaved: receipt.totalSaved,
            moved: $0)
        }
      })
    let withdrawOption = Option(
      "withdraw",
      Destination.visit(withdraw) {
        GoalVisit(
          account: handle, goal: $0.goalName, totalSaved: $0.totalSaved, withdrawn: $0.amount)
      })
    let options = [
      goal.isActive ? roundUpOption : nil,
      goal.totalSaved.isPositive ? withdrawOption : nil,
      Option(
        "delete",
        .visit(delete) { GoalVisit(account: handle, goal: goal.name, returned: $0) }),
      Option("refresh", .again),
      Option(
        "done",
        .result(GoalVisit(account: handle, goal: goal.name, totalSaved: goal.totalSaved))),
    ]
    return ChoiceScreen("details", options: options.compactMap(\.self), default: "done").page {
      Row("saved", goal.totalSaved)
      if let target = goal.target {
        Row("target", target)
        if let missing = try? target.subtracting(goal.totalSaved), missing.isPositive {
          Row("missing", missing)
        } else {
          Row("reached")
        }
      } else {
        Row("no-target")
      }
      Row(progressOf: goal)
      Row("account", account.name)
    }.with(["goal": goal.name])
  }
}

/// How a goal was left, and what was done with it.
struct GoalVisit: Sendable, Codable {
  /// The handle of the account.
  var account: String
  /// The goal's name; nil if it was gone.
  var goal: String?
  /// What is in it now; nil if it is gone or deleted.
  var totalSaved: Money?
  /// What was moved into it by a round-up.
  var moved: Money?
  /// What was taken out of it.
  var withdrawn: Money?
  /// What returned to the account when the goal was deleted; nil also if that is not known.
  var returned: Money?
}
