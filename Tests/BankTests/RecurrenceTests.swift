import Bank
import EmbeddedBank
import ServiceBasics
import Testing

struct RecurrenceTests {
  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  /// The days of a rule from its start on, as long as there are some, at most six.
  private func days(
    _ frequency: Recurrence.Frequency, from start: String, every interval: Int64? = nil,
    count: Int64? = nil, until: String? = nil, on weekdays: [Recurrence.Weekday]? = nil,
    after first: String? = nil
  ) throws -> [String] {
    let rule = Recurrence(
      startDate: try day(start), frequency: frequency, interval: interval, count: count,
      untilDate: try until.map { try day($0) }, days: weekdays)
    var days: [String] = []
    var from = try day(first ?? "2000-01-01")
    while days.count < 6, let next = rule.next(onOrAfter: from) {
      days.append(next.description)
      from = CalendarDay(
        Timestamp(milliseconds: (next.number + 1) * 86_400_000))
    }
    return days
  }

  @Test func `recurs by days`() throws {
    #expect(
      try days(.daily, from: "2026-02-27", count: 3) == ["2026-02-27", "2026-02-28", "2026-03-01"])
    #expect(
      try days(.daily, from: "2026-11-01", every: 10, until: "2026-11-25", after: "2026-11-02")
        == ["2026-11-11", "2026-11-21"])
    #expect(try days(.daily, from: "0001-01-01", after: "2026-11-20").first == "2026-11-20")
  }

  @Test func `recurs by weeks, on the days that were named`() throws {
    // The 18th of November 2026 is a Wednesday.
    #expect(
      try days(.weekly, from: "2026-11-18", count: 2) == ["2026-11-18", "2026-11-25"])
    #expect(
      try days(
        .weekly, from: "2026-11-18", every: 2, count: 4, on: [.friday, .monday, .wednesday])
        == ["2026-11-18", "2026-11-20", "2026-11-30", "2026-12-02"])
    #expect(
      try days(
        .weekly, from: "2026-11-18", count: 4, on: [.friday, .monday, .wednesday],
        after: "2026-11-21") == ["2026-11-23", "2026-11-25"])
    #expect(
      try days(.weekly, from: "2026-11-18", every: 3, count: 2, on: [.monday])
        == ["2026-12-07", "2026-12-28"])
  }

  @Test func `recurs by months, on the last day of those that are too short`() throws {
    #expect(
      try days(.monthly, from: "2026-12-31", count: 4)
        == ["2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31"])
    #expect(
      try days(.monthly, from: "2026-01-15", every: 5, until: "2026-11-15", after: "2026-01-16")
        == ["2026-06-15", "2026-11-15"])
  }

  @Test func `recurs by years, also from a leap day`() throws {
    #expect(
      try days(.yearly, from: "2024-02-29", count: 3) == ["2024-02-29", "2025-02-28", "2026-02-28"])
    #expect(
      try days(.yearly, from: "2024-02-29", every: 4, count: 2, after: "2025-01-01")
        == ["2028-02-29"])
  }

  @Test func `is over when it is over`() throws {
    #expect(
      try days(.yearly, from: "2026-01-01", every: Int64(Int32.max), after: "2026-01-02") == [])
    #expect(try days(.daily, from: "2026-01-01", count: 1, after: "2026-01-02") == [])
    #expect(try days(.monthly, from: "2026-01-01", until: "2026-06-01", after: "2026-06-02") == [])
  }

  @Test(arguments: [
    "2026-02-29", "2026-13-01", "2026-1-1", "20261101", "", "2026-11-01T", "tomorrow",
  ])
  func `takes no day that is none`(text: String) {
    #expect(CalendarDay(text) == nil)
  }
}
