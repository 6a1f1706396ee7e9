import BankTestSupport
import FoundationEssentials
import GRDB
import Money
import ServiceBasics
import TestSupport
import Testing

@testable import Bank
@testable import EmbeddedBank

struct BankMigrationTests {
  @Test func `brings a bank of the first version along with all that is in it`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("bank.sqlite")
    try await makeFirstVersion(path)
    let bank = try EmbeddedBank(path: path)
    let accounts = try await bank.accounts()
    let balance = try await bank.balance(of: accounts[0].id)
    #expect(balance.cleared.minorUnits == 100_00 - 65)
    #expect(balance.effective.minorUnits == 100_00 - 65 - 3_00)
    #expect(try bank.auditDifferences() == [])
    let items = try bank.read {
      try $0.feed(of: accounts[0].defaultCategory, changedSince: Timestamp(milliseconds: 0))
    }
    #expect(items.map(\.updatedAt.milliseconds) == [3000, 2000, 1500])
    let details = try bank.read { try $0.accountDetails() }
    #expect(details.map(\.kind) == [.primary, .additional])
    #expect(details[0].openedAt.milliseconds == 1000)
    let goal = try #require(try await bank.goals(of: accounts[0].id).first)
    let order = TransferOrder(
      key: uuid(9), account: accounts[0].id, goal: goal.id, amount: try pounds(1_00))
    guard case .moved = try await bank.move(order) else { throw Unexpected() }
    #expect(try bank.auditDifferences() == [])
  }

  /// The tables of the first version, with two accounts, a payment in and a pending one, a transfer.
  private func makeFirstVersion(_ path: String) async throws {
    let queue = try DatabaseQueue(path: path)
    try BankSchema.migrator.migrate(queue, upTo: "covered payments, answered orders")
    let (main, goal) = (uuid(1, "c"), uuid(1, "d"))
    @Sendable func payment(
      _ number: Int, _ category: String, _ pence: Int, _ direction: String, _ status: String,
      _ source: String, at time: Int, settled: Int?
    ) -> String {
      """
      INSERT INTO payment (id, account, category, minorUnits, currency, direction, status, source,
        counterpartyKind, counterpartyName, transactionTime, settlementTime, isRoundedUpByBank)
      VALUES ('\(uuid(number))', '\(uuid(1, "a"))', '\(category)', \(pence), 'GBP',
        '\(direction)', '\(status)', '\(source)', 'MERCHANT', 'Somebody', \(time),
        \(settled.map(String.init) ?? "NULL"), 0);
      """
    }
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO account (id, handle, name, currency, defaultCategory) VALUES
            ('\(uuid(1, "a"))', 'one', 'One', 'GBP', '\(main)'),
            ('\(uuid(2, "a"))', 'two', 'Two', 'GBP', '\(uuid(2, "c"))');
          INSERT INTO goal (id, account, name, total, state, isDeleted)
          VALUES ('\(goal)', '\(uuid(1, "a"))', 'Trip', 65, 'ACTIVE', 0);
          """
            + payment(1, main, 100_00, "IN", "SETTLED", "MASTER_CARD", at: 1000, settled: 1500)
            + payment(2, main, 65, "OUT", "SETTLED", "INTERNAL_TRANSFER", at: 2000, settled: 2000)
            + payment(3, goal, 65, "IN", "SETTLED", "INTERNAL_TRANSFER", at: 2000, settled: 2000)
            + payment(4, main, 3_00, "OUT", "PENDING", "MASTER_CARD", at: 3000, settled: nil))
    }
    try queue.close()
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }
}
