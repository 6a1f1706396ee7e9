import Books
import BooksTestSupport
import Days
import Money
import TestSupport
import Testing

/// Who accounts for VAT, and what follows for the amounts.
struct SupplyVATTests {
  private func supply(
    _ status: ECStatus?, isSale: Bool = false, usual: VATTreatment? = .standard,
    on text: String = "2026-09-14"
  ) throws -> SupplyVAT {
    SupplyVAT(of: status, isSale: isSale, usual: usual, on: try day(text))
  }

  @Test(
    arguments: [
      (nil, VATAccounting.seller, VATAccounting.seller), (.ukOrNonEC, .seller, .seller),
      (.goods, .buyer, .seller), (.services, .buyer, .seller), (.reverseCharge, .buyer, .customer),
      (.moss, .seller, .seller),
    ] as [(ECStatus?, VATAccounting, VATAccounting)])
  func `a status says who accounts for the VAT of a purchase and of a sale`(
    status: ECStatus?, ofPurchase: VATAccounting, ofSale: VATAccounting
  ) {
    #expect(VATAccounting(of: status, isSale: false) == ofPurchase)
    #expect(VATAccounting(of: status, isSale: true) == ofSale)
  }

  @Test(arguments: [
    (ECStatus.ukOrNonEC, false, "100", "16.67", "83.33"),
    (.reverseCharge, false, "100", "20.00", "100"), (.goods, false, "100", "20.00", "100"),
    (.services, false, "100", "20.00", "100"), (.reverseCharge, true, "100", "0", "100"),
    (.goods, true, "100", "16.67", "83.33"),
  ])
  func `what is paid holds the VAT only if the seller charges it`(
    status: ECStatus, isSale: Bool, paid: String, vat: String, net: String
  ) throws {
    let supply = try supply(status, isSale: isSale)
    let amounts = try supply.amounts(paid: pounds(paid), at: .standard)
    #expect(amounts.paid == (try pounds(paid)))
    #expect(amounts.vat == (try pounds(vat)))
    #expect(amounts.net == (try pounds(net)))
    let refund = try supply.amounts(paid: pounds(paid).negated(), at: .standard)
    #expect(refund.vat == (try pounds(vat).negated()))
    #expect(refund.net == (try pounds(net).negated()))
  }

  @Test(arguments: [
    ("100", "19", "15.97", "84.03"), ("240", "19", "38.32", "201.68"),
    ("100", "27", "21.26", "78.74"), ("100", "5.5", "5.21", "94.79"), ("0.03", "17", "0", "0.03"),
  ])
  func `what is paid for a digital service holds the VAT of its country`(
    paid: String, percent: String, vat: String, net: String
  ) throws {
    let rate = try #require(VATRate(percent: try decimal(percent)))
    let amounts = try supply(.moss, isSale: true).amounts(paid: pounds(paid), at: rate)
    #expect(amounts.vat == (try pounds(vat)))
    #expect(amounts.net == (try pounds(net)))
  }

  @Test(arguments: [
    (ECStatus.ukOrNonEC, false, "120", "20"), (.reverseCharge, false, "100", "20"),
    (.goods, false, "100", "20"), (.reverseCharge, true, "100", "0"),
  ])
  func `VAT that the seller does not charge is no part of what is owed`(
    status: ECStatus, isSale: Bool, paid: String, vat: String
  ) throws {
    let supply = try supply(status, isSale: isSale)
    for amounts in [
      try supply.amounts(net: pounds("100"), at: .standard),
      try supply.amounts(net: pounds("100"), vat: pounds("20")),
    ] {
      #expect(amounts.paid == (try pounds(paid)))
      #expect(amounts.vat == (try pounds(vat)))
      #expect(amounts.net == (try pounds("100")))
    }
  }

  @Test(
    arguments: [
      (VATTreatment.standard, "20"), (nil, "20"), (.reduced, "5"), (.zero, "0"), (.exempt, "0"),
      (.outsideTheScope, "0"),
    ] as [(VATTreatment?, String)])
  func `a reverse charge at zero is at the rate that a seller here would have charged`(
    usual: VATTreatment?, percent: String
  ) throws {
    let bought = try supply(.reverseCharge, usual: usual)
    #expect(bought.rate(for: .zero).percent == (try decimal(percent)))
    #expect(bought.rate(for: .reduced) == .reduced)
    #expect(try supply(.ukOrNonEC, usual: usual).rate(for: .zero) == .zero)
    #expect(try supply(.reverseCharge, isSale: true, usual: usual).rate(for: .standard) == .zero)
  }

  @Test func `VAT of another currency is refused, and amounts that do not fit`() throws {
    let euro = Money(minorUnits: 1, currency: .eur)
    for status in [ECStatus.ukOrNonEC, .reverseCharge] {
      let supply = try supply(status)
      #expect(throws: MoneyError.currencyMismatch(expected: .gbp, got: .eur)) {
        try supply.amounts(paid: pounds("5"), vat: euro)
      }
    }
    let most = Money(minorUnits: .max, currency: .gbp)
    #expect(throws: MoneyError.overflow) {
      try supply(.ukOrNonEC).amounts(net: most, at: .standard)
    }
  }

  @Test(arguments: SeededNumbers.seeds)
  func `what is paid is the value with the VAT that the seller charges`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<1_000 {
      let amount = random.pounds()
      let rate = try #require(VATRate(percent: random.decimal(below: 30, digits: 1)))
      for status in ECStatus.allCases {
        for isSale in [false, true] {
          let supply = try supply(status, isSale: isSale)
          for amounts in [
            try supply.amounts(paid: amount, at: rate), try supply.amounts(net: amount, at: rate),
          ] {
            let charged = supply.accounting == .seller ? amounts.vat : .zero(.gbp)
            #expect(try amounts.net.adding(charged) == amounts.paid)
            #expect(amounts.vat.isZero || amounts.vat.isNegative == amount.isNegative)
          }
        }
      }
    }
  }

  @Test(arguments: ExplanationKind.allCases)
  func `an explanation is a sale by its kind, and a general one by its category`(
    kind: ExplanationKind
  ) {
    let isOther = [.otherMoneyOut, .otherMoneyIn].contains(kind)
    let isSale = [.sales, .salesRefund, .stockSale, .capitalAssetDisposal].contains(kind)
    #expect(kind.isSale(under: nil) == isSale)
    #expect(kind.isSale(under: NominalCode("051")) == (isSale || isOther))
    #expect(kind.isSale(under: NominalCode("681")) == isSale)
  }
}
