import Bank
import BankSteps
import Days
import Flowline

extension RoundUpSteps {
  /// Shows what was moved.
  func finish(
    _ transfer: TransferReceipt, of roundUp: RoundUp, to goal: SavingsGoal
  ) async throws -> RoundUpReceipt {
    try await context.conclude("receipt") {
      Row("moved", with: ["amount": transfer.amount, "goal": transfer.goalName])
      Row("payments", roundUp.week.daysText, with: ["count": roundUp.counted.count])
      Row(progressOf: goal.after(transfer))
    }
    return RoundUpReceipt(
      account: account.handle, weekStart: weekStart, moved: transfer.amount,
      goal: transfer.goalName, totalSaved: transfer.totalSaved, reason: nil)
  }

  /// Says that there is too little money, and how much is missing.
  func stop(for funds: Funds) async throws -> RoundUpReceipt {
    context.expect(1...1)
    try await context.show("shortage") {
      Row("available", funds.available)
      Row("needed", funds.needed)
      Row("missing", funds.missing)
      Row("nothing-moved")
    }
    return receipt(nothingMoved: .tooLittleMoney)
  }

  func stop(because reason: Text) async throws -> RoundUpReceipt {
    try await context.show("refused") { reason }
    return receipt(nothingMoved: .refused)
  }

  func receipt(nothingMoved reason: RoundUpReceipt.NothingMoved?) -> RoundUpReceipt {
    RoundUpReceipt(
      account: account.handle, weekStart: weekStart, moved: nil, goal: nil, totalSaved: nil,
      reason: reason)
  }

  private var weekStart: Day { Day(week.start, in: context.environment) }
}
