import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import ServiceBasics
import TestSupport
import Testing

/// The sample is the same wherever and whenever a bank is filled.
struct SampleTimesTests {
  static let nows = [
    "2026-11-20T12:00:00Z", "2026-11-16T00:00:00Z", "2026-11-16T00:00:00.001Z",
    "2026-11-16T00:00:30Z", "2026-11-22T23:59:59.999Z", "2026-03-29T00:59:59.999Z",
    "2026-03-29T01:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T23:59:59.999Z",
    "2027-01-01T00:00:00Z", "2028-02-29T10:00:00.123Z", "2018-11-04T03:00:00Z",
    "1970-01-01T00:00:00Z", "9000-01-01T00:00:00Z",
  ]
  static let places = [
    ("en_GB", "Europe/London"), ("en_US", "America/New_York"), ("ar_EG", "Africa/Cairo"),
    ("ru_RU", "Asia/Kamchatka"), ("pt_BR", "America/Sao_Paulo"), ("en_NZ", "Pacific/Chatham"),
    ("fa_IR", "Asia/Tehran"), ("dv_MV", "Indian/Maldives"), ("en_US", "Pacific/Pago_Pago"),
    ("en_KI", "Pacific/Kiritimati"),
  ]

  @Test(arguments: nows, places.prefix(3))
  func `gives the same sums at any time and place`(
    now: String, place: (locale: String, zone: String)
  ) async throws {
    try await expectSample(
      now: try date(now), locale: Locale(identifier: place.locale),
      timeZone: try #require(TimeZone(identifier: place.zone)))
  }

  @Test func `gives the same sums at random times`() async throws {
    var random = SeededNumbers(seed: 7)
    for _ in 0..<40 {
      let now = try date("2020-01-01T00:00:00Z") + .random(in: 0..<1e9, using: &random)
      let (locale, zone) = try #require(Self.places.randomElement(using: &random))
      try await expectSample(
        now: now, locale: Locale(identifier: locale),
        timeZone: try #require(TimeZone(identifier: zone)))
    }
  }

  private func expectSample(now: Date, locale: Locale, timeZone: TimeZone) async throws {
    let bank = try EmbeddedBank.inMemory(now: { now })
    try SampleData.seed(into: bank, now: now, locale: locale, timeZone: timeZone)
    let week = Week.containing(now, locale: locale, timeZone: timeZone)
    let sums = try await [week, week.previous].asyncMap { week in
      try await bank.accounts().asyncMap { account in
        RoundUp(
          of: try await bank.payments(of: account.id, in: week.range), week: week,
          account: account,
          alreadyMoved: try await bank.coveredPayments(of: account.id, in: week.range)
        ).total.minorUnits
      }
    }
    #expect(sums == [[1_58, 3_77, 0], [3_20, 40, 0]])
    #expect(try bank.auditDifferences() == [])

    let account = try #require(try await bank.accounts().first)
    let all = try await bank.payments(of: account.id, in: .distantPast ..< .distantFuture)
    let cut = Timestamp(now).date
    #expect(all.allSatisfy { $0.status == .upcoming || $0.transactionTime <= cut })
    #expect(all.allSatisfy { ($0.settlementTime ?? cut) <= cut })
    #expect(all.allSatisfy { ($0.settlementTime ?? .distantFuture) >= $0.transactionTime })
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(
    _ transform: (Element) async throws -> Value
  ) async throws -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
