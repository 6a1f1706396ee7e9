import Bank
import BankClient
import BankTestSupport
import FoundationEssentials
import Money
import ServiceCalls
import ServiceTestSupport
import TestSupport
import Testing

/// Banks whose answers or clocks are late, and tokens that allow little.
@Suite struct SlowBankTests {
  @Test func `a slow answer that comes after all moves nothing twice`() async throws {
    let (folder, time) = (try TemporaryFolder(), TestTime(try date(noon)))
    let expiries = Expiries()
    // The first request takes longer than is waited for, and is carried out before the second comes.
    let bank = TinyBank(time) { bank, request, before in
      if before == 0 {
        bank.move(1_58, id: uuid(1, "b"), at: bank.now.addingTimeInterval(0.001))
        expiries.expireOne()
        return .silence
      }
      if bank.moveCount == 0 { bank.move(1_58, id: uuid(2, "b")) }
      return TinyBank.moved(request)
    }
    let server = ScriptedServer { request, _ in bank.reply(to: request) }
    try await server.during { _, address in
      let client = try makeClient(
        address, in: folder, timing: time.timing(expire: { _ in try await expiries.expire() }),
        settlingTime: .zero)
      let order = TransferOrder(
        key: uuid(1), account: try #require(.init(TinyBank.account)),
        goal: try #require(.init(TinyBank.goal)),
        amount: Money(minorUnits: 1_58, currency: try currency("GBP")))
      let result = try await client.move(order)
      guard case .moved(let receipt) = result else { throw Unexpected() }
      #expect(receipt.payment.text == uuid(1, "b"))
      #expect(try await client.move(order) == result)
      #expect(bank.moveCount == 1)
      await client.close()
    }
  }

  @Test func `a goal whose making may be under way is not made again before that is over`()
    async throws
  {
    let (folder, time) = (try TemporaryFolder(), TestTime(try date(noon)))
    let expiries = Expiries()
    let puts = Notes<Date>()
    let bank = TinyBank(time) { bank, _, before in
      puts.add(bank.now)
      if before == 0 {
        expiries.expireOne()
        return .silence
      }
      return .answer(200, #"{"savingsGoalUid":"\#(uuid(1, "b"))","success":true}"#)
    }
    let server = ScriptedServer { request, _ in bank.reply(to: request) }
    try await server.during { _, address in
      let client = try makeClient(
        address, in: folder, timing: time.timing(expire: { _ in try await expiries.expire() }),
        settlingTime: .seconds(60))
      let waits = Notes<CallWait>()
      let order = GoalOrder(
        key: uuid(1), account: try #require(.init(TinyBank.account)), name: "Boat", target: nil)
      let result = try await HTTPBank.tellingWaits(to: { if let wait = $0 { waits.add(wait) } }) {
        try await client.createGoal(order)
      }
      guard case .created = result else { throw Unexpected() }
      #expect(puts.all.count == 2)
      #expect(puts.all[1].timeIntervalSince(puts.all[0]) >= 60)
      #expect(waits.all.contains { $0.secondsLeft == 60 && $0.reason == .noAnswer })
      await client.close()
    }
  }

  @Test func `a goal is not made again at once where the way to the bank broke`() async throws {
    let (account, goal) = (uuid(1, "a"), uuid(2, "a"))
    let puts = Notes<String>()
    let server = ScriptedServer { request, _ in
      switch (request.method, request.path.split(separator: "/").last) {
      case ("PUT", _):
        puts.add(request.body)
        return puts.all.count == 1
          ? .bytesAndClose("no answer in HTTP\r\n\r\n")
          : .answer(200, #"{"savingsGoalUid":"\#(goal)","success":true}"#)
      case (_, "accounts"):
        return .answer(
          200,
          #"{"accounts":[{"accountUid":"\#(account)","defaultCategory":"\#(account)","currency":"GBP"}]}"#
        )
      case (_, "savings-goals"): return .answer(200, #"{"savingsGoalList":[]}"#)
      default: return .answer(404)
      }
    }
    try await server.during { _, address in
      let folder = try TemporaryFolder()
      let time = TestTime(try date(noon))
      let client = try makeClient(address, in: folder, timing: time.timing(random: 0))
      let order = GoalOrder(
        key: uuid(1), account: try #require(Account.ID(account)), name: "Trip", target: nil)
      guard case .created(let made) = try await client.createGoal(order) else {
        throw Unexpected()
      }
      #expect(made.id.text == goal)
      #expect(puts.all == Array(repeating: #"{"currency":"GBP","name":"Trip"}"#, count: 2))
      #expect(time.sleeps.reduce(.zero, +) == .seconds(60))
      await client.close()
    }
  }

  @Test func `one answer of 503 needs no person, within the time that a host gives an order`()
    async throws
  {
    let (folder, time) = (try TemporaryFolder(), TestTime(try date(noon)))
    let bank = TinyBank(time) { _, _, before in
      before == 0
        ? .answer(503) : .answer(200, #"{"savingsGoalUid":"\#(uuid(1, "b"))","success":true}"#)
    }
    let server = ScriptedServer { request, _ in bank.reply(to: request) }
    try await server.during { _, address in
      let client = try makeClient(
        address, in: folder, timing: time.timing(), settlingTime: OrderTimes.settling)
      let order = GoalOrder(
        key: uuid(1), account: try #require(.init(TinyBank.account)), name: "Boat", target: nil)
      guard case .created = try await client.createGoal(order) else { throw Unexpected() }
      #expect(bank.putCount == 2)
      let taken = time.sleeps.reduce(.zero, +)
      #expect(taken >= OrderTimes.settling && taken < OrderTimes.withOneUnanswered)
      await client.close()
    }
  }

  @Test func `a receipt is found, the clock weeks behind or years ahead`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      for now in ["2026-10-20T00:00:00Z", "2031-01-01T00:00:00Z"] {
        try await world.control("PUT", "clock", #"{"now":"\#(now)"}"#)
        for number in 1...2 {
          let order = world.order(
            Int64(number), goal.id, key: uuid(number, String(now.dropFirst(3).first ?? "1")))
          guard case .moved(let receipt) = try await world.bank.move(order) else {
            throw Unexpected()
          }
          #expect(receipt.movedAt == (try date(now)))
          #expect(try await world.feed().map(\.id).contains(receipt.payment))
        }
      }
    }
  }

  @Test func `a token that may only move money still gets a receipt`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      try await world.control(
        "PUT", "tokens",
        #"[{"token":"narrow","scopes":["account:read","savings-goal-transfer:create"]}]"#)
      let client = try makeClient(
        try #require(world.address), in: world.folder, token: "narrow",
        timing: world.time.timing())
      for number in 1...2 {
        guard
          case .moved(let receipt) = try await client.move(
            world.order(1_00, goal.id, key: uuid(number)))
        else { throw Unexpected() }
        #expect(receipt.payment.text == uuid(number))
        #expect(receipt.totalSaved == world.money(1_00))
      }
      #expect(try await world.moves().count == 2)
      await client.close()
    }
  }

  @Test func `a missing scope is named, and nothing is left open`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      try await world.control(
        "PUT", "tokens", #"[{"token":"reader","scopes":["account:read","savings-goal:read"]}]"#)
      let client = try makeClient(
        try #require(world.address), in: world.folder, token: "reader",
        timing: world.time.timing())
      let error = await #expect(throws: BankError.self) {
        try await client.move(world.order(1_00, goal.id))
      }
      #expect(error?.code == .insufficientScope)
      #expect(error?.scope == "savings-goal-transfer:create")
      _ = try await client.logIn(with: "reader")
      await client.close()
      try await world.control("PUT", "tokens", #"[{"token":"\#(secret)"}]"#)
      guard case .moved = try await world.bank.move(world.order(2_00, goal.id)) else {
        throw Unexpected()
      }
    }
  }
}
