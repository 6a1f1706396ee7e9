import Bank
import BankDesk
import BankServices
import Flowline
import Money

/// Takes money out of a goal, back into the account: asks how much and has it confirmed.
///
/// Where the goal is gone it is cancelled as declined, so that whoever ran it looks again.
struct WithdrawFlow: Flow {
  let id: FlowID = "withdraw"
  var title: Text { texts("withdraw.label") }
  /// The amount, the confirmation and the result.
  var steps: ClosedRange<Int>? { 3...3 }

  let desk: Desk
  let account: Account
  let goal: SavingsGoal

  func run(_ context: FlowContext) async throws -> TransferReceipt {
    var goal = goal
    var remark: Text?
    while true {
      let page = WithdrawPages(goal: goal, account: account)
      let amount = try await context.run(page.amount(remark))
      guard try await context.run(page.confirmation(of: amount)) else {
        throw FlowCancelled(.declined)
      }
      let order = TransferOrder(
        key: context.makeOrderKey(), account: account.id, goal: goal.id, amount: amount,
        direction: .outOfGoal)
      let result = try await context.order(
        "transfer", title: texts("withdraw.making"), of: order, at: desk
      ) { [bank = desk.services.bank] order in
        try await bank.move(order)
      }
      switch result {
      case .moved(let receipt):
        try await context.conclude(with: page.receipt(receipt))
        return receipt
      case .refused(.insufficientFunds(let available, _)) where available.isPositive:
        remark = texts("withdraw.less", .money(available))
        goal = SavingsGoal(
          id: goal.id, name: goal.name, target: goal.target, totalSaved: available,
          state: goal.state)
      case .refused(.unknownGoal): throw FlowCancelled(.declined)
      case .refused(let refusal):
        _ = try await context.run(page.refusal(refusal))
        throw FlowCancelled(.declined)
      }
    }
  }
}
