import Bank
import Flowline
import Money
import ServiceSteps

/// Takes money out of a goal, back into the account: asks how much and has it confirmed.
///
/// If the bank does not do it, also because the goal is gone, a page says why; then it is cancelled as
/// declined, so that its caller looks again.
struct WithdrawFlow: BankFlow {
  static var texts: TextCatalog { GoalFlow.texts }
  let id: FlowID = "withdraw"
  /// The amount, the confirmation and the result.
  var steps: ClosedRange<Int>? { 3...3 }
  let access: BankAccess
  /// A goal in the account of the access.
  let goal: SavingsGoal

  func run(_ context: FlowContext) async throws -> TransferReceipt {
    let bank = context.at(access)
    let account = try await bank.account()
    var available = goal.totalSaved
    var isLess = false
    while true {
      let amount = try await context.run(amount(upTo: available, isLess))
      try await context.confirm(
        "confirm", texts: "withdraw", with: ["amount": amount, "goal": goal.name]
      ) {
        Row("amount", amount)
        Row("from", goal.name)
        Row("to", account.name)
        Row("left", (try? available.subtracting(amount)) ?? available)
      }
      let order = TransferOrder(
        key: bank.makeOrderKey(), account: account.id, goal: goal.id, amount: amount,
        direction: .outOfGoal)
      switch try await bank.order("transfer", of: order, { try await $0.move($1) }) {
      case .moved(let receipt):
        try await context.conclude("receipt") {
          Row("moved", with: ["amount": receipt.amount, "account": account.name])
          Row(progressOf: goal.after(receipt))
        }
        return receipt
      case .refused(.insufficientFunds(let left, _))
      where left.isPositive && left.minorUnits < amount.minorUnits:
        (available, isLess) = (left, true)
      case .refused(let refusal):
        try await context.leave(after: "refused", texts: "withdraw-refused") {
          if case .insufficientFunds(let left, _) = refusal, left.isPositive {
            Row("enough", mark: .failure)
          } else {
            Row(texts("refused", of: refusal), mark: .failure)
          }
        }
      }
    }
  }

  private func amount(upTo available: Money, _ isLess: Bool) -> AmountScreen {
    AmountScreen(
      "amount", in: available.currency, minorUnits: 1...max(1, available.minorUnits)
    ).with(["goal": goal.name]).page {
      if isLess { Row("less", with: ["available": available]) }
      Row("available", available)
    }
  }
}
