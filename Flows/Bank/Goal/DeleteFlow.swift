import Bank
import BankServices
import DataSets
import Flowline
import Money
import ServiceSteps

/// Deletes a goal, once it is confirmed with the sum that returns to the account; that sum is the
/// result, nil if the bank does not show how much it was.
///
/// What is in the goal is read again before the order: if it is another sum than was confirmed, it is
/// confirmed again. If the goal is gone by then it is cancelled as declined, so that its caller looks
/// again and says so; if the bank does not carry the order out, a page says why first.
struct DeleteFlow: BankFlow {
  static var texts: TextCatalog { GoalFlow.texts }
  let id: FlowID = "delete"
  /// The confirmation and the result.
  var steps: ClosedRange<Int>? { 2...2 }
  let access: BankAccess
  /// A goal in the account of the access.
  let goal: SavingsGoal

  func run(_ context: FlowContext) async throws -> Money? {
    let bank = context.at(access)
    let account = try await bank.account()
    let goals = bank.services.goals(of: account.id)
    var goal = goal
    var isChanged = false
    while true {
      try await context.confirm("confirm", question(goal, account), texts: "delete") {
        if isChanged { Row("changed") }
        Row("name", goal.name)
        Row("sum", goal.totalSaved)
        Row("to", account.name)
      }
      let newest = try await bank.read("goals") { try await goals.reload(.hard) }
      guard let newer = newest.value.first(where: { $0.id == goal.id }) else {
        throw FlowCancelled(.declined)
      }
      isChanged = newer.totalSaved != goal.totalSaved
      goal = newer
      if isChanged { continue }
      let order = GoalDeletion(key: bank.makeOrderKey(), account: account.id, goal: goal.id)
      switch try await bank.order("deletion", of: order, { try await $0.deleteGoal($1) }) {
      case .deleted(let returned):
        try await context.conclude("deleted", with: ["goal": goal.name, "account": account.name]) {
          Row("goal")
          if let returned {
            if returned.isPositive {
              Row("returned", with: ["amount": returned, "account": account.name])
            }
          } else {
            Row("sum-unknown")
          }
        }
        return returned
      case .refused(let refusal):
        try await context.leave(after: "refused", texts: "delete-refused") {
          Row(texts("refused", of: refusal), mark: .failure)
        }
      }
    }
  }

  private func question(_ goal: SavingsGoal, _ account: Account) -> Text {
    goal.totalSaved.isPositive
      ? texts("delete.question", goal.name, goal.totalSaved, account.name)
      : texts("delete.question.empty", goal.name)
  }
}
