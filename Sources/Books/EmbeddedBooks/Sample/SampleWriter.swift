import Days
import FreeAgentAPI
import Money
import ServiceBasics

/// Writes the sample by the same ways as requests do.
struct SampleWriter {
  let ledger: Ledger
  let variant: SampleCompany.Variant

  /// A day so many days ago.
  func day(_ daysAgo: Int) -> Day { ledger.today.adding(days: -daysAgo) ?? ledger.today }

  /// The books at noon of that day, or now if that is earlier.
  func books(_ daysAgo: Int) -> Ledger {
    let noon = Timestamp(milliseconds: Timestamp(day(daysAgo)).milliseconds + 12 * 3_600_000)
    return ledger.at(min(noon, ledger.now))
  }

  func number(_ text: String) -> ExactDecimal { ExactDecimal(text) ?? 0 }
}
