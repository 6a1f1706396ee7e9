import Days
import Money

/// What came of a round-up: what was moved, or why nothing was.
struct RoundUpReceipt: Sendable, Codable {
  /// Why a round-up came to its end without moving money.
  enum NothingMoved: String, Sendable, Codable, CaseIterable {
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
    /// The bank has another transfer for the week's round-up already: from another computer, from a lost
    /// record, or one that was given up.
    case movedElsewhere = "moved-elsewhere"
    /// The bank refused for a reason that the person cannot help.
    case refused
    /// An earlier transfer of the week's round-up was never answered, and was left open: whether it
    /// moved the money is not known.
    case unanswered
  }

  /// The handle of the account.
  let account: String
  /// The first day of the week.
  let weekStart: Day
  /// What was moved; nil if ``reason`` says why nothing was.
  var moved: Money?
  /// The name of the goal it was moved to.
  var goal: String?
  /// What is in the goal now.
  var totalSaved: Money?
  /// Why nothing was moved.
  var reason: NothingMoved?
}
