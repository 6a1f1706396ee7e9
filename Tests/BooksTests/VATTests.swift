import Books
import BooksTestSupport
import Days
import Money
import TestSupport
import Testing

struct VATTests {
  @Test(arguments: [
    ("279.78", "20", "46.63"), ("100.00", "20", "16.67"), ("83.33", "20", "13.89"),
    ("0.02", "20", "0.00"), ("0.03", "20", "0.01"), ("0.09", "20", "0.02"), ("0.15", "20", "0.03"),
    ("1.23", "20", "0.21"), ("1.05", "5", "0.05"), ("10.00", "5", "0.48"), ("0.10", "5", "0.00"),
    ("0.11", "5", "0.01"), ("42.50", "20", "7.08"), ("12.34", "20", "2.06"),
    ("730", "20", "121.67"), ("100", "0", "0"), ("117.50", "17.5", "17.50"), ("0", "20", "0"),
  ])
  func `the tax in an amount is that of the examples, and of a refund its opposite`(
    gross: String, percent: String, vat: String
  ) throws {
    let rate = try #require(VATRate(percent: decimal(percent)))
    let amounts = try VATAmounts(gross: pounds(gross), rate: rate)
    #expect(amounts.vat == (try pounds(vat)))
    #expect(try amounts.net.adding(amounts.vat) == pounds(gross))
    let refund = try VATAmounts(gross: pounds(gross).negated(), rate: rate)
    #expect(refund.vat == (try pounds(vat).negated()))
  }

  @Test(arguments: [
    ("100", "20", "20.00"), ("0.02", "20", "0.00"), ("0.03", "20", "0.01"), ("0.125", "20", nil),
    ("233.15", "20", "46.63"), ("10.10", "5", "0.51"), ("10.09", "5", "0.50"),
    ("-10.10", "5", "-0.51"),
  ])
  func `the tax is added to an amount`(net: String, percent: String, vat: String?) throws {
    let rate = try #require(VATRate(percent: decimal(percent)))
    guard let vat else {
      #expect(Money(exactly: try decimal(net), currency: .gbp) == nil)
      return
    }
    let amounts = try VATAmounts(net: pounds(net), rate: rate)
    #expect(amounts.vat == (try pounds(vat)))
    #expect(amounts.gross == (try pounds(net).adding(pounds(vat))))
  }

  @Test(arguments: [
    ("2.06", "12.34", "20.04"), ("16.67", "100", "20"), ("-16.67", "-100", "20"), ("0", "5", "0"),
    ("50", "100", "100"),
  ])
  func `a rate is found for an amount of tax`(vat: String, gross: String, percent: String) throws {
    let rate = VATRate(vat: try pounds(vat), of: try pounds(gross))
    #expect(rate?.percent == (try decimal(percent)))
  }

  @Test(arguments: [("5", "5"), ("6", "5"), ("-1", "5"), ("1", "-5"), ("1", "0")])
  func `no rate has more tax than the amount, or the opposite sign`(
    vat: String, gross: String
  ) throws {
    #expect(VATRate(vat: try pounds(vat), of: try pounds(gross)) == nil)
  }

  @Test func `rates are not negative, and taxes not of another currency`() throws {
    #expect(VATRate(percent: try decimal("-1")) == nil)
    let euro = Money(minorUnits: 1, currency: .eur)
    #expect(VATRate(vat: euro, of: try pounds("5")) == nil)
    #expect(throws: MoneyError.currencyMismatch(expected: .gbp, got: .eur)) {
      try VATAmounts(gross: pounds("5"), vat: euro)
    }
    #expect(VATRate.standard.description == "20%")
  }

  @Test func `other currencies have their own minor units`() throws {
    let yen = try VATAmounts(gross: Money(minorUnits: 100, currency: .jpy), rate: .standard)
    #expect(yen.vat == Money(minorUnits: 17, currency: .jpy))
    let dinar = try VATAmounts(gross: Money(minorUnits: 100_000, currency: .bhd), rate: .standard)
    #expect(dinar.vat == Money(minorUnits: 16_667, currency: .bhd))
  }

  @Test(arguments: SeededNumbers.seeds)
  func `the tax is the exact one, rounded once`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<(runsLongTests ? 50_000 : 3_000) {
      let amount = random.pounds()
      let digits = random.below(3)
      let rate = try #require(VATRate(percent: random.decimal(below: 30, digits: digits)))
      let factor = try ExactDecimal(amount).multiplied(by: rate.percent)
      let included = try VATAmounts(gross: amount, rate: rate)
      #expect(isRounded(included.vat, factor, over: try rate.percent.adding(100)))
      #expect(try included.net.adding(included.vat) == amount)
      #expect(try VATAmounts(gross: amount.negated(), rate: rate).vat == included.vat.negated())
      let added = try VATAmounts(net: amount, rate: rate)
      #expect(isRounded(added.vat, factor, over: 100))
      #expect(try added.net.adding(added.vat) == added.gross)
    }
  }

  @Test func `a treatment has a rate from the day on which it is known`() throws {
    let known = try day(VATTreatment.knownFrom)
    let before = try #require(known.adding(days: -1))
    let rates: [VATTreatment: VATRate] = [.standard: .standard, .reduced: .reduced, .zero: .zero]
    for treatment in VATTreatment.allCases {
      #expect(treatment.rate(on: known) == rates[treatment])
      #expect(treatment.rate(on: before) == nil)
    }
  }

  @Test(arguments: [
    (nil, nil, false), ("2026-09-20", nil, true), ("2026-09-21", nil, false),
    ("2020-04-01", "2026-09-20", false), ("2020-04-01", "2026-09-21", true),
  ])
  func `a company is registered from a day up to another`(
    from: String?, until: String?, isRegistered: Bool
  ) throws {
    let registration = VATRegistration(from: try from.map(day), until: try until.map(day))
    #expect(registration.contains(try day("2026-09-20")) == isRegistered)
  }
}
