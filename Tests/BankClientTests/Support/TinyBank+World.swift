import Bank
import BankClient
import BankTestSupport
import Money
import ServiceTestSupport
import TestSupport
import Testing

extension TinyBank {
  /// Does something with a client of such a bank, at noon.
  ///
  /// `put` answers the writes, and gets the number of those that came before.
  static func with(
    put: @escaping @Sendable (TinyBank, ScriptedServer.Request, Int) -> ScriptedServer.Reply,
    _ work: (TinyBank, HTTPBank) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let time = TestTime(try date(noon))
    let bank = TinyBank(time, put: put)
    let server = ScriptedServer { request, _ in bank.reply(to: request) }
    try await server.during { _, address in
      let client = try makeClient(
        address, in: folder, timing: time.timing(expire: { _ in try await Expiries().expire() }))
      try await work(bank, client)
      await client.close()
    }
  }

  static func accountID() throws -> Account.ID { try #require(.init(account)) }

  static func goalID() throws -> SavingsGoal.ID { try #require(.init(goal)) }

  /// £1.58 into the goal.
  static func transfer(key: String = uuid(1)) throws -> TransferOrder {
    TransferOrder(
      key: key, account: try accountID(), goal: try goalID(),
      amount: Money(minorUnits: 1_58, currency: try currency("GBP")))
  }

  static func deletion() throws -> GoalDeletion {
    GoalDeletion(key: uuid(1, "d"), account: try accountID(), goal: try goalID())
  }
}

/// An order whose outcome is not known.
func expectUnknown(
  at location: SourceLocation = #_sourceLocation, _ order: () async throws -> Void
) async throws {
  let error = await #expect(throws: BankError.self, sourceLocation: location) { try await order() }
  #expect(error?.code == .outcomeUnknown, sourceLocation: location)
}
