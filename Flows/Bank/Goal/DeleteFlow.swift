import Bank
import BankDesk
import BankServices
import DataSets
import Flowline
import Money

/// Deletes a goal, once it is confirmed with the sum that returns to the account; that sum is the
/// result, nil if the bank does not show how much it was.
///
/// What is in the goal is read again before the order: if it is another sum than was confirmed, it is
/// confirmed again. If the goal is gone it is cancelled as declined, so that its caller looks again.
struct DeleteFlow: Flow {
  let id: FlowID = "delete"
  var title: Text { texts("delete.label") }
  /// The confirmation and the result.
  var steps: ClosedRange<Int>? { 2...2 }

  let desk: Desk
  let account: Account
  let goal: SavingsGoal

  func run(_ context: FlowContext) async throws -> Money? {
    let set = GoalSet(desk: desk, account: account, context: context)
    var goal = goal
    var isChanged = false
    while try await context.run(DeletePages(goal: goal, account: account).confirmation(isChanged)) {
      let goals = try await set.read { try await $0.reload(.hard) }
      guard let newer = goals.value.first(where: { $0.id == goal.id }) else { break }
      isChanged = newer.totalSaved != goal.totalSaved
      goal = newer
      if isChanged { continue }
      let order = GoalDeletion(
        key: context.makeOrderKey(), account: account.id, goal: goal.id)
      let result = try await context.order(
        "deletion", title: texts("delete.making"), of: order, at: desk
      ) { [bank = desk.services.bank] order in
        try await bank.deleteGoal(order)
      }
      let pages = DeletePages(goal: goal, account: account)
      switch result {
      case .deleted(let returned):
        try await context.conclude(with: pages.receipt(returning: returned))
        return returned
      case .refused(.unknownGoal): throw FlowCancelled(.declined)
      case .refused(.keyReused):
        _ = try await context.run(pages.refusal)
        throw FlowCancelled(.declined)
      }
    }
    throw FlowCancelled(.declined)
  }
}

/// The pages of deleting a goal.
struct DeletePages {
  let goal: SavingsGoal
  let account: Account

  func confirmation(_ isChanged: Bool) -> some Screen<Bool> {
    var rows = isChanged ? [Row(texts("delete.changed"))] : []
    rows.append(Row(texts("delete.name"), Text(verbatim: goal.name)))
    rows.append(Row(texts("delete.sum"), texts("amount", .money(goal.totalSaved))))
    rows.append(Row(texts("delete.to"), Text(verbatim: account.name)))
    let question =
      goal.totalSaved.isPositive
      ? texts(
        "delete.question", .string(goal.name), .money(goal.totalSaved), .string(account.name))
      : texts("delete.question.empty", .string(goal.name))
    return ConfirmScreen("confirm", question, page: [Section(rows: rows)])
      .label(texts("confirm.label"))
  }

  func receipt(returning returned: Money?) -> some Screen<Seen> {
    var rows = [Row(texts("deleted.goal", .string(goal.name)))]
    if returned == nil {
      rows.append(Row(texts("deleted.sum-unknown", .string(account.name))))
    } else if let returned, returned.isPositive {
      rows.append(Row(texts("deleted.returned", .money(returned), .string(account.name))))
    }
    return ReviewScreen("deleted", texts("receipt.title"), page: [Section(rows: rows)])
      .label(texts("deleted.label"))
  }

  var refusal: some Screen<Seen> {
    ReviewScreen(
      "refused", texts("delete.refused"), page: [Section(rows: [Row(texts("refused.key-reused"))])]
    ).label(texts("refused.label"))
  }
}
