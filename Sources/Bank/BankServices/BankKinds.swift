import Bank
import DataSets
import ServiceBasics

/// The kinds of data sets that a bank has.
///
/// Copies are kept under their names.
enum BankKinds {
  static let accounts = DataSetKind<[AccountOverview]>("accounts")
  static let goals = DataSetKind<[SavingsGoal]>("goals")
  static let recentPayments = DataSetKind("recent-payments", restoring: payments)
  static let weekPayments = DataSetKind("week-payments", restoring: payments)

  /// What a copy of payments says about an interval; nil if it does not cover it.
  ///
  /// The days that are shown move on while a copy stays the same: what it says about the interval
  /// wanted now is what lies in both, if it began early enough and reached as far as there was
  /// anything to know.
  @Sendable private static func payments(
    _ payments: [Payment], _ copy: CopyCoverage, in wanted: Range<Timestamp>
  ) -> [Payment]? {
    let (interval, readAt) = (copy.interval, copy.readAt)
    if interval == wanted { return payments }
    guard interval.lowerBound <= wanted.lowerBound, readAt >= wanted.lowerBound,
      interval.upperBound >= wanted.upperBound || readAt <= interval.upperBound
    else { return nil }
    return payments.filter { wanted.contains(Timestamp($0.transactionTime)) }
  }
}
