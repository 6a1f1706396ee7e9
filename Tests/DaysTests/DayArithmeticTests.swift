import Days
import Testing

struct DayArithmeticTests {
  private func day(_ text: String) throws -> Day { try #require(Day(text)) }

  @Test(arguments: [
    ("2026-11-20", 0, "2026-11-20"), ("2026-11-20", 14, "2026-12-04"),
    ("2026-12-31", 1, "2027-01-01"), ("2024-02-28", 1, "2024-02-29"),
    ("2026-03-01", -1, "2026-02-28"), ("0001-01-01", -1, nil), ("9999-12-31", 1, nil),
    ("2026-11-20", Int.max, nil), ("2026-11-20", Int.min, nil),
  ])
  func `days are added`(start: String, days: Int, end: String?) throws {
    #expect(try day(start).adding(days: days)?.description == end)
  }

  @Test(arguments: [
    ("2026-11-20", 0, "2026-11-20"), ("2026-11-20", 2, "2027-01-20"),
    ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
    ("2026-03-31", -1, "2026-02-28"), ("2026-01-15", -13, "2024-12-15"),
    ("0001-01-01", -1, nil), ("9999-12-01", 1, nil), ("2026-11-20", Int.max, nil),
    ("2026-11-20", Int.min, nil),
  ])
  func `months are added, cut to the month's length`(
    start: String, months: Int, end: String?
  ) throws {
    #expect(try day(start).adding(months: months)?.description == end)
  }

  @Test func `what is added is what lies between`() throws {
    let start = try day("1999-12-31")
    for days in [-800_000, -366, -1, 0, 1, 59, 365, 100_000] {
      if let end = start.adding(days: days) { #expect(start.days(until: end) == days) }
    }
  }
}
