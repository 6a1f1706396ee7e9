public import Bank
public import EmbeddedBank
public import Flowline
import Synchronization

/// Banks in memory for playing scripts and for tests: the same world gives the same bank.
public enum SampleBank {
  /// Makes a bank with the sample's accounts as they are at the environment's moment.
  ///
  /// Its clock stands still at that moment and its ids count up, so that what it answers to the
  /// same orders is always the same, to the letter.
  ///
  /// - Throws: a `BankError` if SQLite has no memory.
  public static func make(in environment: FlowEnvironment) throws(BankError) -> EmbeddedBank {
    let ids = CountedIDs()
    let now = environment.now
    let bank = try EmbeddedBank.inMemory(now: { now }, makeID: { ids.next() })
    try SampleData.seed(
      into: bank, now: now, locale: environment.locale, timeZone: environment.timeZone)
    return bank
  }
}

/// Ids that count up, in the form of version 4 UUIDs.
private final class CountedIDs: Sendable {
  private let count = Atomic(0)

  func next() -> String {
    let number = String(count.add(1, ordering: .relaxed).newValue)
    let padding = String(repeating: "0", count: max(0, 12 - number.count))
    return "e0000000-0000-4000-8000-\(padding)\(number)"
  }
}
