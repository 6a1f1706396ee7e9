import Bank
import BankClient
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import GRDB
import Glibc
import Money
import ServiceBasics
import ServiceCalls
import ServiceTestSupport
import TestSupport
import Testing

/// Orders of which it is hard to say what became of them.
///
/// Whatever happens: who is told that an order was carried out finds it in the books; who is told
/// that it was not never finds it there later; whatever is in between is `outcomeUnknown`.
@Suite struct DoubtTests {
  /// What a caller was told.
  private enum Told: Equatable {
    case done(Payment.ID)
    case notDone(String)
    case unknown
  }

  private func told(_ send: () async throws -> TransferResult) async throws -> Told {
    do {
      switch try await send() {
      case .moved(let receipt): return .done(receipt.payment)
      case .refused(let refusal): return .notDone("\(refusal)")
      }
    } catch let error as BankError {
      return error.code == .outcomeUnknown ? .unknown : .notDone(error.code.rawValue)
    }
  }

  // MARK: - With the sandbox

  @Test(arguments: [
    // The bank is busy, and the book cannot take the order out again: it keeps the next one waiting.
    (["DELETE"], #"{"kind":"status","status":429,"match":{"method":"PUT"}}"#, false),
    // The book cannot be written, so that the order is not sent either.
    (["UPDATE", "DELETE"], nil, true),
  ])
  func `an order that is said not to have been carried out is not carried out for another's sake`(
    hindered: [String], fault: String?, isKnown: Bool
  ) async throws {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      let book = try DatabaseQueue(path: "\(world.folder.path)/orders.sqlite")
      try await book.write { db in
        for verb in hindered {
          try db.execute(
            sql: """
              CREATE TRIGGER no\(verb) BEFORE \(verb) ON entry
              BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
              """)
        }
      }
      if let fault { try await world.fault(fault) }
      let first = try await told { try await world.bank.move(world.order(1_00, goal.id)) }
      try await book.write { db in
        for verb in hindered { try db.execute(sql: "DROP TRIGGER no\(verb)") }
      }
      let second = try await told {
        try await world.bank.move(world.order(1_00, goal.id, key: uuid(2)))
      }
      let moves = try await world.moves()
      #expect(first == (isKnown ? .notDone("storage") : .unknown))
      #expect(second == moves.first.map { .done($0.id) } ?? .notDone("earlier-order"))
      #expect(moves.count == (isKnown ? 1 : 0))
    }
  }

  /// What happens to the first requests, and which state the book cannot take.
  @Test(arguments: [
    ([], "done"),
    ([#"{"kind":"close-after","match":{"method":"PUT"}}"#], "done"),
    (
      [
        #"{"kind":"close-after","match":{"method":"PUT"}}"#,
        #"{"kind":"status","status":409,"match":{"method":"PUT"}}"#,
      ], "in-doubt"
    ),
  ])
  func `an order that was sent is in doubt if the book cannot take what became of it`(
    faults: [String], state: String
  ) async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      let book = try DatabaseQueue(path: "\(world.folder.path)/orders.sqlite")
      try await book.write {
        try $0.execute(
          sql: """
            CREATE TRIGGER full BEFORE UPDATE ON entry WHEN NEW.state = '\(state)'
            BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
            """)
      }
      for fault in faults { try await world.fault(fault) }
      let transfer = world.order(1_00, goal.id)
      #expect(try await told { try await world.bank.move(transfer) } == .unknown)
      let bike = GoalOrder(
        key: uuid(2, "e"), account: world.account.id, name: "Bike", target: nil)
      if state == "done" {
        for fault in faults { try await world.fault(fault) }
        let made = await #expect(throws: BankError.self) {
          try await world.bank.createGoal(bike)
        }
        #expect(made?.code == .outcomeUnknown)
      }
      try await book.write { try $0.execute(sql: "DROP TRIGGER full") }
      guard case .done = try await told({ try await world.bank.move(transfer) }) else {
        Issue.record("the book can be used again, and the transfer is not found")
        return
      }
      _ = try await world.bank.createGoal(bike)
      #expect(try await world.moves().count == 1)
      #expect(try await world.books.goals(of: world.account.id).map(\.name) == ["Trip", "Bike"])
    }
  }

  @Test func `a move that somebody else made is not taken for one that never arrived`()
    async throws
  {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      // With the bank's own app, a moment ago.
      _ = try await world.books.move(world.order(5_00, goal.id, key: uuid(1, "a")))
      try await world.fault(#"{"kind":"close-before","match":{"method":"PUT"}}"#)
      let told = try await told { try await world.bank.move(world.order(5_00, goal.id)) }
      let moves = try await world.moves()
      #expect(moves.count == 2)
      #expect(moves.contains { told == .done($0.id) })
    }
  }

  @Test func `an open order is not said to have failed because another is under way`()
    async throws
  {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      try await world.fault(#"{"kind":"close-after","match":{"method":"PUT"}}"#)
      let order = world.order(1_58, goal.id)
      #expect(try await told { try await world.bank.move(order) } == .unknown)
      // Another process is at an order of the account, and takes its time.
      let lock = open("\(world.folder.path)/\(world.account.id)-money.lock", O_RDWR)
      #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
      defer { close(lock) }
      // The pauses between two looks at the lock take no time; requests have all they need.
      let timing = world.time.timing(expire: { limit in
        if limit >= .seconds(1) { try await Timing().expire(limit) }
      })
      let client = try makeClient(
        try #require(world.address), in: world.folder, patience: .none, timing: timing)
      #expect(try await told { try await client.move(order) } == .unknown)
      await client.close()
      #expect(try await world.moves().count == 1)
    }
  }

  @Test func `a refusal to do it again does not mean that it was not done, if nobody can look`()
    async throws
  {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      try await world.control(
        "PUT", "tokens",
        #"[{"token":"narrow","scopes":["account:read","savings-goal:read","savings-goal-transfer:create"]}]"#
      )
      let client = try makeClient(
        try #require(world.address), in: world.folder, token: "narrow",
        timing: world.time.timing())
      try await world.fault(#"{"kind":"close-after","match":{"method":"PUT"}}"#)
      try await world.fault(#"{"kind":"status","status":409,"match":{"method":"PUT"}}"#)
      let told = try await told { try await client.move(world.order(1_58, goal.id)) }
      await client.close()
      let moves = try await world.moves().count
      #expect(moves == 1)
      if case .notDone = told { Issue.record("told \(told), and \(moves) moves were made") }
    }
  }

  @Test func `nor does it where two moves look alike`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      _ = try await world.books.move(world.order(5_00, goal.id, key: uuid(1, "a")))
      try await world.fault(#"{"kind":"close-after","match":{"method":"PUT"}}"#)
      try await world.fault(#"{"kind":"status","status":409,"match":{"method":"PUT"}}"#)
      let told = try await told { try await world.bank.move(world.order(5_00, goal.id)) }
      let moves = try await world.moves().count
      #expect(moves == 2)
      if case .notDone = told { Issue.record("told \(told), and \(moves) moves were made") }
    }
  }

  // MARK: - With a bank that is late

  private func late(
    put: @escaping @Sendable (TinyBank, ScriptedServer.Request, Int) -> ScriptedServer.Reply,
    _ work: (TinyBank, HTTPBank, TestTime) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let time = TestTime(try date(noon))
    let bank = TinyBank(time, put: put)
    let expiries = Expiries()
    let server = ScriptedServer { request, _ in
      let reply = bank.reply(to: request)
      if case .silence = reply { expiries.expireOne() }
      return reply
    }
    try await server.during { _, address in
      let client = try makeClient(
        address, in: folder, timing: time.timing(expire: { _ in try await expiries.expire() }))
      try await work(bank, client, time)
      await client.close()
    }
  }

  private func order(_ number: Int = 1) throws -> TransferOrder {
    TransferOrder(
      key: uuid(number), account: try #require(.init(TinyBank.account)),
      goal: try #require(.init(TinyBank.goal)),
      amount: Money(minorUnits: 1_58, currency: try currency("GBP")))
  }

  @Test func `a refusal is not the last word while the first request may be under way`()
    async throws
  {
    // The first request takes the bank 30 s, and money comes in meanwhile.
    try await late { bank, request, before in
      let item = "f0000000-0000-4000-8000-00000000000a"
      if before == 0 {
        bank.move(1_58, id: item, at: bank.now.addingTimeInterval(30))
        return .silence
      }
      return bank.moveCount == 0 ? TinyBank.refused("INSUFFICIENT_FUNDS") : TinyBank.moved(request)
    } _: { bank, client, time in
      let told = try await told { try await client.move(try order()) }
      time.pass(.seconds(60))
      #expect(bank.moveCount == 1)
      if case .notDone = told { Issue.record("told \(told), and it was carried out") }
    }
  }

  @Test func `a goal is not made again while the first request may be under way`() async throws {
    // The connection is cut in the middle, by something in between; the bank goes on for 5 s.
    try await late { bank, request, before in
      let id = "9000000\(before + 1)-0000-4000-8000-000000000001"
      bank.makeGoal("Car", id: id, at: bank.now.addingTimeInterval(5))
      return before == 0
        ? .close : .answer(200, #"{"savingsGoalUid":"\#(id)","success":true}"#)
    } _: { bank, client, time in
      let order = GoalOrder(
        key: uuid(1), account: try #require(.init(TinyBank.account)), name: "Car", target: nil)
      _ = try? await client.createGoal(order)
      time.pass(.seconds(60))
      #expect(bank.goalCount == 1)
    }
  }

  @Test func `a receipt never names an item that was there before`() async throws {
    let old = "f0000000-0000-4000-8000-00000000000a"
    let new = "f0000000-0000-4000-8000-00000000000b"
    // The feed is a minute behind.
    try await late { bank, request, _ in
      bank.move(1_58, id: new, shownAt: bank.now.addingTimeInterval(60))
      return TinyBank.moved(request)
    } _: { bank, client, time in
      bank.move(1_58, id: old, at: bank.now.addingTimeInterval(-30 * 86_400))
      let told = try await told { try await client.move(try order()) }
      #expect(told != .done(try #require(Payment.ID(old))))
    }
  }

  @Test func `an order that never arrived is not taken for a move that somebody made before`()
    async throws
  {
    // The first is carried out, and the feed is an hour behind; of the second nothing arrives.
    try await late { bank, request, before in
      guard before == 0 else { return before == 1 ? .close : TinyBank.refused("FAULT") }
      bank.move(
        1_58, id: "f0000000-0000-4000-8000-00000000000b",
        shownAt: bank.now.addingTimeInterval(3600))
      return TinyBank.moved(request)
    } _: { bank, client, time in
      bank.move(
        1_58, id: "f0000000-0000-4000-8000-000000000001",
        at: bank.now.addingTimeInterval(-30 * 86_400))
      _ = try await told { try await client.move(try order(1)) }
      bank.move(1_58, id: "f0000000-0000-4000-8000-000000000002")
      time.pass(.seconds(600))
      // What somebody else moved shows, and is ten minutes old.
      let second = try await told { try await client.move(try order(2)) }
      if case .done = second { Issue.record("told \(second), and it was never carried out") }
    }
  }
}
