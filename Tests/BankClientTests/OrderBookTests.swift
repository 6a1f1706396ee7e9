import Bank
import BankClient
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import TestSupport
import Testing

/// What the book of orders is good for.
@Suite struct OrderBookTests {
  @Test func `what was ordered is known when the book is opened again`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      let paid = try world.books.post(world.payment(4_35)).id
      let first = try await world.bank.move(world.order(65, goal.id, covering: [paid]))
      let other = try makeClient(try #require(world.address), in: world.folder)
      #expect(
        try await other.coveredPayments(
          of: world.account.id, in: .distantPast ..< .distantFuture) == [paid])
      try await world.fault(#"{"kind":"status","status":500,"times":99}"#)
      // Even where the bank cannot be asked.
      #expect(try await other.move(world.order(65, goal.id, covering: [paid])) == first)
      await other.close()
    }
  }

  @Test func `without the book the bank still knows the transfer by its id`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      let first = try await world.bank.move(world.order(1_58, goal.id))
      let elsewhere = try TemporaryFolder()
      let other = try makeClient(
        try #require(world.address), in: elsewhere, timing: world.time.timing())
      guard
        case .moved(let known) = first,
        case .moved(let receipt) = try await other.move(world.order(1_58, goal.id))
      else { throw Unexpected() }
      #expect(receipt.totalSaved == known.totalSaved)
      // The item was there before, and could be anybody's.
      #expect(receipt.payment.text == uuid(1))
      #expect(try await world.moves().count == 1)
      await other.close()
    }
  }
}
