package import Bank
package import Money
package import ServiceBasics

/// A payment with what the bank's API tells of it besides.
package struct FeedItem: Sendable, Hashable {
  package let payment: Payment

  /// When anything about the payment last changed.
  package let updatedAt: Timestamp

  /// What the customer wrote to it.
  package let note: String?

  /// The kind of spending that the customer filed it under.
  package let spendingCategory: String?

  /// Where the bank's own round-up of the payment went.
  package let roundUpGoal: SavingsGoal.ID?

  /// How much the bank's own round-up of the payment was.
  package let roundUp: Money?
}
