import Flowline
public import Money

/// How a goal was left, and what was done with it.
public struct GoalVisit: Sendable, Hashable, Codable {
  /// The handle of the account.
  public internal(set) var account: String
  /// The goal's name; nil if it was gone.
  public internal(set) var goal: String?
  /// What is in it now; nil if it is gone or deleted.
  public internal(set) var totalSaved: Money?
  /// What was moved into it by a round-up.
  public internal(set) var moved: Money?
  /// What was taken out of it.
  public internal(set) var withdrawn: Money?
  /// What returned to the account when the goal was deleted; nil also if that is not known.
  public internal(set) var returned: Money?

  /// What was done, or what is in the goal.
  var words: Text {
    guard let goal else { return texts("result.gone") }
    if let moved { return texts("result.moved", moved, goal) }
    if let withdrawn { return texts("result.withdrawn", withdrawn, goal) }
    if let returned { return texts("result.returned", returned, goal) }
    return totalSaved.map { texts("result.seen", goal, $0) } ?? texts("result.deleted", goal)
  }
}
