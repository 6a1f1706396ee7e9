import Bank
import Flowline
public import Money
import RoundUpFeature

/// How a goal was left, and what was done with it.
public struct GoalVisit: Sendable, Hashable, Codable {
  /// The handle of the account.
  public let account: String
  /// The goal's name; nothing where it was gone.
  public let goal: String?
  /// What is in it now; nothing where it is gone or deleted.
  public let totalSaved: Money?
  /// What was moved into it by a round-up.
  public let moved: Money?
  /// What was taken out of it.
  public let withdrawn: Money?
  /// What returned to the account when the goal was deleted; nil also if that is not known.
  public let returned: Money?

  /// A goal that was looked at; nothing where it was gone.
  init(account: Account, goal: SavingsGoal?) {
    self.account = account.handle
    self.goal = goal?.name
    totalSaved = goal?.totalSaved
    moved = nil
    withdrawn = nil
    returned = nil
  }

  init(account: Account, goal: SavingsGoal, after receipt: RoundUpReceipt) {
    self.account = account.handle
    self.goal = receipt.goal ?? goal.name
    totalSaved = receipt.totalSaved
    moved = receipt.moved
    withdrawn = nil
    returned = nil
  }

  init(account: Account, goal: SavingsGoal, after withdrawal: TransferReceipt) {
    self.account = account.handle
    self.goal = withdrawal.goalName
    totalSaved = withdrawal.totalSaved
    moved = nil
    withdrawn = withdrawal.amount
    returned = nil
  }

  init(account: Account, goal: SavingsGoal, returning returned: Money?) {
    self.account = account.handle
    self.goal = goal.name
    totalSaved = nil
    moved = nil
    withdrawn = nil
    self.returned = returned
  }
}

extension GoalVisit {
  /// What was done, or what is in the goal.
  var words: Text {
    guard let goal else { return texts("result.gone") }
    if let moved { return texts("result.moved", moved, goal) }
    if let withdrawn { return texts("result.withdrawn", withdrawn, goal) }
    if let returned { return texts("result.returned", returned, goal) }
    return totalSaved.map { texts("result.seen", goal, $0) } ?? texts("result.deleted", goal)
  }
}
