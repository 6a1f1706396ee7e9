package import Bank
package import ServiceBasics

/// The setting of the bank's own rounding up of card payments.
package struct NativeRoundUp: Sendable, Hashable {
  /// Where it goes.
  package let goal: SavingsGoal.ID

  /// How many times the round-up is moved, 1 to 10.
  package let multiplier: Int64

  package let activatedAt: Timestamp

  /// The customer who activated it.
  package let activatedBy: String
}
