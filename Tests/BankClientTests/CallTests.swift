import Bank
import BankClient
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import ServiceTestSupport
import StarlingAPI
import TestSupport
import Testing

/// The calls beside those that every bank has, against the sandbox.
@Suite struct CallTests {
  /// A world whose bank is a client, and a goal with £10 in it.
  private func with(
    _ test: (World, HTTPBank, SavingsGoal) async throws -> Void
  ) async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      _ = try await world.bank.move(world.order(10_00, goal.id))
      try await test(world, try #require(world.client), goal)
    }
  }

  @Test func `an account has numbers, funds and spaces`() async throws {
    try await with { world, client, goal in
      let identifiers = try await client.identifiers(of: world.account.id)
      #expect(identifiers.accountIdentifiers?.isEmpty == false)
      let enough = try await client.confirmationOfFunds(of: world.account.id, minorUnits: 90_00)
      #expect(enough.requestedAmountAvailableToSpend == true)
      let tooMuch = try await client.confirmationOfFunds(of: world.account.id, minorUnits: 90_01)
      #expect(tooMuch.requestedAmountAvailableToSpend == false)
      let spaces = try await client.spaces(of: world.account.id)
      #expect(spaces.savingsGoals.map(\.savingsGoalUid) == [goal.id.text])
    }
  }

  @Test func `a feed can be read by change, by settlement and by item`() async throws {
    try await with { world, client, goal in
      let pending = try world.books.post(
        world.payment(4_35, status: .pending, at: "2026-11-01T10:00:00Z"))
      let since = world.time.now
      try await world.control("PUT", "clock", #"{"advanceSeconds":3600}"#)
      try world.books.settle(pending.id, at: since.addingTimeInterval(3600))
      let changed = try await client.payments(
        of: world.account.id, changedSince: since.addingTimeInterval(60))
      #expect(changed.map(\.id) == [pending.id])
      #expect(changed.first?.status == .settled)

      let settled = try await client.settledPayments(
        of: world.account.id, in: since.addingTimeInterval(60)..<since.addingTimeInterval(7200))
      #expect(settled.map(\.id) == [pending.id])

      let item = try await client.payment(pending.id, of: world.account.id)
      #expect(item == changed.first)
      let inGoal = try await client.settledPayments(
        of: world.account.id, in: .distantPast ..< .distantFuture
      ).first { $0.category == goal.id.category }
      let leg = try #require(inGoal)
      #expect(
        try await client.payment(leg.id, of: world.account.id, in: goal.id.category) == leg)
    }
  }

  @Test func `a goal can be read, changed and looked at`() async throws {
    try await with { world, client, goal in
      #expect(
        try await client.updateGoal(
          goal.id, of: world.account.id, name: "Big Trip", target: world.money(900_00),
          photo: "aGVsbG8=") == nil)
      let changed = try await client.goal(goal.id, of: world.account.id)
      #expect(changed.name == "Big Trip")
      #expect(changed.target == world.money(900_00))
      #expect(changed.totalSaved == world.money(10_00))
      #expect(try await client.photo(of: goal.id, in: world.account.id) == "aGVsbG8=")
      #expect(
        try await client.updateGoal(goal.id, of: world.account.id, name: " ", target: nil)
          == .nameBlank)
    }
  }

  @Test func `a recurring transfer can be ordered, read and ended`() async throws {
    try await with { world, client, goal in
      let rule = Starling.RecurrenceRule(startDate: "2026-12-01", frequency: .monthly)
      let request = Starling.RecurringTransferRequest(
        recurrenceRule: rule, amount: Starling.Amount(currency: "GBP", minorUnits: 25_00))
      let id = try await client.setRecurringTransfer(
        request, into: goal.id, of: world.account.id)
      let standing = try await client.recurringTransfer(into: goal.id, of: world.account.id)
      #expect(standing.transferUid == id)
      #expect(standing.amount.minorUnits == 25_00)
      #expect(standing.recurrenceRule == rule)
      try await client.deleteRecurringTransfer(into: goal.id, of: world.account.id)
      _ = await #expect(throws: BankError.self) {
        try await client.recurringTransfer(into: goal.id, of: world.account.id)
      }
    }
  }

  @Test func `the bank's own round-up can be switched on and off`() async throws {
    try await with { world, client, goal in
      #expect(try await client.nativeRoundUp(of: world.account.id) == nil)
      try await client.setNativeRoundUp(of: world.account.id, into: goal.id, multiplier: 2)
      let details = try #require(try await client.nativeRoundUp(of: world.account.id))
      #expect(details.roundUpGoalUid == goal.id.text)
      #expect(details.roundUpMultiplier == 2)
      try await client.deleteNativeRoundUp(of: world.account.id)
      #expect(try await client.nativeRoundUp(of: world.account.id) == nil)
    }
  }

  @Test func `a log-out that was not answered says that nobody knows`() async throws {
    try await with { world, client, _ in
      try await world.fault(#"{"kind":"close-after","match":{"method":"PUT"}}"#)
      let error = await #expect(throws: BankError.self) { try await client.logOut() }
      #expect(error?.code == .outcomeUnknown)
      // The bank does not know the token any more: that settles it.
      try await client.logOut()
      #expect(!client.hasToken)
    }
  }

  @Test func `a write that is no order and was not answered says that nobody knows`()
    async throws
  {
    try await with { world, client, goal in
      try await world.fault(#"{"kind":"close-after","match":{"method":"DELETE"}}"#)
      try await client.setNativeRoundUp(of: world.account.id, into: goal.id)
      let error = await #expect(throws: BankError.self) {
        try await client.deleteNativeRoundUp(of: world.account.id)
      }
      #expect(error?.code == .outcomeUnknown)
    }
  }

  @Test func `requests bear what the bank wants to see`() async throws {
    let folder = try TemporaryFolder()
    try await ScriptedServer.with([
      .answer(
        200,
        #"{"accounts":[{"accountUid":"\#(uuid(1, "a").uppercased())","defaultCategory":"\#(uuid(2, "a"))","currency":"GBP","name":"Mine"},{"currency":"XXX"}]}"#
      ),
      .answer(200, #"{"feedItems":[{"amount":{"currency":"GBP","minorUnits":1}}]}"#),
    ]) { server, address in
      let events = Notes<HTTPBank.Event>()
      let client = try makeClient("\(address)/", in: folder, events: { events.add($0) })
      let accounts = try await client.accounts()
      #expect(accounts.map(\.id.text) == [uuid(1, "a")])
      let payments = try await client.payments(
        of: accounts[0].id, in: try date("2026-11-16T00:00:00Z")..<(try date(noon)))
      #expect(payments.isEmpty)
      await client.close()

      let request = try #require(server.requests.last)
      #expect(
        request.target
          == "/api/v2/feed/account/\(uuid(1, "a"))/category/\(uuid(2, "a"))/transactions-between"
          + "?minTransactionTimestamp=2026-11-15T23%3A59%3A59.999Z"
          + "&maxTransactionTimestamp=2026-11-20T12%3A00%3A00.001Z")
      #expect(request.header("Authorization") == "Bearer \(secret)")
      #expect(request.header("Accept") == "application/json")
      #expect(request.header("User-Agent") == "Flowline tests")
      #expect(request.header("Content-Type") == nil)
      #expect(
        events.all.contains(.passedOver(what: "account", id: nil)))
      #expect(events.all.contains(.passedOver(what: "feed item", id: nil)))
    }
  }
}
