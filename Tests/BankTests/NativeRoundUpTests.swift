import Bank
import BankTestSupport
import EmbeddedBank
import Money
import Testing

struct NativeRoundUpTests {
  private func activated(
    balance: Int64 = 100_00, multiplier: Int64 = 2
  ) async throws -> (test: TestBank, goal: SavingsGoal.ID) {
    let test = try TestBank(balance: balance)
    let goal = try await test.goal().id
    try test.bank.write {
      try $0.activateRoundUp(
        of: test.account.id, into: goal, multiplier: multiplier, by: uuid(5))
    }
    return (test, goal)
  }

  private func saved(_ test: TestBank) async throws -> Int64? {
    try await test.bank.goals(of: test.account.id).first?.totalSaved.minorUnits
  }

  @Test func `rounds a card payment up as it settles, and says so`() async throws {
    let (test, goal) = try await activated()
    let paid = try test.bank.post(test.payment(4_35))
    #expect(paid.isRoundedUpByBank)
    let pending = try test.bank.post(test.payment(5_20, status: .pending))
    #expect(try await saved(test) == 1_30)
    let settled = try test.bank.settle(pending.id, at: pending.transactionTime)
    #expect(settled.isRoundedUpByBank)
    #expect(try await saved(test) == 1_30 + 1_60)
    let item = try test.bank.read {
      try $0.feedItem(paid.id, in: test.account.defaultCategory)
    }
    #expect(item?.roundUp == test.money(1_30))
    #expect(item?.roundUpGoal == goal)
    try test.audited()
  }

  @Test func `rounds nothing else up`() async throws {
    let (test, goal) = try await activated()
    try test.bank.post(test.payment(4_35, direction: .incoming))
    try test.bank.post(test.payment(4_35, source: .directDebit))
    try test.bank.post(test.payment(4_35, status: .declined))
    try test.bank.post(test.payment(4_00))
    #expect(try await saved(test) == 0)
    try test.bank.deleteGoal(goal)
    try test.bank.post(test.payment(4_35))
    #expect(try test.bank.read { try $0.nativeRoundUp(of: test.account.id) } == nil)
    try test.audited()
  }

  @Test func `never overdraws`() async throws {
    let (test, _) = try await activated(balance: 5_00, multiplier: 10)
    #expect(try !test.bank.post(test.payment(4_35)).isRoundedUpByBank)
    #expect(try await saved(test) == 0)
    try test.audited()
  }
}
