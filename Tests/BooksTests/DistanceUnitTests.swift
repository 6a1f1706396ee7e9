import Books
import BooksTestSupport
import Money
import Testing

struct DistanceUnitTests {
  @Test(arguments: [
    ("100", "62.14"), ("1", "0.62"), ("0.1", "0.06"), ("30", "18.64"), ("1.6", "0.99"),
    ("100000", "62137.12"), ("0", "0"),
  ])
  func `kilometres are hundredths of a mile`(kilometres: String, miles: String) throws {
    #expect(try DistanceUnit.kilometres.miles(of: decimal(kilometres)) == decimal(miles))
    #expect(try DistanceUnit.miles.miles(of: decimal(kilometres)) == decimal(kilometres))
  }

  @Test func `what was entered in kilometres is shown as it was`() throws {
    for tenths in stride(from: 0, through: 20_000, by: 1) {
      let entered = try decimal("\(tenths / 10).\(tenths % 10)")
      let miles = try DistanceUnit.kilometres.miles(of: entered)
      let shown = try DistanceUnit.kilometres.distance(ofMiles: miles)
      guard shown != entered else { continue }
      Issue.record("\(entered) km are shown as \(shown)")
    }
  }

  @Test func `what was entered in miles stays as many miles`() throws {
    for hundredths in stride(from: 0, through: 20_000, by: 1) {
      let miles = ExactDecimal(Money(minorUnits: Int64(hundredths), currency: .gbp))
      let shown = try DistanceUnit.kilometres.distance(ofMiles: miles)
      guard try DistanceUnit.kilometres.miles(of: shown) != miles else { continue }
      Issue.record("\(miles) miles are shown as \(shown) km")
    }
  }

  @Test(arguments: [("62.5", "100.58"), ("62.137", "100"), ("62.14", "100")])
  func `miles of another client are shown in kilometres`(miles: String, shown: String) throws {
    #expect(try DistanceUnit.kilometres.distance(ofMiles: decimal(miles)) == decimal(shown))
    #expect(try DistanceUnit.miles.distance(ofMiles: decimal(miles)) == decimal(miles))
  }
}
