import Books
import BooksTestSupport
import Days
import Testing

struct NominalCodeTests {
  @Test(arguments: [
    ("001", CategoryGroup.income), ("049", .income), ("050", .general), ("051", .general),
    ("000", .general), ("095", .general), ("096", .costOfSales), ("199", .costOfSales),
    ("200", .adminExpenses), ("285", .adminExpenses), ("399", .adminExpenses), ("400", .general),
    ("600", .general), ("601", .capitalAsset), ("602-1", .capitalAsset), ("607", .capitalAsset),
    ("608", .general), ("609-3", .stock), ("610", .general), ("750-12", .bankAccount),
    ("814", .tax), ("817", .tax), ("820", .tax), ("899", .general), ("900", .user),
    ("907-2", .user), ("910", .user), ("911", .general), ("999", .general),
  ])
  func `a code is in a group`(text: String, group: CategoryGroup) throws {
    let code = try #require(NominalCode(text))
    #expect(code.group == group)
    #expect(code.description == text)
  }

  @Test(arguments: ["", "1", "1000", "28a", "-28", "285-", "285-é", "285 ", "٢٨٥", "Mileage"])
  func `anything else is no code`(text: String) {
    #expect(NominalCode(text) == nil)
  }

  @Test func `statuses for VAT reports depend on the day and the place`() throws {
    let (before, after) = (try day("2020-12-31"), try day("2021-01-01"))
    #expect(
      ECStatus.valid(on: before, inNorthernIreland: false)
        == [.ukOrNonEC, .goods, .services, .moss])
    #expect(
      ECStatus.valid(on: after, inNorthernIreland: false) == [.ukOrNonEC, .reverseCharge, .moss])
    #expect(ECStatus.valid(on: after, inNorthernIreland: true) == ECStatus.allCases)
  }
}
