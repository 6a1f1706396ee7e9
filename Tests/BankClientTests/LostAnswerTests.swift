import Bank
import BankClient
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import ServiceCalls
import Synchronization
import Testing

/// Orders whose answer was lost, or that somebody left in the middle.
@Suite struct LostAnswerTests {
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

      // The next one is not sent before that is settled, and the lost one is not sent for its sake.
      let next = world.order(2_00, goal.id, key: uuid(2))
      let waiting = await #expect(throws: BankError.self) { try await world.bank.move(next) }
      #expect(waiting?.code == .earlierOrder)
      #expect(waiting?.order == lost.key)
      #expect(try await world.moves().count == 1)

      // Another process, after this one has gone.
      let other = try makeClient(
        try #require(world.address), in: world.folder, timing: world.time.timing())
      let still = await #expect(throws: BankError.self) { try await other.move(next) }
      #expect(still?.code == .earlierOrder)
      guard case .moved(let receipt) = try await other.move(lost) else { throw Unexpected() }
      guard case .moved = try await other.move(next) else { throw Unexpected() }
      #expect(receipt.amount == world.money(1_58))
      #expect(try await world.moves().count == 2)
      await other.close()
    }
  }

  @Test func `an order that is left at any request is finished by the next client`()
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
      // The next one was not sent for sure.
      let next = await #expect(throws: BankError.self) {
        try await world.bank.move(world.order(2_00, goal.id, key: uuid(2)))
      }
      #expect(next?.code == .earlierOrder)

      let client = try #require(world.client)
      _ = try await client.logIn(with: "another")
      guard case .moved = try await world.bank.move(order) else { throw Unexpected() }
      #expect(try await world.moves().count == 1)
    }
  }

  @Test func `an order whose key can be no id at the bank is not sent`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      let error = await #expect(throws: BankError.self) {
        try await world.bank.move(world.order(1_00, goal.id, key: "mine"))
      }
      #expect(error?.code == .invalidRecord)
      #expect(try await world.moves().isEmpty)
    }
  }
}

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
