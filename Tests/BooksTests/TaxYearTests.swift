import Books
import BooksTestSupport
import Days
import Testing

struct TaxYearTests {
  @Test(arguments: [
    ("2026-04-05", 2025, "2025/26"), ("2026-04-06", 2026, "2026/27"),
    ("2026-12-31", 2026, "2026/27"), ("2027-01-01", 2026, "2026/27"),
    ("2027-04-05", 2026, "2026/27"), ("2000-01-01", 1999, "1999/00"),
    ("2009-06-01", 2009, "2009/10"),
  ])
  func `a day is in the year that began on the sixth of April`(
    text: String, start: Int, name: String
  ) throws {
    let year = try #require(TaxYear(of: day(text)))
    #expect(year.startYear == start)
    #expect(year.description == name)
    #expect(year.days?.contains(try day(text)) == true)
    #expect(year.contains(try day(text)))
    #expect(year.days?.lowerBound == Day(year: start, month: 4, day: 6))
    #expect(year.days?.upperBound == Day(year: start + 1, month: 4, day: 5))
  }

  @Test func `years meet without a gap, and end with the calendar`() throws {
    let (this, next) = (TaxYear(startingIn: 2026), TaxYear(startingIn: 2027))
    #expect(this?.days?.upperBound.adding(days: 1) == next?.days?.lowerBound)
    #expect(try #require(this) < #require(next))
    #expect(TaxYear(of: try day("0001-04-05")) == nil)
    #expect(TaxYear(of: try day("9999-04-06")) == nil)
    #expect(TaxYear(startingIn: 0) == nil)
    #expect(TaxYear(startingIn: 9999) == nil)
  }
}
