import Bank
import BankServices
import Days
import Flowline
import Money

/// Rounds a week's spending up and moves the change into a savings goal.
///
/// It finishes also if nothing can be moved, with a receipt that says why; a no to the last
/// question cancels it as declined. What the person confirmed is what is moved: the payments are
/// read again before, and shown again if they give another round-up than was confirmed.
struct RoundUpFlow: BankFlow {
  static let texts = TextCatalog(PackageResources.RoundUp_xcstrings)
  let id: FlowID = "round-up"
  /// From a week with nothing to move, to a goal that is made on the way.
  var steps: ClosedRange<Int>? { access.steps(2...8) }
  let access: BankAccess
  /// The goal of the access's account that the money is to go to; asked for if it is nil.
  var goal: SavingsGoal?

  func words(for receipt: RoundUpReceipt) -> Text? {
    if let moved = receipt.moved, let goal = receipt.goal, let totalSaved = receipt.totalSaved {
      return texts("result.moved", moved, goal, totalSaved)
    }
    return receipt.reason.map { texts("result", of: $0) }
  }

  func run(_ context: FlowContext) async throws -> RoundUpReceipt {
    let bank = context.at(access)
    let round = RoundUpOfWeek(
      bank: bank, account: try await bank.account(), week: try await context.week())
    var goal = goal.map { RoundUpOfWeek.Goal(goal: $0) }
    var reading = try await round.readSettled()
    var isChanged = false
    while reading.isSettled {
      let reason = reading.roundUp.whyZero
      context.expect(reason != nil ? 1...1 : goal == nil ? 2...7 : 2...3)
      try await context.show(
        "review", with: ["first": round.week.start, "last": round.week.lastMoment]
      ) {
        if isChanged { Row("changed") }
        reading.page
      }
      if let reason { return round.nothingMoved(reason) }
      if let receipt = try await round.move(&reading, to: &goal) { return receipt }
      isChanged = true
    }
    return round.nothingMoved(.unanswered)
  }
}

extension FlowContext {
  /// Asks for this week or the last one, as the session's calendar has them.
  fileprivate func week() async throws -> Week {
    let week = Week.containing(
      environment.now, locale: environment.locale, timeZone: environment.timeZone)
    return try await choose(
      "week",
      from: [
        Option("this", week, detail: week.daysText),
        Option("last", week.previous, detail: week.previous.daysText),
      ], default: "this")
  }
}
