public import Bank
public import BankSteps
public import Flowline

/// The texts of this feature.
let texts = TextCatalog(PackageResources.RoundUp_xcstrings)

/// Rounds a week's spending up and moves the change into a savings goal.
///
/// It finishes also if nothing can be moved, with a receipt that says why; a no to the last
/// question cancels it as declined. What the person confirmed is what is moved: the payments are
/// read again before, and shown again if they give another round-up than was confirmed.
public struct RoundUpFlow: Flow {
  public let id: FlowID = "round-up"
  public var catalog: TextCatalog? { texts }
  /// From a week with nothing to move, to a goal that is made on the way.
  public var steps: ClosedRange<Int>? { access.steps(2...8) }

  private let access: BankAccess
  private let goal: SavingsGoal?

  /// Makes the flow, about the account of the access, whose spending is rounded up.
  ///
  /// - Parameter goal: the goal of that account that the money is to go to; asked for if it is nil.
  public init(at access: BankAccess, goal: SavingsGoal? = nil) {
    self.access = access
    self.goal = goal
  }

  public func words(for receipt: RoundUpReceipt) -> Text? { receipt.words }

  public func run(_ context: FlowContext) async throws -> RoundUpReceipt {
    let account = try await context.at(access).account()
    let steps = RoundUpSteps(
      context: context, access: access.about(account), account: account,
      week: try await context.week())
    guard var reading = try await steps.readSettled() else {
      return steps.receipt(nothingMoved: .unanswered)
    }
    var goal = goal
    context.expect(reading.roundUp.whyZero == nil ? (goal == nil ? 2...7 : 2...3) : 1...1)
    try await steps.review(reading)
    var remark: Text?
    while reading.roundUp.whyZero == nil {
      let roundUp = reading.roundUp
      let funds = try await steps.funds(for: roundUp)
      guard funds.suffice else { return try await steps.stop(for: funds) }
      context.expect(goal == nil ? 3...6 : 2...2)
      let chosen = try await steps.goal(goal, orChosenFor: roundUp, remark)
      context.expect(2...2)
      switch try await steps.confirmAndMove(reading, to: chosen, funds) {
      case .moved(let transfer): return try await steps.finish(transfer, of: roundUp, to: chosen)
      case .short(let funds): return try await steps.stop(for: funds)
      case .refused(let reason): return try await steps.stop(because: reason)
      case .goalGone(let reason): (goal, remark) = (nil, reason)
      case .changed(let newer):
        guard newer.isSettled else { return steps.receipt(nothingMoved: .unanswered) }
        (goal, remark, reading) = (chosen, nil, newer)
        context.expect(newer.roundUp.whyZero == nil ? 2...3 : 1...1)
        try await steps.review(newer, isChanged: true)
      }
    }
    return steps.receipt(nothingMoved: reading.roundUp.whyZero)
  }
}
