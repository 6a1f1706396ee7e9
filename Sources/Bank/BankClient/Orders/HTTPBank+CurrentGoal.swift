import Bank
import Money
import ServiceCalls
import StarlingAPI

extension HTTPBank {
  /// A goal of an account as it is now; nil if the bank says that the account has no such goal.
  ///
  /// The bank says so by a code, or by a complete list of goals without this one. A status of 404 alone
  /// says nothing of a goal: a path that is wrong has it too, and so do servers in between.
  ///
  /// - Parameters:
  ///   - goal: the goal's id.
  ///   - account: the account's id.
  ///   - currency: the account's currency.
  ///   - budget: the patience that is left.
  /// - Returns: the goal, in any state.
  /// - Throws: what keeps it from being known.
  func currentGoal(
    _ goal: SavingsGoal.ID, of account: Account.ID, in currency: Currency,
    _ budget: inout RetryBudget
  ) async throws(CallFailure<Starling.Failure>) -> SavingsGoal? {
    do throws(CallFailure<Starling.Failure>) {
      let answer = try await requester.ask(
        Starling.GetSavingsGoal(account: account.text, goal: goal.text), &budget)
      guard let goal = SavingsGoal(answer, currency: currency) else {
        throw CallFailure<Starling.Failure>.unreadable(
          .incomplete("the goal’s id"), isCut: false)
      }
      return goal
    } catch {
      guard case .refused(let failure) = error else { throw error }
      if failure.codes.contains(.unknownSavingsGoal) { return nil }
      guard failure.status == 404 else { throw error }
      let listed = goalList(
        try await requester.ask(Starling.GetSavingsGoals(account: account.text), &budget),
        in: currency)
      if let found = listed.elements.first(where: { $0.id == goal }) { return found }
      guard listed.isComplete else { throw error }
      return nil
    }
  }
}
