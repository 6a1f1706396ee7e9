import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import Testing

struct SampleDataTests {
  let bank: EmbeddedBank
  let week: Week

  init() throws {
    let noon = try date(TestBank.noon)
    bank = try .inMemory(now: { noon })
    week = try .london(TestBank.noon)
    try SampleData.seed(
      into: bank, now: noon, locale: Locale(identifier: "en_GB"),
      timeZone: try #require(TimeZone(identifier: "Europe/London")))
  }

  @Test func `opens three accounts`() async throws {
    let accounts = try await bank.accounts()
    #expect(accounts.map(\.handle) == ["personal", "business", "euro"])
    #expect(accounts.map(\.name) == ["Personal", "Business", "Euro"])
    #expect(accounts.map(\.currency.code) == ["GBP", "GBP", "EUR"])
    #expect(try bank.auditDifferences() == [])
  }

  @Test func `fills a bank once`() async throws {
    let noon = try date(TestBank.noon)
    let before = try await personal().payments
    let again = try SampleData.seed(
      into: bank, now: noon + 86_400, locale: Locale(identifier: "en_GB"), timeZone: .gmt)
    #expect(!again)
    #expect(try await personal().payments == before)
  }

  @Test func `has every status and both directions this week`() async throws {
    let payments = try await personal().payments.filter { week.contains($0.transactionTime) }
    let statuses = Set(payments.map(\.status))
    #expect(statuses == Set(PaymentStatus.known))
    #expect(Set(payments.map(\.direction)) == Set(PaymentDirection.allCases))
    #expect(payments.contains { $0.source == .fasterPaymentRefund && $0.direction == .incoming })
    #expect(payments.contains { $0.source == .internalTransfer })
    #expect(payments.contains { $0.sourceAmount?.currency.code == "EUR" })
    #expect(payments.contains { $0.status == .pending && $0.source == .card })
    let reasons = Set(try await roundUp(of: "personal").leftOut.map(\.reason))
    #expect(
      reasons == [
        .internalTransfer, .incoming, .declined, .reversed, .refunded, .retrying, .upcoming,
        .cancelled, .accountCheck, .roundedUpByBank, .wholeAmount,
      ])
  }

  @Test func `rounds this week of personal up by £1.58, the example of the challenge`()
    async throws
  {
    let roundUp = try await roundUp(of: "personal")
    #expect(roundUp.total == (try pounds(1_58)))
    #expect(roundUp.counted.map(\.payment.amount.minorUnits).reversed() == [4_35, 5_20, 87])
    #expect(roundUp.counted.last?.payment.transactionTime == week.start)
    #expect(roundUp.pending.map(\.gives.minorUnits) == [25])
    let cards = try await self.roundUp(of: "personal", policy: .cardOnly)
    #expect(cards.total == (try pounds(78)))
  }

  @Test func `has a last week, up to its last millisecond`() async throws {
    let last = week.previous
    let account = try await personal().account
    let payments = try await bank.payments(of: account.id, in: last.range)
    let covered = try await bank.coveredPayments(of: account.id, in: last.range)
    let roundUp = RoundUp(of: payments, week: last, account: account, alreadyMoved: covered)
    #expect(roundUp.total == (try pounds(3_20)))
    #expect(roundUp.counted.first?.payment.transactionTime == week.start - 0.001)
    #expect(roundUp.counted.last?.payment.transactionTime == last.start)
    #expect(covered.isEmpty)
  }

  @Test func `has an earlier round-up, two weeks ago`() async throws {
    let week = week.previous.previous
    let account = try await personal().account
    let payments = try await bank.payments(of: account.id, in: week.range)
    let covered = try await bank.coveredPayments(of: account.id, in: week.range)
    let roundUp = RoundUp(of: payments, week: week, account: account, alreadyMoved: covered)
    #expect(roundUp.isZero)
    #expect(roundUp.movedBefore == (try pounds(20)))
  }

  @Test func `has a goal with money in it that really moved`() async throws {
    let goals = try await bank.goals(of: try await personal().account.id)
    #expect(goals.map(\.name) == ["Trip"])
    #expect(goals.map(\.target) == [try pounds(500_00)])
    #expect(goals.map(\.totalSaved) == [try pounds(120_70)])
    #expect(goals.map(\.savedPercentage) == [24])
  }

  @Test func `has too little money in business`() async throws {
    let account = try await account("business")
    let total = try await roundUp(of: "business").total
    #expect(total == (try pounds(3_77)))
    #expect(try await bank.balance(of: account.id).effective == (try pounds(2_10)))
    let goal = try #require(try await bank.goals(of: account.id).first)
    #expect(goal.target == nil)
    let result = try await bank.move(
      TransferOrder(key: uuid(1), account: account.id, goal: goal.id, amount: total))
    #expect(
      result == .refused(.insufficientFunds(available: try pounds(2_10), needed: total)))
  }

  @Test func `has a difference to move for last week in business`() async throws {
    let account = try await account("business")
    let last = week.previous
    let roundUp = RoundUp(
      of: try await bank.payments(of: account.id, in: last.range), week: last, account: account,
      alreadyMoved: try await bank.coveredPayments(of: account.id, in: last.range))
    #expect(roundUp.total == (try pounds(40)))
    #expect(roundUp.movedBefore == (try pounds(85)))
    let moves = roundUp.leftOut.filter { $0.reason == .internalTransfer }.map(\.payment)
    let settled = roundUp.counted.map(\.payment.settlementTime)
    #expect(moves.count == 1 && settled.count == 1)
    for (move, settled) in zip(moves, settled) {
      #expect(move.transactionTime < (try #require(settled)))
    }
  }

  @Test func `has whole euros this week, and none last week`() async throws {
    let account = try await account("euro")
    let roundUp = try await roundUp(of: "euro")
    #expect(roundUp.isZero)
    #expect(roundUp.leftOut.map(\.reason) == [.wholeAmount, .wholeAmount])
    #expect(try await bank.payments(of: account.id, in: week.previous.range).isEmpty)
    #expect(try await bank.goals(of: account.id).isEmpty)
  }

  @Test func `gives the same ids to whichever bank`() async throws {
    let other = try EmbeddedBank.inMemory()
    try SampleData.seed(
      into: other, now: try date("2031-01-01T00:00:00Z"), locale: Locale(identifier: "ar_EG"),
      timeZone: .gmt)
    #expect(try await other.accounts() == (try await bank.accounts()))
    for account in try await bank.accounts() {
      let all: Range<Date> = .distantPast ..< .distantFuture
      let ours = try await bank.payments(of: account.id, in: all).map(\.id)
      let theirs = try await other.payments(of: account.id, in: all).map(\.id)
      #expect(ours.sorted() == theirs.sorted())
      #expect(
        try await bank.goals(of: account.id) == (try await other.goals(of: account.id)))
    }
  }

  private func account(_ handle: String) async throws -> Account {
    try #require(try await bank.accounts().first { $0.handle == handle })
  }

  private func personal() async throws -> (account: Account, payments: [Payment]) {
    let account = try await account("personal")
    return (
      account, try await bank.payments(of: account.id, in: .distantPast ..< .distantFuture)
    )
  }

  private func roundUp(
    of handle: String, policy: RoundUpPolicy = .allSpending
  ) async throws -> RoundUp {
    let account = try await account(handle)
    return RoundUp(
      of: try await bank.payments(of: account.id, in: week.range), week: week, account: account,
      alreadyMoved: try await bank.coveredPayments(of: account.id, in: week.range),
      policy: policy)
  }
}
