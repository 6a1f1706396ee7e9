import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import TestSupport
import Testing

struct RoundUpTests {
  let world = RoundUpWorld()

  @Test(
    arguments: [
      ("GBP", [4_35, 5_20, 87], 158), ("GBP", [5_00], 0), ("GBP", [1], 99), ("GBP", [99], 1),
      ("GBP", [1_00], 0), ("GBP", [], 0), ("BHD", [1250], 750), ("JPY", [1234], 0),
      ("GBP", [.max, .max - 1], 93 + 94), ("GBP", [0], 0),
    ] as [(String, [Int64], Int64)])
  func `gives the vectors of the challenge`(
    code: String, amounts: [Int64], total: Int64
  ) throws {
    let account = try world.account(in: code)
    let payments = try amounts.map { try world.payment($0, account: account) }
    let roundUp = RoundUp(of: payments, week: try world.week(), account: account)
    #expect(roundUp.total == Money(minorUnits: total, currency: account.currency))
    #expect(roundUp.isZero == (total == 0))
    #expect(roundUp.covering == roundUp.counted.map(\.payment.id))
    #expect(roundUp.counted.allSatisfy { $0.gives.minorUnits > 0 })
    #expect(roundUp.leftOut.allSatisfy { $0.reason == .wholeAmount })
    #expect(roundUp.counted.count + roundUp.leftOut.count == payments.count)
  }

  @Test func `agrees with adding up one by one, over random weeks`() throws {
    var random = SeededNumbers(seed: 20)
    let account = try world.account()
    for _ in 0..<500 {
      let amounts = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Int64.random(in: 0...20_000, using: &random)
      }
      let payments = try amounts.map { try world.payment($0, account: account) }
      let expected = amounts.reduce(0) { $0 + ($1 + 99) / 100 * 100 - $1 }
      let roundUp = RoundUp(of: payments, week: try world.week(), account: account)
      try #require(roundUp.total.minorUnits == expected)
    }
  }

  @Test(
    arguments: [
      (.upcoming, .upcoming), (.reversed, .reversed), (.declined, .declined),
      (.refunded, .refunded), (.retrying, .retrying), (.accountCheck, .accountCheck),
      (.upcomingCancelled, .cancelled), (.unknown("NEW"), .unknownStatus),
    ] as [(PaymentStatus, RoundUpExclusion)])
  func `leaves out what has not settled`(status: PaymentStatus, reason: RoundUpExclusion) throws {
    try expectLeftOut(try world.payment(4_35, status: status), reason)
  }

  @Test func `shows a pending payment as one that will count`() throws {
    let payments = try [
      world.payment(4_35, status: .pending), world.payment(4_00, status: .pending),
    ]
    let roundUp = RoundUp(of: payments, week: try world.week(), account: try world.account())
    #expect(roundUp.total == (try pounds(0)))
    #expect(roundUp.pending.map(\.payment) == payments)
    #expect(roundUp.pending.map(\.gives.minorUnits) == [65, 0])
    #expect(roundUp.leftOut.isEmpty)
    #expect(roundUp.covering.isEmpty)
  }

  @Test func `leaves out what came in`() throws {
    try expectLeftOut(try world.payment(4_35, direction: .incoming), .incoming)
    try expectLeftOut(
      try world.payment(4_35, direction: .incoming, source: .chargeback), .incoming)
  }

  @Test func `leaves out moves between pockets, so that it never feeds itself`() throws {
    try expectLeftOut(try world.payment(1_58, source: .internalTransfer), .internalTransfer)
    try expectLeftOut(try world.payment(1_58, kind: .category), .internalTransfer)
    let account = try world.account()
    let payments = try [4_35, 5_20, 87].map { try world.payment($0, account: account) }
    let earlier = try world.payment(1_58, source: .internalTransfer)
    let roundUp = RoundUp(of: payments + [earlier], week: try world.week(), account: account)
    #expect(roundUp.total == (try pounds(158)))
  }

  @Test func `leaves out other categories and other accounts`() throws {
    try expectLeftOut(try world.payment(4_35, category: uuid(77)), .otherCategory)
    let other = try world.payment(4_35, account: try world.account(number: 9))
    try expectLeftOut(other, .otherCategory)
  }

  @Test func `counts the account's currency and never the merchant's`() throws {
    let euro = Money(minorUnits: 2_39, currency: try currency("EUR"))
    let abroad = try world.payment(2_06, sourceAmount: euro)
    let roundUp = RoundUp(of: [abroad], week: try world.week(), account: try world.account())
    #expect(roundUp.total == (try pounds(94)))
    try expectLeftOut(try world.payment(2_39, amountIn: "EUR"), .otherCurrency)
    try expectLeftOut(try world.payment(-2_39), .negativeAmount)
  }

  @Test func `leaves out what the bank has rounded up itself`() throws {
    try expectLeftOut(try world.payment(4_35, isRoundedUpByBank: true), .roundedUpByBank)
  }

  @Test(arguments: [PaymentSource.directDebit, .fasterPaymentOut, .init(rawValue: "NEW")])
  func `counts cards alone if told to`(source: PaymentSource) throws {
    let payments = try [world.payment(4_35), world.payment(5_20, source: source)]
    let account = try world.account()
    let week = try world.week()
    #expect(RoundUp(of: payments, week: week, account: account).total == (try pounds(145)))
    let cards = RoundUp(of: payments, week: week, account: account, policy: .cardOnly)
    #expect(cards.total == (try pounds(65)))
    #expect(cards.leftOut.map(\.payment) == [payments[1]])
    #expect(cards.leftOut.map(\.reason) == [.notCard])
  }

  @Test(arguments: [
    ("2026-11-15T23:59:59.999Z", false), ("2026-11-16T00:00:00.000Z", true),
    ("2026-11-22T23:59:59.999Z", true), ("2026-11-23T00:00:00.000Z", false),
  ])
  func `counts the first instant of the week and not its end`(
    instant: String, counts: Bool
  ) throws {
    let payment = try world.payment(4_35, at: instant)
    if counts {
      let roundUp = RoundUp(of: [payment], week: try world.week(), account: try world.account())
      #expect(roundUp.counted.map(\.payment) == [payment])
    } else {
      try expectLeftOut(payment, .outsideWeek)
    }
  }

  @Test func `goes by the time of the payment, not of its settlement`() throws {
    let late = try world.payment(4_35, settledAt: "2026-11-25T00:00:00Z")
    let roundUp = RoundUp(of: [late], week: try world.week(), account: try world.account())
    #expect(roundUp.total == (try pounds(65)))
  }

  @Test func `offers the difference when a payment settles after the week was moved`() throws {
    let moved = try [4_35, 5_20].map { try world.payment($0) }
    let late = try world.payment(87)
    let roundUp = RoundUp(
      of: moved + [late], week: try world.week(), account: try world.account(),
      alreadyMoved: Set(moved.map(\.id)))
    #expect(roundUp.total == (try pounds(13)))
    #expect(roundUp.movedBefore == (try pounds(145)))
    #expect(roundUp.covering == [late.id])
    #expect(roundUp.leftOut.map(\.reason) == [.alreadyMoved, .alreadyMoved])
  }

  @Test func `has every payment in exactly one list, and is the same after JSON`() throws {
    let payments = try [
      world.payment(4_35), world.payment(5_00), world.payment(1, status: .pending),
      world.payment(1, direction: .incoming),
    ]
    let roundUp = RoundUp(of: payments, week: try world.week(), account: try world.account())
    let listed =
      roundUp.counted.map(\.payment) + roundUp.pending.map(\.payment)
      + roundUp.leftOut.map(\.payment)
    #expect(listed.count == payments.count)
    #expect(Set(listed) == Set(payments))
    #expect(try roundTrip(roundUp) == roundUp)
  }

  private func expectLeftOut(
    _ payment: Payment, _ reason: RoundUpExclusion, at location: SourceLocation = #_sourceLocation
  ) throws {
    let roundUp = RoundUp(of: [payment], week: try world.week(), account: try world.account())
    #expect(roundUp.leftOut.map(\.payment) == [payment], sourceLocation: location)
    #expect(roundUp.leftOut.map(\.reason) == [reason], sourceLocation: location)
    #expect(roundUp.total == (try pounds(0)), sourceLocation: location)
  }
}
