package import Bank
package import Money

/// A standing order of an account to one of its goals.
///
/// It is kept and told; nothing carries it out.
package struct RecurringTransfer: Sendable, Hashable {
  package let id: Identifier<RecurringTransfer>
  package let goal: SavingsGoal.ID
  package let amount: Money
  package let recurrence: Recurrence

  /// Whether the goal is filled up to the amount, instead of the amount being added to it.
  package let topsUp: Bool

  package let reference: String?

  package init(
    id: Identifier<RecurringTransfer>, goal: SavingsGoal.ID, amount: Money,
    recurrence: Recurrence, topsUp: Bool, reference: String?
  ) {
    self.id = id
    self.goal = goal
    self.amount = amount
    self.recurrence = recurrence
    self.topsUp = topsUp
    self.reference = reference
  }
}
