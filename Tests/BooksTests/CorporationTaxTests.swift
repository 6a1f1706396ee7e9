import Books
import BooksTestSupport
import Days
import Money
import Testing

struct CorporationTaxTests {
  private func due(
    _ profit: String, from first: String, through last: String, digits: Int = 2
  ) throws -> ExactDecimal? {
    try CorporationTax(of: day(first)...day(last)).due(on: decimal(profit), fractionDigits: digits)
  }

  @Test(arguments: [
    (2024, "100000", "22750"), (2025, "250000", "62500"), (2026, "400000", "100000"),
    (2024, "50000", "9500"), (2025, "50000", "9500"), (2025, "50001", "9500.27"),
    (2026, "249999", "62499.74"), (2026, "0", "0"), (2026, "-5", "0"), (2023, "400000", "76000"),
    (2018, "400000", "76000"), (2017, "400000", "80000"), (2016, "1", "0.2"),
    (2015, "600000", "123750"), (2014, "1500000", "345000"), (2011, "300000", "63000"),
    (2007, "300000", "57000"),
  ])
  func `a year to 31 March has the rates of its financial year`(
    year: Int, profit: String, tax: String
  ) throws {
    let found = try due(profit, from: "\(year - 1)-04-01", through: "\(year)-03-31")
    #expect(try found == decimal(tax))
  }

  /// Against the parts of each period taxed one by one, as the Act has it.
  @Test(arguments: [
    // 90 days at 19 %, and 275 with marginal relief.
    ("2023-01-01", "2023-12-31", "100000", "21825.34"),
    ("2011-01-01", "2011-12-31", "1000000", "257123.29"),
    // The limits of 183 days and of 91.
    ("2025-04-01", "2025-09-30", "60000", "14019.86"),
    ("2025-04-01", "2025-06-30", "30000", "7015.07"),
    // Twelve months and six: each has its own limits.
    ("2023-10-01", "2025-03-31", "54800", "10412"),
    // Twelve months, though of 366 days.
    ("2024-02-29", "2025-02-28", "50000", "9500"), ("2023-03-01", "2024-02-29", "0", "0"),
  ])
  func `a period that is no financial year has its share of the rates and limits`(
    first: String, last: String, profit: String, tax: String
  ) throws {
    #expect(try due(profit, from: first, through: last) == decimal(tax))
  }

  @Test func `the tax is rounded once`() throws {
    let found = try due("50001", from: "2025-04-01", through: "2026-03-31", digits: 0)
    #expect(found == 9500)
    let exact = try due("50001", from: "2025-04-01", through: "2026-03-31", digits: 6)
    #expect(try exact == decimal("9500.265"))
  }

  @Test func `before the first rates a profit has no tax that is known, and a loss none`() throws {
    #expect(try due("100", from: "2006-03-31", through: "2007-03-30") == nil)
    #expect(try due("-100", from: "2006-03-31", through: "2007-03-30") == 0)
    let period = try day("2006-04-01")...day("2007-03-31")
    #expect(CorporationTax(of: period).areRatesKnown)
  }

  @Test func `at each limit both ways to work the tax out agree`() throws {
    let rows = CorporationTaxTable.unitedKingdom.rows
    #expect(rows.count == 10)
    for row in rows {
      guard let limits = row.limits else {
        #expect(row.main == row.smallProfits)
        continue
      }
      let relief = try limits.upper.subtracting(limits.lower).multiplied(by: limits.fraction)
      let difference = try row.main.subtracting(row.smallProfits).multiplied(by: limits.lower)
      #expect(try relief.multiplied(by: 100) == difference, "\(row.from)")
    }
  }

  @Test func `a year is taxed alike, whichever years its rates are the same in`() throws {
    for profit in ["49999.99", "50000", "123456.78", "250000.01"] {
      let year = try due(profit, from: "2025-04-01", through: "2026-03-31")
      #expect(try due(profit, from: "2024-07-01", through: "2025-06-30") == year)
      #expect(try due(profit, from: "2023-09-15", through: "2024-09-14") == year)
    }
  }
}
