import Days
import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// The moment that a session sees.
struct EnvironmentTests {
  private func environment(_ now: Date) -> FlowEnvironment {
    FlowEnvironment(locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: now)
  }

  @Test(arguments: [
    ("2026-06-20T23:59:59.9999Z", "2026-06-20T23:59:59.999Z"),
    ("2026-06-20T23:59:59.9995Z", "2026-06-20T23:59:59.999Z"),
    ("1999-12-31T23:59:59.9999Z", "1999-12-31T23:59:59.999Z"),
    ("2026-06-20T23:59:59.001Z", "2026-06-20T23:59:59.001Z"),
    ("2026-06-20T23:59:59Z", "2026-06-20T23:59:59Z"),
  ])
  func `the time is cut to milliseconds`(text: String, cut: String) throws {
    let now = try #require(Date(timestamp: text))
    #expect(environment(now).now.exactTimestamp == cut && now.timestamp == cut)
    #expect(Day(now, in: environment(now)).description == String(cut.prefix(10)))
  }

  @Test func `a time of whole milliseconds is kept`() throws {
    var random = SeededNumbers(seed: 20)
    for _ in 0..<2000 {
      let milliseconds = Int.random(in: -1_000_000_000_000...4_000_000_000_000, using: &random)
      let now = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let seen = environment(now).now
      #expect(abs(seen.timeIntervalSince(now)) < 0.000_01 && environment(seen).now == seen)
    }
  }

  @Test func `a time is written as Foundation writes it`() throws {
    var random = SeededNumbers(seed: 21)
    // From the year 1019, whose calendar was another one, to 9999.
    for round in 0..<3000 {
      let seconds = Int.random(in: -30_000_000_000...253_402_300_799, using: &random)
      let milliseconds = round.isMultiple(of: 3) ? 0 : Int.random(in: 0..<1000, using: &random)
      let moment = Date(timeIntervalSince1970: Double(seconds * 1000 + milliseconds) / 1000)
      // In the middle of the millisecond, so that none is cut off.
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: milliseconds > 0)
      #expect(moment.timestamp == moment.addingTimeInterval(0.0005).formatted(style))
    }
  }

  private static let moments: [(String, FixedMoment.Fault?)] = [
    ("1971-01-01T00:00:00Z", nil), ("2026-11-20T12:00:00Z", nil), ("2098-12-31T23:59:59Z", nil),
    ("2099-01-01T01:00:00+02:00", nil), ("1970-12-31T23:59:59Z", .outsideYears),
    ("2099-01-01T00:00:00Z", .outsideYears), ("1969-06-01T00:00:00Z", .outsideYears),
    ("9999-12-31T00:00:00Z", .outsideYears), ("0001-06-01T00:00:00Z", .outsideYears),
    ("noon", .notATime), ("", .notATime), ("2026-11-20", .notATime),
  ]

  @Test(arguments: moments)
  func `a moment for now is in the years that there are data for`(
    text: String, fault: FixedMoment.Fault?
  ) {
    var found: FixedMoment.Fault?
    do throws(FixedMoment.Fault) {
      _ = try FixedMoment.read(text)
    } catch {
      found = error
    }
    #expect(found == fault)
  }
}
