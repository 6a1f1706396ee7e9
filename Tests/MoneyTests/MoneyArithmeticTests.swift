import Money
import Testing

struct MoneyArithmeticTests {
  let mismatch = MoneyError.currencyMismatch(expected: .gbp, got: .eur)

  func gbp(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: .gbp) }

  @Test func `adds, subtracts and multiplies exactly`() throws {
    #expect(try gbp(10).adding(gbp(20)) == gbp(30))
    #expect(try gbp(10).subtracting(gbp(20)) == gbp(-10))
    #expect(try gbp(33).multiplied(by: 3) == gbp(99))
    #expect(try gbp(33).negated() == gbp(-33))
    #expect(try gbp(-33).magnitude() == gbp(33))
    #expect(try gbp(33).magnitude() == gbp(33))
    #expect(try gbp(.max).adding(gbp(.min)) == gbp(-1))
  }

  @Test func `throws rather than overflow`() {
    #expect(throws: MoneyError.overflow) { try gbp(.max).adding(gbp(1)) }
    #expect(throws: MoneyError.overflow) { try gbp(.min).subtracting(gbp(1)) }
    #expect(throws: MoneyError.overflow) { try gbp(.max).multiplied(by: 2) }
    #expect(throws: MoneyError.overflow) { try gbp(.min).multiplied(by: -1) }
    #expect(throws: MoneyError.overflow) { try gbp(.min).negated() }
    #expect(throws: MoneyError.overflow) { try gbp(.min).magnitude() }
  }

  @Test func `throws rather than mix currencies`() {
    let euro = Money(minorUnits: 1, currency: .eur)
    #expect(throws: mismatch) { try gbp(1).adding(euro) }
    #expect(throws: mismatch) { try gbp(1).subtracting(euro) }
    #expect(throws: mismatch) { try gbp(1).isLess(than: euro) }
    #expect(throws: mismatch) { try Money.sum(of: [gbp(1), euro], in: .gbp) }
    #expect(throws: mismatch) { try gbp(.max).adding(euro) }
  }

  @Test func `orders amounts of one currency`() throws {
    #expect(try gbp(-1).isLess(than: gbp(0)))
    #expect(try !gbp(0).isLess(than: gbp(0)))
    #expect(try !gbp(1).isLess(than: gbp(0)))
  }

  @Test func `totals amounts whatever their order`() throws {
    #expect(try Money.sum(of: [], in: .gbp) == .zero(.gbp))
    #expect(try Money.sum(of: [gbp(35), gbp(80), gbp(43)], in: .gbp) == gbp(158))
    #expect(try Money.sum(of: [gbp(.max), gbp(1), gbp(-1)], in: .gbp) == gbp(.max))
    #expect(throws: MoneyError.overflow) { try Money.sum(of: [gbp(.max), gbp(1)], in: .gbp) }
    #expect(throws: MoneyError.overflow) { try Money.sum(of: [gbp(.min), gbp(-1)], in: .gbp) }
  }

  @Test func `says what went wrong`() {
    #expect(mismatch.description == "expected an amount in GBP, got EUR")
    #expect(MoneyError.overflow.description.contains("64 bits"))
  }
}
