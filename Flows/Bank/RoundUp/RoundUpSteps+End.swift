import Bank
import BankDesk
import Days
import Flowline

extension RoundUpSteps {
  /// Shows what was moved.
  func finish(
    _ transfer: TransferReceipt, of roundUp: RoundUp, to goal: SavingsGoal
  ) async throws -> RoundUpReceipt {
    let page = ReceiptPage(transfer: transfer, goal: goal, roundUp: roundUp)
    try await context.conclude(with: page.screen)
    return RoundUpReceipt(
      account: account.handle, weekStart: weekStart, moved: transfer.amount,
      goal: transfer.goalName, totalSaved: transfer.totalSaved, reason: nil)
  }

  func stop(for funds: Funds) async throws -> RoundUpReceipt {
    context.expect(1...1)
    _ = try await context.run(ShortagePage(funds: funds).screen)
    return receipt(nothingMoved: .tooLittleMoney)
  }

  func stop(because reason: Text) async throws -> RoundUpReceipt {
    _ = try await context.run(
      ReviewScreen("refused", texts("refused.title"), page: [Section(rows: [Row(reason)])])
        .label(texts("refused.label")))
    return receipt(nothingMoved: .refused)
  }

  func receipt(nothingMoved reason: RoundUpReceipt.NothingMoved?) -> RoundUpReceipt {
    RoundUpReceipt(
      account: account.handle, weekStart: weekStart, moved: nil, goal: nil, totalSaved: nil,
      reason: reason)
  }

  private var weekStart: Day { Day(week.start, in: context.environment) }
}
