import Bank
import BankClient
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import TestSupport
import Testing

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
          #expect(moves.count == 1, "\(fault) at request \(position)")
          // Where the feed could not be read, the order's own id stands for the item's.
          #expect(
            moves.first?.id == receipt.payment || receipt.payment.text == order.key,
            "\(fault) at request \(position)")
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
      for (number, first) in Self.faults.enumerated() {
        for (other, second) in Self.faults.enumerated() {
          for gap in runsLongTests ? [0, 1] : [(number + other) % 2] {
            amount += 1
            try await world.fault("{\(first),\"match\":{\"method\":\"PUT\"}}")
            try await world.fault("{\(second),\"after\":\(gap)}")
            let order = world.order(amount, goal.id, key: uuid(Int(amount)))
            let result = try await insist { try await world.bank.move(order) }
            guard case .moved(let receipt) = result else { throw Unexpected() }
            try await world.control("DELETE", "faults", "")
            let moves = try await world.moves().filter { $0.amount.minorUnits == amount }
            #expect(moves.count == 1, "\(first), then \(second)")
            #expect(moves.first?.id == receipt.payment || receipt.payment.text == order.key)
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
        // If the feed could not be read, it is not known; it is never another sum.
        #expect(
          deleted == .deleted(returned: world.money(5_00)) || deleted == .deleted(returned: nil))
        #expect(try await world.bank.deleteGoal(deletion) == deleted)
      }
      #expect(try await world.books.goals(of: world.account.id).isEmpty)
      #expect(try await world.available() == 100_00)
    }
  }
}
