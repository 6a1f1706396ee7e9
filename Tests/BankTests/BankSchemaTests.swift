import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import Testing

/// The rules hold for every writer of the file.
struct BankSchemaTests {
  @Test(arguments: [
    "UPDATE payment SET minorUnits = 0",
    "UPDATE payment SET minorUnits = -1",
    "UPDATE payment SET minorUnits = 1.5",
    "UPDATE payment SET direction = 'SIDEWAYS'",
    "UPDATE payment SET account = '\(uuid(99))'",
    "UPDATE payment SET settlementTime = NULL",
    "UPDATE payment SET id = '\(uuid(1, "1"))'",
    "UPDATE goal SET total = -1",
    "UPDATE goal SET target = 0",
    "UPDATE goal SET state = 'ARCHIVED'",
    "UPDATE goal SET isDeleted = 1",
    "DELETE FROM account",
    "INSERT INTO coveredPayment SELECT payment, transfer FROM coveredPayment",
    "INSERT INTO coveredPayment VALUES ('\(uuid(98))', '\(uuid(99))')",
    "INSERT INTO answeredOrder SELECT * FROM answeredOrder",
  ])
  func `refuses what must not be`(sql: String) async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    let payment = try test.bank.post(test.payment(4_35)).id
    _ = try await test.bank.move(test.order(65, goal.id, covering: [payment]))
    let before = try await test.feed()
    let error = #expect(throws: BankError.self) { try test.bank.execute(sql) }
    #expect(error?.code == .storage)
    #expect(try await test.feed() == before)
    try test.audited()
  }

  @Test(arguments: [
    "UPDATE payment SET id = 'nonsense' WHERE source = 'MASTER_CARD'",
    "UPDATE payment SET currency = 'XXX' WHERE source = 'MASTER_CARD'",
    "UPDATE goal SET id = 'nonsense'",
    "UPDATE answeredOrder SET answer = 'nonsense'",
  ])
  func `reports what somebody else broke instead of trapping`(sql: String) async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    try test.bank.post(test.payment(4_35))
    _ = try await test.bank.move(test.order(65, goal.id))
    try test.bank.execute(sql)
    var errors = 0
    do { _ = try await test.feed() } catch { errors += 1 }
    do { _ = try await test.bank.goals(of: test.account.id) } catch { errors += 1 }
    do { _ = try await test.bank.move(test.order(65, goal.id)) } catch { errors += 1 }
    #expect(errors > 0)
  }

  @Test func `tells where the books do not add up`() async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    _ = try await test.bank.move(test.order(65, goal.id))
    try test.audited()
    try test.bank.execute("UPDATE goal SET total = total + 1")
    let differences = try test.bank.auditDifferences()
    #expect(differences.map(\.goal) == [goal.id, nil])
    #expect(differences.map(\.expected) == [test.money(65), test.money(100_00)])
    #expect(differences.map(\.found) == [test.money(66), test.money(100_01)])
  }
}
