import AmountWords
import Money
import Testing

struct SpelledAmountTests {
  private func said(_ minorUnits: Int64, _ currency: Currency) -> [String] {
    SpelledAmount(Money(minorUnits: minorUnits, currency: currency), in: .english).counts
      .map { "\($0.count) \($0.number) \($0.key)" }
  }

  @Test func `says units and parts, or the one that there is`() {
    #expect(
      said(150_050, .gbp) == [
        "1500 one thousand five hundred currency.gbp.unit", "50 50 currency.gbp.part",
      ])
    #expect(said(100, .gbp) == ["1 one currency.gbp.unit"])
    #expect(said(50, .gbp) == ["50 50 currency.gbp.part"])
    #expect(said(0, .gbp) == ["0 zero currency.gbp.unit"])
    #expect(said(1, .jpy) == ["1 one currency.jpy.unit"])
    #expect(said(1005, .bhd) == ["1 one currency.bhd.unit", "5 5 currency.bhd.part"])
  }

  @Test func `the minus is said once, first`() {
    #expect(said(-150, .gbp) == ["-1 minus one currency.gbp.unit", "50 50 currency.gbp.part"])
    #expect(said(-50, .gbp) == ["-50 -50 currency.gbp.part"])
    #expect(
      said(.min, .jpy).first?.hasPrefix("-9223372036854775808 minus nine quintillion ") == true)
    #expect(said(.min, .gbp).last == "8 8 currency.gbp.part")
  }

  @Test func `Russian counts by the gender of the currency`() {
    func words(_ currency: Currency) -> String? {
      SpelledAmount(
        Money(minorUnits: 2 * currency.minorUnitsPerUnit, currency: currency), in: .russian
      ).counts.first?.number
    }
    #expect(words(.sek) == "две" && words(.jpy) == "две")
    #expect(words(.gbp) == "два" && words(.rub) == "два")
  }

  @Test func `a currency without a name is said by its code`() throws {
    let baht = try #require(Currency(code: "THB"))
    let counts = SpelledAmount(Money(minorUnits: 1250, currency: baht), in: .english).counts
    #expect(counts.map(\.unnamed) == ["twelve THB", "50/100"])
  }
}
