import AccountsFeature
public import Bank
public import Flowline

/// Rounds a week's spending up and moves the change into a savings goal.
///
/// It finishes also where nothing can be moved, with a receipt that says why; a no to the last
/// question cancels it as declined. What the person confirmed is what is moved: the payments are
/// read again before, and shown again where they give another round-up than was confirmed.
public struct RoundUpFlow: Flow {
  public let id: FlowID = "round-up"
  public var title: Text { texts("flow.title") }
  /// One line about what the flow is for.
  public static var summary: Text { texts("flow.summary") }
  /// From a week with nothing to move, to a goal that is made on the way.
  public var steps: ClosedRange<Int>? { 3...9 }

  private let bank: any Bank

  /// Makes the flow.
  public init(bank: any Bank) {
    self.bank = bank
  }

  public func run(_ context: FlowContext) async throws -> RoundUpReceipt {
    let account = try await context.chooseAccount(at: bank, asking: texts("account.question"))
    let week = try await context.run(WeekScreen.make(in: context.environment))
    let steps = RoundUpSteps(bank: bank, account: account, week: week, context: context)

    var roundUp = try await steps.read()
    context.expect(roundUp.whyZero == nil ? 2...7 : 1...1)
    try await steps.review(roundUp)
    var goal: SavingsGoal?
    var remark: Text?
    while roundUp.whyZero == nil {
      let funds = try await steps.funds(for: roundUp)
      guard funds.suffice else { return try await steps.stop(for: funds) }
      context.expect(goal == nil ? 3...6 : 2...2)
      let chosen = try await steps.goal(goal, orChosenFor: roundUp, remark)
      context.expect(2...2)
      switch try await steps.confirmAndMove(roundUp, to: chosen, funds) {
      case .moved(let transfer): return try await steps.finish(transfer, of: roundUp, to: chosen)
      case .short(let funds): return try await steps.stop(for: funds)
      case .refused(let reason): return try await steps.stop(because: reason)
      case .goalGone(let reason): (goal, remark) = (nil, reason)
      case .changed(let newer):
        (goal, remark, roundUp) = (chosen, nil, newer)
        context.expect(newer.whyZero == nil ? 2...3 : 1...1)
        try await steps.review(newer, isChanged: true)
      }
    }
    return steps.receipt(nothingMoved: roundUp.whyZero)
  }
}
