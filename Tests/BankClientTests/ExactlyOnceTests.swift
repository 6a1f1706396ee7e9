import Bank
import BankClient
import FoundationEssentials
import Money
import Synchronization
import Testing

/// Cancels a task after so many of its requests.
private final class Leaving: Sendable {
  private let state: Mutex<(left: Int, task: Task<TransferResult, any Error>?)>

  init(after requests: Int) { state = Mutex((requests, nil)) }

  func leave(_ task: Task<TransferResult, any Error>) {
    state.withLock { state in
      state.task = task
      if state.left <= 0 { task.cancel() }
    }
  }

  func note(_ event: HTTPBank.Event) {
    guard case .request = event else { return }
    state.withLock { state in
      state.left -= 1
      if state.left <= 0 { state.task?.cancel() }
    }
  }
}

/// Orders against a sandbox that fails, as the bank and everything between may.
@Suite struct ExactlyOnceTests {
  /// Ways to fail that are over at once, for a client that does not wait for real.
  static let faults = [
    #""kind":"status","status":429,"retryAfter":2"#,
    #""kind":"status","status":500"#,
    #""kind":"status","status":503,"retryAfter":"Fri, 20 Nov 2026 12:00:05 GMT""#,
    #""kind":"close-before""#,
    #""kind":"close-after""#,
    #""kind":"truncate""#,
    #""kind":"content-type""#,
    #""kind":"html""#,
  ]

  /// Sends an order until the bank answers it, as a person would who is told that it did not.
  private func insist<Answer>(_ send: () async throws -> Answer) async throws -> Answer {
    for _ in 0..<8 {
      do { return try await send() } catch let error as BankError {
        let codes: [BankError.Code] = [
          .unavailable, .unreadableAnswer, .tooManyRequests, .outcomeUnknown,
        ]
        #expect(codes.contains(error.code), "\(error)")
      }
    }
    throw Unexpected()
  }

  @Test func `a round-up moves once, whatever fails at whichever request`() async throws {
    try await World.with(.client, balance: 100_000_00) { world in
      let goal = try await world.goal()
      var amount: Int64 = 0
      for fault in Self.faults {
        for position in 0..<6 {
          amount += 1
          let paid = try world.books.post(world.payment(1)).id
          try await world.fault("{\(fault),\"after\":\(position)}")
          let client = try makeClient(
            try #require(world.address), in: world.folder, timing: world.time.timing())
          let order = world.order(amount, goal.id, key: uuid(Int(amount)), covering: [paid])
          let result = try await insist { try await client.move(order) }
          guard case .moved(let receipt) = result else { throw Unexpected() }
          try await world.control("DELETE", "faults", "")
          let moves = try await world.moves().filter { $0.amount.minorUnits == amount }
          #expect(moves.map(\.id) == [receipt.payment], "\(fault) at request \(position)")
          #expect(try await client.move(order) == result)
          await client.close()
        }
      }
      let covered = try await world.bank.coveredPayments(
        of: world.account.id, in: .distantPast ..< .distantFuture)
      #expect(covered.count == Int(amount))
    }
  }

  @Test func `a round-up moves once, whichever two faults meet it one after the other`()
    async throws
  {
    try await World.with(.client, balance: 100_000_00) { world in
      let goal = try await world.goal()
      var amount: Int64 = 0
      for first in Self.faults {
        for second in Self.faults {
          for gap in 0..<2 {
            amount += 1
            try await world.fault("{\(first),\"match\":{\"method\":\"PUT\"}}")
            try await world.fault("{\(second),\"after\":\(gap)}")
            let order = world.order(amount, goal.id, key: uuid(Int(amount)))
            let result = try await insist { try await world.bank.move(order) }
            guard case .moved(let receipt) = result else { throw Unexpected() }
            try await world.control("DELETE", "faults", "")
            let moves = try await world.moves().filter { $0.amount.minorUnits == amount }
            #expect(moves.map(\.id) == [receipt.payment], "\(first), then \(second)")
          }
        }
      }
    }
  }

  @Test(arguments: faults)
  func `a goal is made once and deleted once, whatever fails`(_ fault: String) async throws {
    try await World.with(.client) { world in
      for position in 0..<4 {
        let name = "Goal \(position)"
        let order = GoalOrder(
          key: uuid(position, "e"), account: world.account.id, name: name, target: nil)
        try await world.fault("{\(fault),\"after\":\(position)}")
        guard case .created(let goal) = try await insist({ try await world.bank.createGoal(order) })
        else { throw Unexpected() }
        try await world.control("DELETE", "faults", "")
        let goals = try await world.books.goals(of: world.account.id)
        #expect(goals.filter { $0.name == name }.map(\.id) == [goal.id])

        _ = try await world.bank.move(world.order(5_00, goal.id, key: uuid(position, "a")))
        let deletion = GoalDeletion(
          key: uuid(position, "d"), account: world.account.id, goal: goal.id)
        try await world.fault("{\(fault),\"after\":\(position)}")
        let deleted = try await insist { try await world.bank.deleteGoal(deletion) }
        try await world.control("DELETE", "faults", "")
        #expect(deleted == .deleted(returned: world.money(5_00)))
        #expect(try await world.bank.deleteGoal(deletion) == deleted)
      }
      #expect(try await world.books.goals(of: world.account.id).isEmpty)
      #expect(try await world.available() == 100_00)
    }
  }

  @Test func `a lost answer is neither done nor failed, and the next order waits for it`()
    async throws
  {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      try await world.fault(
        #"{"kind":"close-after","match":{"method":"PUT","path":"add-money"}}"#)
      let lost = world.order(1_58, goal.id, key: uuid(1))
      let error = await #expect(throws: BankError.self) { try await world.bank.move(lost) }
      #expect(error?.code == .outcomeUnknown)
      #expect(try await world.moves().count == 1)

      // The next order finds out about the lost one first, and it cannot while the bank is away.
      try await world.fault(#"{"kind":"status","status":503,"times":9}"#)
      let next = world.order(2_00, goal.id, key: uuid(2))
      let waiting = await #expect(throws: BankError.self) { try await world.bank.move(next) }
      #expect(waiting?.code == .outcomeUnknown)
      #expect(try await world.moves().count == 1)
      try await world.control("DELETE", "faults", "")

      // Another process, after this one has gone.
      let other = try makeClient(
        try #require(world.address), in: world.folder, timing: world.time.timing())
      guard case .moved = try await other.move(next) else { throw Unexpected() }
      guard case .moved(let receipt) = try await other.move(lost) else { throw Unexpected() }
      #expect(receipt.amount == world.money(1_58))
      #expect(try await world.moves().count == 2)
      await other.close()
    }
  }

  @Test func `an order that is left at any request is finished by whoever comes next`()
    async throws
  {
    try await World.with(.client, balance: 10_000_00) { world in
      let goal = try await world.goal()
      let address = try #require(world.address)
      for round in 1...60 {
        let paid = try world.books.post(world.payment(1)).id
        let order = world.order(Int64(round), goal.id, key: uuid(round), covering: [paid])
        let leaving = Leaving(after: round % 6)
        let client = try makeClient(
          address, in: world.folder, timing: world.time.timing(), events: { leaving.note($0) })
        let task = Task { try await client.move(order) }
        leaving.leave(task)
        let first = await task.result
        await client.close()

        let other = try makeClient(address, in: world.folder, timing: world.time.timing())
        guard case .moved(let receipt) = try await other.move(order) else { throw Unexpected() }
        await other.close()
        let moves = try await world.moves().filter { $0.amount == order.amount }
        #expect(moves.map(\.id) == [receipt.payment])
        switch first {
        case .success(let answer): #expect(answer == .moved(receipt))
        case .failure(let error as BankError): #expect(error.code == .outcomeUnknown)
        case .failure(let error): #expect(error is CancellationError)
        }
      }
    }
  }

  @Test func `what was never sent is not carried out later`() async throws {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      let paid = try world.books.post(world.payment(4_35)).id
      try await world.fault(
        #"{"kind":"status","status":429,"match":{"method":"PUT"}}"#)
      let error = await #expect(throws: BankError.self) {
        try await world.bank.move(world.order(65, goal.id, covering: [paid]))
      }
      #expect(error?.code == .tooManyRequests)
      // What it would have covered is free, and so is its key.
      guard
        case .moved = try await world.bank.move(
          world.order(65, goal.id, key: uuid(2), covering: [paid]))
      else { throw Unexpected() }
      #expect(try await world.moves().count == 1)
      guard case .moved = try await world.bank.move(world.order(66, goal.id)) else {
        throw Unexpected()
      }
    }
  }

  @Test func `a token that ends in the middle leaves the order open, and says so`() async throws {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      try await world.fault(
        #"{"kind":"close-after","match":{"method":"PUT","path":"add-money"}}"#)
      let order = world.order(1_58, goal.id)
      _ = await #expect(throws: BankError.self) { try await world.bank.move(order) }
      try await world.control("PUT", "tokens", #"[{"token":"another"}]"#)

      let own = await #expect(throws: BankError.self) { try await world.bank.move(order) }
      #expect(own?.code == .outcomeUnknown)
      #expect(own?.cause?.contains("invalid_token") == true)
      // The next one was not sent for sure, and a log-in helps.
      let next = await #expect(throws: BankError.self) {
        try await world.bank.move(world.order(2_00, goal.id, key: uuid(2)))
      }
      #expect(next?.code == .notLoggedIn)

      let client = try #require(world.client)
      _ = try await client.logIn(with: "another")
      guard case .moved = try await world.bank.move(order) else { throw Unexpected() }
      #expect(try await world.moves().count == 1)
    }
  }

  @Test func `a slow answer that comes after all moves nothing twice`() async throws {
    try await World.with(
      .client, settlingTime: .zero, requestTimeout: .milliseconds(300)
    ) { world in
      let goal = try await world.goal()
      try await world.fault(
        #"{"kind":"slow","seconds":0.6,"match":{"method":"PUT"}}"#)
      let order = world.order(1_58, goal.id)
      let result = try await insist { try await world.bank.move(order) }
      guard case .moved = result else { throw Unexpected() }
      #expect(try await world.bank.move(order) == result)
      #expect(try await world.moves().count == 1)
    }
  }

  @Test func `a goal whose making may be under way is not made again before that is over`()
    async throws
  {
    try await World.with(
      .client, settlingTime: .seconds(60), requestTimeout: .milliseconds(200)
    ) { world in
      try await world.fault(
        #"{"kind":"slow","seconds":5,"match":{"method":"PUT"}}"#)
      let waits = Notes<BankWait>()
      let order = GoalOrder(key: uuid(1), account: world.account.id, name: "Trip", target: nil)
      let result = try await HTTPBank.$onWait.withValue({ if let wait = $0 { waits.add(wait) } }) {
        try await world.bank.createGoal(order)
      }
      guard case .created = result else { throw Unexpected() }
      // The clock of the test runs ahead, so that the minute is over before the bank is.
      #expect(waits.all.contains { $0.secondsLeft == 60 && $0.reason == .noAnswer })
    }
  }

  @Test func `a receipt is found, however far the bank's clock is off`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      for now in ["2019-01-01T00:00:00Z", "2031-01-01T00:00:00Z"] {
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
