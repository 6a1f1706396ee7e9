import Books
import BooksTestSupport
import Days
import Money
import Testing

/// What becomes of the other journeys of a person; the vectors are worked out by hand.
struct MileageDifferenceTests {
  /// Journeys by car of 2026/27, as their day and their miles.
  private func journeys(_ all: [(String, String)]) throws -> [Journey] {
    try all.map { date, miles in
      Journey(on: try day(date), by: .car, miles: try decimal(miles))
    }
  }

  private func log(_ all: [(String, String)], opening: ExactDecimal = 0) throws -> MileageLog {
    let year = try #require(TaxYear(startingIn: 2026))
    return MileageLog(try journeys(all), opening: [year: opening])
  }

  /// A journey; nil without a day.
  private func journey(_ day: String, _ miles: String) throws -> Journey? {
    try day.isEmpty ? nil : journeys([(day, miles)])[0]
  }

  /// 9,950 miles of August are £5,472.50 by themselves: all at £0.55.
  @Test(arguments: [
    // 9,880 × 0.55 + 70 × 0.25 = 5,451.50
    ("", "0", "2026-05-01", "120", "21.00", "0.00"),
    // 9,950 + 50 are exactly the limit.
    ("", "0", "2026-05-01", "50", "0.00", "0.00"),
    // 9,949 × 0.55 + 1 × 0.25 = 5,472.20
    ("", "0", "2026-05-01", "51", "0.30", "0.00"),
    // What comes later takes nothing from it.
    ("", "0", "2026-09-01", "120", "0.00", "0.00"),
    // Of another tax year.
    ("", "0", "2026-04-05", "120", "0.00", "0.00"),
    // 9,900 × 0.55 + 50 × 0.25 = 5,457.50, that was 5,451.50
    ("2026-05-01", "120", "2026-05-01", "100", "0.00", "6.00"),
    ("2026-05-01", "120", "", "0", "0.00", "21.00"),
    ("2026-05-01", "120", "2026-09-01", "120", "0.00", "21.00"),
    ("2026-09-01", "120", "2026-05-01", "120", "21.00", "0.00"),
    ("2026-09-01", "120", "", "0", "0.00", "0.00"),
    // All of it beyond the limit: 9,950 × 0.25 = 2,487.50
    ("", "0", "2026-05-01", "10000", "2985.00", "0.00"),
  ])
  func `a journey takes the first rate from later ones`(
    from old: String, _ oldMiles: String, to new: String, _ newMiles: String, less: String,
    more: String
  ) throws {
    let difference = try #require(
      try MileageDifference(
        to: log([("2026-08-21", "9950")]), enteredAt: 1, from: journey(old, oldMiles),
        to: journey(new, newMiles)))
    #expect(difference.less == (try pounds(less)))
    #expect(difference.more == (try pounds(more)))
  }

  /// June: 100 × 0.55 = 55.00, then 60 × 0.55 + 40 × 0.25 = 43.00.
  @Test func `on one day what was entered first comes first`() throws {
    let june = try log([("2026-06-02", "100")], opening: 9_900)
    let new = try journey("2026-06-02", "40")
    let late = try #require(try MileageDifference(to: june, enteredAt: 1, from: nil, to: new))
    #expect(late.less.isZero && late.more.isZero)
    let early = try #require(try MileageDifference(to: june, enteredAt: 0, from: nil, to: new))
    #expect(early.less == (try pounds("12.00")))
  }

  @Test func `several later journeys are summed up`() throws {
    // 60.00 of 100 and 20 miles, then 50 × 0.25 = 12.50; without the first 66.00 and 27.50.
    let others = try log([("2026-11-10", "120"), ("2026-12-01", "50")], opening: 0)
    let difference = try #require(
      try MileageDifference(
        to: others, enteredAt: 0, from: journey("2026-08-21", "9900"), to: nil))
    #expect(difference.more == (try pounds("21.00")))
    #expect(difference.less.isZero)
  }

  @Test func `a motorcycle takes nothing from cars`() throws {
    let new = Journey(on: try day("2026-05-01"), by: .motorcycle, miles: 500)
    let difference = try #require(
      try MileageDifference(
        to: log([("2026-08-21", "9950")]), enteredAt: 1, from: nil, to: new))
    #expect(difference.less.isZero && difference.more.isZero)
  }

  /// At £0.45: 50 × 0.45 + 50 × 0.25 = 35.00, then 10 × 0.45 + 90 × 0.25 = 27.00.
  @Test func `a journey keeps the rates that were known when it was entered`() throws {
    let others = try log([("2026-04-20", "100")], opening: 9_950)
    let new = try journey("2026-04-10", "40")
    let known = MileageTable.approved.known(on: try day("2026-05-01"))
    let difference = try #require(
      try MileageDifference(to: others, enteredAt: 1, from: nil, to: new) { _ in known })
    #expect(difference.less == (try pounds("8.00")))
    // At £0.55 it would be 40.00, then 28.00.
    let approved = try #require(try MileageDifference(to: others, enteredAt: 1, from: nil, to: new))
    #expect(approved.less == (try pounds("12.00")))
  }

  @Test func `without a rate for one of them it is not known`() throws {
    let new = try journey("2026-05-01", "40")
    let others = try log([("2026-08-21", "9950")])
    let difference = try MileageDifference(to: others, enteredAt: 1, from: nil, to: new) { _ in
      MileageTable([])
    }
    #expect(difference == nil)
  }
}
