public import Bank
public import FoundationEssentials
import Money

/// Three accounts with a past, for trying flows out.
///
/// - `personal` (GBP): payments of every status this week, one that the bank's document does not list, both
///   directions, a salary, a refund, one payment made abroad, one that the bank has rounded up
///   itself, a move into a goal; this week's round-up is £1.58, last week's £3.20. The goal "Trip"
///   has £120.70 of £500.
/// - `business` (GBP): £2.10 left, and a round-up of £3.77. Last week's round-up of 85 pence is
///   moved already; a payment that settled since adds 40. The goal "Tax" has no target.
/// - `euro` (EUR): whole amounts alone this week, no payments last week, no goal.
///
/// Everything lies relative to a moment, always the same way: this week's payments are spread
/// between the week's begin and that moment, however short the time, so that none lies in the
/// future but the announced one; last week's are spread over the whole of it. So the sums of both
/// weeks are the same whenever, and wherever, a bank is filled. Ids are always the same, too.
public enum SampleData {
  /// Fills a bank that has no accounts; one that has is left as it is.
  ///
  /// - Parameters:
  ///   - bank: the bank.
  ///   - now: the moment that "this week" is about.
  ///   - locale: decides on which day weeks begin.
  ///   - timeZone: decides when that day begins.
  ///   - withUndocumentedStatus: whether one payment has a status that the bank's document does not list.
  /// - Returns: whether the bank was filled.
  /// - Throws: a `BankError` if the bank's file cannot be written.
  @discardableResult
  public static func seed(
    into bank: EmbeddedBank, now: Date, locale: Locale, timeZone: TimeZone,
    withUndocumentedStatus: Bool = true
  ) throws(BankError) -> Bool {
    // Another program that is writing does not keep a bank that was filled before from being read.
    guard try bank.read({ try $0.accounts().isEmpty }) else { return false }
    let times = SampleTimes(
      now: now, week: Week.containing(now, locale: locale, timeZone: timeZone))
    return try bank.write { ledger in
      guard try ledger.accounts().isEmpty else { return false }
      let writer = SampleWriter(ledger: ledger, times: times)
      try writer.writePersonal(withUndocumentedStatus: withUndocumentedStatus)
      try writer.writeBusiness()
      try writer.writeEuro()
      return true
    }
  }
}
