import Bank
import BankClient
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import ServiceCalls
import TestSupport
import Testing

/// Several clients over one account, each with its own connections.
@Suite struct ConcurrencyTests {
  @Test func `the same order from eight clients at once moves once`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      let order = world.order(1_58, goal.id)
      let results = try await withThrowingTaskGroup(of: TransferResult.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let client = try makeClient(
              world.address ?? "", in: world.folder, timing: world.time.timing())
            let result = try await client.move(order)
            await client.close()
            return result
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(results).count == 1)
      #expect(try await world.moves().count == 1)
    }
  }

  @Test(arguments: (runsLongTests ? [1, 2, 3] : [1]) as [UInt64])
  func `eight clients that order at random, from a bank that fails, agree with its books`(
    _ seed: UInt64
  ) async throws {
    try await World.with(.client, balance: 20_00) { world in
      for kind in ["close-before", "close-after"] {
        try await world.fault(
          #"{"kind":"\#(kind)","probability":0.05,"seed":\#(seed)}"#)
      }
      let customers = try await withThrowingTaskGroup(of: Customer.self) { group in
        for number in 1...8 {
          group.addTask {
            let client = try makeClient(
              world.address ?? "", in: world.folder,
              patience: Patience(attempts: 12, longestWait: .seconds(3600)),
              timing: world.time.timing(random: 0.01))
            var customer = Customer(
              client: client, world: world, number: number,
              generator: SeededNumbers(seed: seed * 8 + UInt64(number)))
            for step in 0..<12 { try await customer.act(step) }
            await client.close()
            return customer
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      try await world.control("DELETE", "faults", "")
      let moved = customers.reduce(0) { $0 + $1.moves }
      let unknown = customers.reduce(0) { $0 + $1.unknown }
      #expect((moved...moved + unknown).contains(try await world.moves().count))
      let balance = try await world.books.balance(of: world.account.id)
      #expect(balance.effective.minorUnits >= 0)
      let goals = try await world.books.goals(of: world.account.id)
      let saved = goals.reduce(0) { $0 + $1.totalSaved.minorUnits }
      #expect(balance.effective.minorUnits + saved == 20_00)
    }
  }

  @Test func `eight clients on eight machines overdraw nothing and lose nothing`() async throws {
    try await World.with(.client, balance: 20_00) { world in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...8 {
          group.addTask {
            let folder = try TemporaryFolder()
            let client = try makeClient(
              world.address ?? "", in: folder, timing: world.time.timing())
            var customer = Customer(
              client: client, world: world, number: number,
              generator: SeededNumbers(seed: UInt64(number)))
            for step in 0..<12 { try await customer.act(step) }
            await client.close()
          }
        }
        try await group.waitForAll()
      }
      let balance = try await world.books.balance(of: world.account.id)
      #expect(balance.effective.minorUnits >= 0)
      let goals = try await world.books.goals(of: world.account.id)
      let saved = goals.reduce(0) { $0 + $1.totalSaved.minorUnits }
      #expect(balance.effective.minorUnits + saved == 20_00)
    }
  }
}

/// Somebody who orders this and that.
private struct Customer: Sendable {
  let client: HTTPBank
  let world: World
  let number: Int
  var generator: SeededNumbers
  /// How many movements the bank has confirmed.
  var moves = 0
  /// How many orders were given up while it was not known whether they had moved anything.
  var unknown = 0

  /// Orders something; what stays open is given up, so that the next order can be sent.
  mutating func act(_ step: Int) async throws {
    do {
      try await order(step)
    } catch let error as BankError where error.code == .outcomeUnknown {
      let key = uuid(number * 1000 + step)
      #expect(try await client.giveUp(key))
      unknown += 1
    } catch let error as BankError where error.code == .earlierOrder {
      // One of another client, which gives it up itself.
    }
  }

  private mutating func order(_ step: Int) async throws {
    let key = uuid(number * 1000 + step)
    let goals = try await client.goals(of: world.account.id)
    let amount = Int64.random(in: 1...6_00, using: &generator)
    let choice = Int.random(in: 0..<8, using: &generator)
    guard choice > 1, let goal = goals.randomElement(using: &generator) else {
      _ = try await client.createGoal(
        GoalOrder(key: key, account: world.account.id, name: "Goal \(key)", target: nil))
      return
    }
    switch choice {
    case 2:
      let order = GoalDeletion(key: key, account: world.account.id, goal: goal.id)
      if case .deleted(let returned) = try await client.deleteGoal(order), returned?.isZero != true
      {
        moves += 1
      }
    case 3, 4:
      let order = world.order(amount, goal.id, key: key, direction: .outOfGoal)
      if case .moved = try await client.move(order) { moves += 1 }
    default:
      if case .moved = try await client.move(world.order(amount, goal.id, key: key)) { moves += 1 }
    }
  }
}
