import Bank
import EmbeddedBank
import Money
import StarlingAPI

extension APIOperations {
  static let goalTransfers: [Operation] = [
    .replying(Starling.AddMoney.self) { try move($0, $1, .intoGoal) },
    .replying(Starling.WithdrawMoney.self) { try move($0, $1, .outOfGoal) },
  ]

  /// The transfer's uid is the order's key: what it was answered with once it is always.
  private static func move(
    _ call: Call, _ ledger: Ledger, _ direction: TransferOrder.Direction
  ) throws -> Reply {
    let transfer: Payment.ID = try call.id("transferUid")
    let request = try call.body(Starling.GoalTransferRequest.self)
    guard let currency = Currency(inCapitals: request.amount.currency) else {
      throw RequestProblem.refused(.currencyMismatch)
    }
    let order = TransferOrder(
      key: transfer.text, account: try call.id("accountUid"), goal: try call.id("savingsGoalUid"),
      amount: Money(minorUnits: request.amount.minorUnits, currency: currency),
      direction: direction)
    switch try ledger.move(order, reference: request.reference) {
    case .moved:
      return .answer(Starling.GoalTransferAnswer(transferUid: transfer.text, success: true))
    case .refused(let refusal): return .problem(RequestProblem(refusal))
    }
  }
}
