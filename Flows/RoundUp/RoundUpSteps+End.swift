import Bank
import Flowline

extension RoundUpSteps {
  /// Shows what was moved. Leaving that page does not undo it, so it leaves the page alone.
  func finish(
    _ transfer: TransferReceipt, of roundUp: RoundUp, to goal: SavingsGoal
  ) async throws -> RoundUpReceipt {
    let page = ReceiptPage(transfer: transfer, goal: goal, roundUp: roundUp)
    _ = try await context.outcome(of: ReceiptFlow(page: page))
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

/// The receipt as a flow of its own, so that leaving it is not leaving the round-up.
private struct ReceiptFlow: Flow {
  let id: FlowID = "done"
  var title: Text { texts("done.title") }
  let page: ReceiptPage

  func run(_ context: FlowContext) async throws -> Seen {
    try await context.run(page.screen)
  }
}
