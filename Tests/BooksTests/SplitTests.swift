import Books
import BooksTestSupport
import Money
import TestSupport
import Testing

struct SplitTests {
  @Test func `an amount is taken apart until nothing is left`() throws {
    var split = AmountSplit(try pounds("-100"))
    try split.take(pounds("-60"))
    #expect(split.rest == (try pounds("-40")))
    #expect(!split.isComplete)
    split.takeRest()
    #expect(split.isComplete)
    #expect(split.parts == [try pounds("-60"), try pounds("-40")])
    split.takeRest()
    #expect(split.parts.count == 2)
  }

  @Test(arguments: [
    ("0", SplitProblem.zero), ("1", .otherSign),
    ("-100.01", .tooMuch(rest: Money(minorUnits: -10_000, currency: .gbp))),
    ("-100", nil), ("-0.01", nil),
    ("-999999999.99", .tooMuch(rest: Money(minorUnits: -10_000, currency: .gbp))),
  ])
  func `a part has the sign of the amount and is not more than the rest`(
    part: String, problem: SplitProblem?
  ) throws {
    var split = AmountSplit(try pounds("-100"))
    #expect(split.problem(with: try pounds(part)) == problem)
    guard let problem else { return }
    #expect(throws: problem) { try split.take(pounds(part)) }
    #expect(split == AmountSplit(try pounds("-100")))
  }

  @Test func `nothing is left of nothing, and other currencies are refused`() throws {
    #expect(AmountSplit(.zero(.gbp)).problem(with: try pounds("1")) == .nothingLeft)
    #expect(
      AmountSplit(try pounds("1")).problem(with: Money(minorUnits: 1, currency: .eur))
        == .otherCurrency(expected: .gbp))
    let least = AmountSplit(Money(minorUnits: .min, currency: .gbp))
    #expect(least.problem(with: Money(minorUnits: .min, currency: .gbp)) == nil)
  }

  @Test(arguments: SeededNumbers.seeds)
  func `whatever is taken, the parts and the rest are the amount`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<500 {
      var split = AmountSplit(random.pounds())
      for _ in 0..<random.below(9) {
        let part = random.pounds()
        let before = split
        do throws(SplitProblem) {
          try split.take(part)
          #expect(part.isNegative == split.total.isNegative)
        } catch {
          #expect(split == before)
        }
        let taken = try Money.sum(of: split.parts, in: .gbp)
        #expect(try taken.adding(split.rest) == split.total)
        #expect(split.rest.isZero || split.rest.isNegative == split.total.isNegative)
      }
      split.takeRest()
      #expect(try Money.sum(of: split.parts, in: .gbp) == split.total)
    }
  }

  @Test(arguments: [
    ("100", ["1", "1", "1"], ["33.33", "33.34", "33.33"]),
    ("0.02", ["1", "1", "1", "1"], ["0.01", "0", "0.01", "0"]),
    ("-10", ["0.5", "0.25", "0.25"], ["-5", "-2.5", "-2.5"]), ("5", ["0", "3"], ["0", "5"]),
    ("5", [], []), ("5", ["0"], []), ("5", ["1", "-1", "3"], []),
  ])
  func `an amount is shared by weights`(
    amount: String, weights: [String], shares: [String]
  ) throws {
    #expect(
      try pounds(amount).shared(by: weights.map(decimal)) == shares.map { try pounds($0) })
  }

  @Test(arguments: SeededNumbers.seeds)
  func `shares are the amount, and each is within a penny of the exact one`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<500 {
      let amount = random.pounds()
      let weights = try (0...random.below(6)).map { _ in
        try random.decimal(below: 100, digits: random.below(4))
      }
      let sum = try ExactDecimal.sum(of: weights)
      let shares = try amount.shared(by: weights)
      guard !sum.isZero else {
        #expect(shares == [])
        continue
      }
      #expect(try Money.sum(of: shares, in: .gbp) == amount)
      for (share, weight) in zip(shares, weights) {
        #expect(share.isZero || share.isNegative == amount.isNegative)
        // |share × sum − amount × weight| < 0.01 × sum
        let exact = try ExactDecimal(amount).multiplied(by: weight)
        let given = try ExactDecimal(share).multiplied(by: sum)
        let bound = try sum.multiplied(by: decimal("0.01"))
        #expect(try given.subtracting(exact).magnitude <= bound)
      }
    }
  }
}
