import Books
import BooksTestSupport
import Money
import TestSupport
import Testing

struct DocumentLineTests {
  @Test(arguments: [
    ("2", "125.5", nil, "251.00", "0.00"), ("1.5", "33.33", "20", "50.00", "10.00"),
    ("0.333", "1.005", "20", "0.33", "0.07"), ("3", "0.005", "5", "0.02", "0.00"),
    ("-1", "25", "20", "-25.00", "-5.00"), ("0", "99", "20", "0.00", "0.00"),
    ("0.5", "0.01", nil, "0.01", "0.00"),
  ])
  func `quantity times price is rounded once`(
    quantity: String, price: String, percent: String?, net: String, vat: String
  ) throws {
    let rate = try percent.map { try #require(VATRate(percent: decimal($0))) }
    let line = DocumentLine(quantity: try decimal(quantity), price: try decimal(price), rate: rate)
    let amounts = try line.amounts(in: .gbp)
    #expect(amounts.net == (try pounds(net)))
    #expect(amounts.vat == (try pounds(vat)))
  }

  @Test(arguments: SeededNumbers.seeds)
  func `a document is the sum of its lines`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<300 {
      let lines = try (0..<random.below(12)).map { _ in
        DocumentLine(
          quantity: try random.decimal(below: 50, digits: random.below(4)),
          price: try random.decimal(below: 900, digits: random.below(5)),
          rate: random.pick([nil, .zero, .reduced, .standard]))
      }
      let total = try lines.total(in: .gbp)
      var net: Int64 = 0
      for line in lines {
        let amounts = try line.amounts(in: .gbp)
        net += amounts.net.minorUnits
        #expect(isRounded(amounts.net, try line.quantity.multiplied(by: line.price), over: 1))
      }
      #expect(total.net.minorUnits == net)
      #expect(try total.net.adding(total.vat) == total.gross)
    }
  }

  @Test func `what does not fit throws`() throws {
    let line = DocumentLine(quantity: try decimal("99999999999999999"), price: 100)
    #expect(throws: MoneyError.overflow) { try line.amounts(in: .gbp) }
    let large = DocumentLine(quantity: try decimal("90000000000000000"), price: 1)
    #expect(throws: MoneyError.overflow) { try [large, large].total(in: .gbp) }
  }
}
