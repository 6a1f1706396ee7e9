public import Days
import Flowline
public import Money

/// What came of a round-up: what was moved, or why nothing was.
public struct RoundUpReceipt: Sendable, Hashable, Codable {
  /// Why a round-up came to its end without moving money.
  public enum NothingMoved: String, Sendable, Hashable, Codable, CaseIterable {
    /// The week has no payments.
    case noPayments = "no-payments"
    /// None of the week's payments leaves anything to round up.
    case nothingCounts = "nothing-counts"
    /// What would count has not settled yet.
    case notSettled = "not-settled"
    /// The week's round-up was moved before.
    case alreadyMoved = "already-moved"
    /// There is less in the account than the round-up needs.
    case tooLittleMoney = "too-little-money"
    /// The bank refused for a reason that the person cannot help.
    case refused
    /// An earlier transfer of the week's round-up was never answered, and was left open: whether it
    /// moved the money is not known.
    case unanswered
  }

  /// The handle of the account.
  public let account: String
  /// The first day of the week.
  public let weekStart: Day
  /// What was moved; nil if ``reason`` says why nothing was.
  public internal(set) var moved: Money?
  /// The name of the goal it was moved to.
  public internal(set) var goal: String?
  /// What is in the goal now.
  public internal(set) var totalSaved: Money?
  /// Why nothing was moved.
  public internal(set) var reason: NothingMoved?

  /// What it means to a person; nil if it says neither what was moved nor why nothing was.
  var words: Text? {
    if let moved, let goal, let totalSaved {
      return texts("result.moved", moved, goal, totalSaved)
    }
    return reason.map { texts("result.\($0.rawValue)") }
  }
}
