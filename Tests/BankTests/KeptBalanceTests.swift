import Bank
import BankTestSupport
import EmbeddedBank
import Money
import Testing

/// Balances are kept beside the feed; the feed stays the truth.
struct KeptBalanceTests {
  @Test(arguments: [
    "UPDATE payment SET status = 'SETTLED', settlementTime = 1 WHERE status = 'PENDING'",
    "UPDATE payment SET status = 'REVERSED' WHERE status = 'PENDING'",
    "UPDATE payment SET minorUnits = minorUnits + 7",
    "UPDATE payment SET direction = 'IN' WHERE source <> 'INTERNAL_TRANSFER'",
    "DELETE FROM payment WHERE source <> 'INTERNAL_TRANSFER'",
    "UPDATE payment SET note = 'x', updatedAt = 1",
  ])
  func `follows whatever happens to the feed`(sql: String) async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    try test.bank.post(test.payment(4_35))
    try test.bank.post(test.payment(3_00, status: .pending))
    try test.bank.post(test.payment(2_00, direction: .incoming, status: .pending))
    _ = try await test.bank.move(test.order(65, goal.id))
    try test.bank.execute(sql)
    let feed = try await test.feed()
    let settled = feed.filter { $0.status == .settled }.reduce(0) {
      $0 + ($1.direction == .incoming ? $1.amount.minorUnits : -$1.amount.minorUnits)
    }
    let pending = feed.filter { $0.status == .pending && $0.direction == .outgoing }
      .reduce(0) { $0 + $1.amount.minorUnits }
    let balance = try await test.bank.balance(of: test.account.id)
    #expect(balance.cleared.minorUnits == settled)
    #expect(balance.effective.minorUnits == settled - pending)
  }

  @Test func `is audited against the feed`() async throws {
    let test = try TestBank()
    try test.bank.execute("UPDATE pocket SET cleared = cleared + 1")
    let differences = try test.bank.auditDifferences()
    #expect(differences.map(\.expected) == [test.money(100_00)])
    #expect(differences.map(\.found) == [test.money(100_01)])
  }
}
