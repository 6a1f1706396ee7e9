import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import Testing

struct FeedTests {
  @Test func `comes newest first, in a half-open interval`() async throws {
    let test = try TestBank(balance: 0)
    let times = [
      "2026-11-16T00:00:00.000Z", "2026-11-15T23:59:59.999Z", "2026-11-22T23:59:59.999Z",
      "2026-11-23T00:00:00.000Z", "2026-11-16T00:00:00.000Z",
    ]
    let posted = try times.map { try test.bank.post(test.payment(1_00, at: $0)) }
    let week = try Week.london(TestBank.noon)
    let feed = try await test.bank.payments(of: test.account.id, in: week.range)
    #expect(feed == [posted[2], posted[4], posted[0]])
    let between = week.start + 0.0002..<week.end
    #expect(
      try await test.bank.payments(of: test.account.id, in: between).map(\.id) == [posted[2].id])
  }

  @Test func `returns what was posted, of every status`() async throws {
    let test = try TestBank(balance: 0)
    let statuses = PaymentStatus.known + [.unknown("NEW")]
    var posted: [Payment] = []
    for status in statuses {
      var new = try test.payment(2_06, status: status)
      new.sourceAmount = Money(minorUnits: 2_39, currency: try currency("EUR"))
      new.reference = "Größe 7"
      new.isRoundedUpByBank = true
      posted.append(try test.bank.post(new))
    }
    #expect(try await test.feed() == posted.reversed())
    #expect(posted.map(\.status) == statuses)
    #expect(posted.allSatisfy { ($0.settlementTime != nil) == ($0.status == .settled) })
    #expect(try await test.bank.balance(of: test.account.id).cleared == test.money(-2_06))
    #expect(try await test.bank.balance(of: test.account.id).effective == test.money(-4_12))
    try test.audited()
  }

  @Test func `settles what is pending, once, at its final amount`() async throws {
    let test = try TestBank()
    let pending = try test.bank.post(test.payment(6_75, status: .pending))
    #expect(try await test.available() == 93_25)
    let time = try date("2026-11-20T11:00:00Z")
    let settled = try test.bank.settle(pending.id, at: time, amount: test.money(7_00))
    #expect(settled.status == .settled)
    #expect(settled.settlementTime == time)
    #expect(settled.amount == test.money(7_00))
    #expect(try await test.feed().contains(settled))
    #expect(throws: BankError.self) { try test.bank.settle(pending.id, at: time) }
    #expect(try await test.available() == 93_00)
    try test.audited()
  }

  @Test func `takes nothing that contradicts the rules`() async throws {
    let test = try TestBank()
    var wrong = try [test.payment(0), test.payment(-1), test.payment(1, source: .internalTransfer)]
    var inside = try test.payment(1)
    inside.counterparty = Counterparty(kind: .category, name: "Trip")
    var euro = try test.payment(1)
    euro.amount = Money(minorUnits: 1, currency: try currency("EUR"))
    var nothing = try test.payment(1)
    nothing.sourceAmount = test.money(0)
    wrong += [inside, euro, nothing]
    for payment in wrong {
      let error = #expect(throws: BankError.self) { try test.bank.post(payment) }
      #expect(error?.code == .invalidRecord)
    }
    #expect(try await test.available() == 100_00)
    try test.audited()
  }

  @Test func `refuses a payment whose sum is beyond all numbers`() async throws {
    let test = try TestBank(balance: .max)
    let goal = try await test.goal()
    func refuse(_ payment: NewPayment) {
      let error = #expect(throws: BankError.self) { try test.bank.post(payment) }
      #expect(error?.code == .invalidRecord && error?.path == nil)
    }
    refuse(try test.payment(.max, direction: .incoming))
    #expect(try await test.available() == .max)
    // What is in goals counts as well, so that it can always come back.
    _ = try await test.bank.move(test.order(10, goal.id))
    refuse(try test.payment(1, direction: .incoming))
    let pending = try test.bank.post(test.payment(1, direction: .incoming, status: .pending))
    let error = #expect(throws: BankError.self) {
      try test.bank.settle(pending.id, at: pending.transactionTime)
    }
    #expect(error?.code == .invalidRecord)
    try test.bank.post(test.payment(.max, status: .pending))
    refuse(try test.payment(1, status: .pending))
    try test.bank.deleteGoal(goal.id)
    try test.audited()
  }
}
