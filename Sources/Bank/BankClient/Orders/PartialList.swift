import Bank
import Money
import ServiceCalls
import StarlingAPI

/// What a list of the bank has, as far as it could be read.
struct PartialList<Element> {
  /// The elements that could be read.
  let elements: [Element]
  /// Whether that is all of them.
  ///
  /// If it is not, nothing follows from what is missing.
  let isComplete: Bool
}

extension HTTPBank {
  /// The goals of a list.
  func goalList(
    _ goals: Starling.SavingsGoals, in currency: Currency
  ) -> PartialList<SavingsGoal> {
    let known = self.goals(goals, in: currency)
    return PartialList(
      elements: known,
      isComplete: goals.unread.isEmpty && known.count == goals.savingsGoalList.count)
  }

  /// The payments of a part of a feed, newest first.
  func paymentList(_ items: Starling.FeedItems, of account: Account) -> PartialList<Payment> {
    let known = payments(items, of: account)
    return PartialList(
      elements: known,
      isComplete: items.unread.isEmpty && known.count == items.feedItems?.count ?? 0)
  }
}
