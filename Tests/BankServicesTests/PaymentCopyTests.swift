import Bank
import DataSetTesting
import DataSets
import FoundationEssentials
import Money
import ServiceBasics
import Testing

@testable import BankServices

/// Copies of payments, while the days that are shown move on.
@Suite struct PaymentCopyTests {
  private let store = MemoryCopyStore()
  private let clock = TestClock()
  private let turns = Turns()
  private let bank: WatchedBank

  init() throws {
    bank = try WatchedBank(clock: clock)
  }

  private func days(_ bounds: Range<Int>) -> Range<Date> {
    let noon = Timestamp.noon.date
    let times = [bounds.lowerBound, bounds.upperBound].map {
      noon.addingTimeInterval(Double($0) * 86_400)
    }
    return times[0]..<times[1]
  }

  /// As a process begins.
  private func read(_ bounds: Range<Int>) throws -> BankSnapshot<[Payment]> {
    let services = turns.services(of: bank, copies: store, clock: clock)
    let reader = turns.start { [bank] in
      try await services.recentPayments(of: bank.personal.id, in: days(bounds)).current()
    }
    turns.settle()
    return try reader.value()
  }

  @Test func `yesterday's copy is of use today for the days that are in both`() throws {
    try bank.post(1, to: bank.personal, at: days(-9..<0).lowerBound)
    try bank.post(2, to: bank.personal, at: days(-5..<0).lowerBound)
    #expect(try read(-10..<1).value.count == 3)
    clock.advance(by: 86_400)
    bank.failure = .offline
    let known = try read(-8..<2)
    #expect(known.value.map(\.amount.minorUnits) == [100_00, 2])
    #expect(known.asOf == .noon)
  }

  /// What was read at noon of day 0 of the days -2..<1, and what is wanted of it on day 3.
  @Test(arguments: [
    (-2..<1, true), (-1..<1, true), (-1..<5, true), (-3..<1, false), (1..<5, false),
  ])
  func `a copy is used only where it says something`(wanted: Range<Int>, isUsed: Bool) throws {
    _ = try read(-2..<1)
    clock.advance(by: 3 * 86_400)
    bank.failure = .offline
    if isUsed {
      #expect(try read(wanted).asOf == .noon)
    } else {
      #expect(throws: BankError.offline) { try read(wanted) }
    }
  }

  @Test func `a copy of days gone by says nothing of the days since`() throws {
    clock.advance(by: 5 * 86_400)
    _ = try read(-2..<1)
    bank.failure = .offline
    #expect(throws: BankError.offline) { try read(-2..<2) }
    #expect(try read(-1..<1).value.count == 1)
  }

  @Test func `what a copy holds of payments is all that the bank said`() throws {
    let first = try read(-2..<1)
    let second = try read(-2..<1)
    #expect(first.isFresh && second.asOf != nil)
    #expect(first.value == second.value)
  }

  @Test func `the copies are few, however many days are read`() throws {
    for day in -30...0 { _ = try read(day..<(day + 1)) }
    #expect(store.count == 1)
  }
}
