import Bank
import BankClient
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import ServiceBasics
import ServiceCalls
import TestSupport
import Testing

/// What a person may do instead of going on with an order whose answer was lost.
///
/// Whatever it is, nothing is sent for the sake of another order, no money moves twice, and nothing
/// is said to be so that is not.
@Suite struct TruthTests {
  private static let lost = #"{"kind":"close-after","match":{"method":"PUT","path":"add-money"}}"#
  private static let notArrived =
    #"{"kind":"close-before","match":{"method":"PUT","path":"add-money"}}"#

  /// Sends an order whose answer is lost.
  private func lose(
    _ order: TransferOrder, in world: World, _ fault: String = lost
  ) async throws {
    try await world.fault(fault)
    let error = await #expect(throws: BankError.self) { try await world.bank.move(order) }
    #expect(error?.code == .outcomeUnknown)
  }

  private func roundUp(
    _ world: World, _ goal: SavingsGoal, key: Int, _ amount: Int64, covering: [Payment.ID]
  ) async throws -> TransferOrder {
    let week = Week.containing(
      world.time.now, locale: Locale(identifier: "en_GB"), timeZone: .gmt)
    let history = try await world.bank.roundUps(of: world.account.id, in: week.range)
    return TransferOrder(
      key: uuid(key),
      transfer: TransferOrder.roundUpTransfer(of: world.account.id, week, after: history),
      account: world.account.id, goal: goal.id, amount: world.money(amount), covering: covering)
  }

  // MARK: - A: a new order of the same

  @Test func `a lost transfer is unanswered in the history, not moved`() async throws {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      let paid = try world.books.post(world.payment(4_35)).id
      try await lose(
        try await roundUp(world, goal, key: 1, 65, covering: [paid]), in: world)
      let history = try await world.bank.roundUps(
        of: world.account.id, in: .distantPast ..< .distantFuture)
      #expect(history.unanswered.map(\.id) == [uuid(1)])
      #expect(history.unanswered.first?.payments == [paid])
      #expect(history.moved.isEmpty && history.covered == [paid])
      #expect(!world.bank.knowsAllRoundUps)
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `the transfers of a history come oldest first`(kind: World.Kind) async throws {
    try await World.with(kind) { world in
      let goal = try await world.goal()
      var covered: [[Payment.ID]] = []
      for number in 1...5 {
        let paid = try world.books.post(world.payment(4_35)).id
        covered.append([paid])
        world.time.pass(.seconds(1))
        let order = world.order(65, goal.id, key: uuid(number), covering: [paid])
        guard case .moved = try await world.bank.move(order) else { throw Unexpected() }
      }
      let history = try await world.bank.roundUps(
        of: world.account.id, in: .distantPast ..< .distantFuture)
      #expect(history.transfers.map(\.payments) == covered)
    }
  }

  // MARK: - B: something else

  @Test(arguments: [lost, notArrived])
  func `another order does not send one that was left`(fault: String) async throws {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      try await lose(world.order(1_58, goal.id), in: world, fault)
      let before = try await world.moves().count
      // Somebody moves the sum by hand, and days later a goal is made.
      _ = try await world.books.move(world.order(1_58, goal.id, key: uuid(1, "b")))
      world.time.pass(.seconds(3 * 86_400))
      _ = try await world.goal("Bike", key: uuid(2, "e"))
      let refused = await #expect(throws: BankError.self) {
        try await world.bank.move(world.order(2_00, goal.id, key: uuid(2)))
      }
      #expect(refused?.code == .earlierOrder && refused?.order == uuid(1))
      #expect(try await world.moves().count == before + 1)
    }
  }

  @Test func `a deletion that was left is not sent again by another order`() async throws {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      try await world.fault(#"{"kind":"close-before","match":{"method":"DELETE"}}"#)
      let deletion = GoalDeletion(key: uuid(1, "d"), account: world.account.id, goal: goal.id)
      _ = await #expect(throws: BankError.self) { try await world.bank.deleteGoal(deletion) }
      _ = try await world.goal("Bike", key: uuid(2, "e"))
      let refused = await #expect(throws: BankError.self) {
        try await world.bank.move(world.order(2_00, goal.id))
      }
      #expect(refused?.code == .earlierOrder)
      #expect(try await world.books.goals(of: world.account.id).map(\.id).contains(goal.id))
    }
  }

  @Test func `another customer's order is neither in the way nor counted`() async throws {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      let paid = try world.books.post(world.payment(4_35)).id
      let first = try await roundUp(world, goal, key: 1, 65, covering: [paid])
      try await lose(first, in: world)

      let client = try makeClient(
        try #require(world.address), in: world.folder, token: otherSecret,
        timing: world.time.timing())
      let other = World(
        bank: client, books: world.books, account: world.account, address: world.address,
        folder: world.folder, time: world.time)
      // The same week has the same id, and the bank does not move it again.
      let same = try await roundUp(other, goal, key: 2, 65, covering: [paid])
      #expect(same.transfer == first.transfer)
      guard case .moved = try await client.move(same) else { throw Unexpected() }
      #expect(try await world.moves().count == 1)
      #expect(try await client.openOrders().isEmpty)
      #expect(try await world.client?.openOrders().map(\.id) == [uuid(1)])
      await client.close()
    }
  }

  // MARK: - C: a second machine, a lost folder

  @Test func `a second machine moves the same week once`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      let paid = try [4_35, 5_20].map { try world.books.post(world.payment($0)).id }
      let first = try await roundUp(world, goal, key: 1, 1_45, covering: paid)
      guard case .moved(let own) = try await world.bank.move(first) else { throw Unexpected() }
      #expect(!own.wasMovedBefore)

      let elsewhere = try TemporaryFolder()
      let client = try makeClient(
        try #require(world.address), in: elsewhere, timing: world.time.timing())
      let other = World(
        bank: client, books: world.books, account: world.account, address: world.address,
        folder: elsewhere, time: world.time)
      // It has no book of the week, and says what it sees.
      let history = try await client.roundUps(
        of: world.account.id, in: .distantPast ..< .distantFuture)
      #expect(history.transfers.isEmpty && history.otherMoves.map(\.amount) == [world.money(1_45)])
      // The same: the bank knows it. Another sum, since it saw less: the bank refuses it.
      let same = try await roundUp(other, goal, key: 2, 1_45, covering: paid)
      guard case .moved(let receipt) = try await client.move(same) else { throw Unexpected() }
      #expect(receipt.wasMovedBefore && receipt.payment == own.payment)
      #expect(receipt.totalSaved == own.totalSaved && receipt.movedAt == own.movedAt)
      let lost = try TemporaryFolder()
      let third = try makeClient(
        try #require(world.address), in: lost, timing: world.time.timing())
      let less = TransferOrder(
        key: uuid(3), transfer: first.transfer, account: world.account.id, goal: goal.id,
        amount: world.money(65), covering: [paid[0]])
      #expect(try await third.move(less) == .refused(.keyReused))
      #expect(try await world.moves().count == 1)
      await client.close()
      await third.close()
    }
  }

  /// The feed shows it at once, or much later.
  @Test(arguments: [0, 90])
  func `what is moved now is not said to have been moved before, whatever looks like it`(
    lag: Int
  ) async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      let paid = try world.books.post(world.payment(4_35)).id
      _ = try await world.books.move(world.order(65, goal.id, key: uuid(1, "b")))
      try await world.control("PUT", "clock", #"{"advanceSeconds":100}"#)
      try await world.control("PUT", "feed", #"{"lagSeconds":\#(lag)}"#)
      let order = try await roundUp(world, goal, key: 1, 65, covering: [paid])
      guard case .moved(let receipt) = try await world.bank.move(order) else { throw Unexpected() }
      #expect(!receipt.wasMovedBefore)
      #expect(receipt.totalSaved == world.money(1_30))
      #expect(try await world.moves().count == 2)
    }
  }

  // MARK: - D: refused when it is sent again

  @Test func `a refusal to do it again does not settle what may have been done`() async throws {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      let paid = try world.books.post(world.payment(4_35)).id
      let order = world.order(65, goal.id, covering: [paid])
      try await lose(order, in: world)
      world.time.pass(.seconds(3600))
      // A bank that looks for money before it looks whether it knows the transfer.
      try await world.fault(
        #"{"kind":"status","status":409,"match":{"method":"PUT"}}"#)
      let again = await #expect(throws: BankError.self) { try await world.bank.move(order) }
      #expect(again?.code == .outcomeUnknown)
      // Its payments are not free, so that they cannot be moved again.
      let history = try await world.bank.roundUps(
        of: world.account.id, in: .distantPast ..< .distantFuture)
      #expect(history.covered == [paid])
      guard case .moved = try await world.bank.move(order) else { throw Unexpected() }
      #expect(try await world.moves().count == 1)
    }
  }

  // MARK: - E: settling and giving up

  @Test func `an open order is listed, looked into, sent again once and settled`() async throws {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      let client = try #require(world.client)
      let order = world.order(1_58, goal.id)
      try await lose(order, in: world)
      let open = try await client.openOrders()
      #expect(open.map(\.contents) == [.transfer(order)])
      #expect(open.first?.goalName == "Trip")
      #expect(try await client.signs(of: order.key) == .one)
      // A sign is no proof: somebody else may have made the same move.
      #expect(try await client.openOrders().count == 1)
      #expect(try await client.sendAgain(order.key) == .done)
      #expect(try await client.openOrders().isEmpty)
      #expect(try await client.signs(of: order.key) == nil)
      #expect(try await client.sendAgain(order.key) == .notOpen)
      #expect(try await !client.giveUp(order.key))
      #expect(try await world.moves().count == 1)
    }
  }

  @Test func `an order that was given up is not sent again, and keeps no other waiting`()
    async throws
  {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      let client = try #require(world.client)
      let paid = try world.books.post(world.payment(4_35)).id
      let order = try await roundUp(world, goal, key: 1, 65, covering: [paid])
      try await lose(order, in: world, Self.notArrived)
      #expect(try await client.signs(of: order.key) == OrderSigns.none)
      #expect(try await client.giveUp(order.key))
      // Its own session asks for it again.
      let again = await #expect(throws: BankError.self) { try await client.move(order) }
      #expect(again?.code == .outcomeUnknown)
      #expect(try await world.moves().isEmpty)
      // A new round-up of the week has the same id, so that the bank would know it.
      let new = try await roundUp(world, goal, key: 2, 65, covering: [paid])
      #expect(new.transfer == order.transfer)
      guard case .moved = try await client.move(new) else { throw Unexpected() }
      #expect(try await world.moves().count == 1)
    }
  }

  @Test func `one that was carried out and given up is not moved again`() async throws {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      let client = try #require(world.client)
      let paid = try [4_35, 5_20].map { try world.books.post(world.payment($0)).id }
      let order = try await roundUp(world, goal, key: 1, 65, covering: [paid[0]])
      try await lose(order, in: world)
      #expect(try await client.giveUp(order.key))
      let more = try await roundUp(world, goal, key: 2, 1_45, covering: paid)
      #expect(try await client.move(more) == .refused(.keyReused))
      #expect(try await world.moves().count == 1)
    }
  }

  // MARK: - H: somebody else does the same

  @Test func `somebody's identical transfer during a retry is not taken for ours`() async throws {
    try await World.with(.client, patience: .none) { world in
      let goal = try await world.goal()
      let order = world.order(5_00, goal.id)
      try await lose(order, in: world, Self.notArrived)
      _ = try await world.books.move(world.order(5_00, goal.id, key: uuid(1, "b")))
      guard case .moved(let receipt) = try await world.bank.move(order) else { throw Unexpected() }
      #expect(try await world.moves().count == 2)
      // Two look alike, and which is ours the bank does not say.
      #expect(receipt.payment.text == order.key)
    }
  }

  @Test func `two new goals that look alike leave open which is ours`() async throws {
    try await World.with(.client, patience: .none) { world in
      try await world.fault(#"{"kind":"close-after","match":{"method":"PUT"}}"#)
      let order = GoalOrder(key: uuid(1), account: world.account.id, name: "Trip", target: nil)
      let lost = await #expect(throws: BankError.self) { try await world.bank.createGoal(order) }
      #expect(lost?.code == .outcomeUnknown)
      _ = try await world.books.createGoal(
        GoalOrder(key: uuid(2), account: world.account.id, name: "Trip", target: nil))
      let again = await #expect(throws: BankError.self) { try await world.bank.createGoal(order) }
      #expect(again?.code == .outcomeUnknown)
      #expect(try await world.books.goals(of: world.account.id).count == 2)
    }
  }

  // MARK: - Clocks

  @Test func `a clock that is put forward does not have a goal made twice`() async throws {
    try await World.with(.client) { world in
      try await world.fault(#"{"kind":"close-before","match":{"method":"PUT"}}"#)
      let order = GoalOrder(key: uuid(1), account: world.account.id, name: "Trip", target: nil)
      let impatient = try makeClient(
        try #require(world.address), in: world.folder, patience: .none,
        timing: world.time.timing())
      _ = await #expect(throws: BankError.self) { try await impatient.createGoal(order) }
      await impatient.close()
      world.time.put(forward: .seconds(86_400))
      let before = world.time.sleeps.reduce(.zero, +)
      guard case .created = try await world.bank.createGoal(order) else { throw Unexpected() }
      #expect(world.time.sleeps.reduce(.zero, +) - before == .seconds(60))
      #expect(try await world.books.goals(of: world.account.id).count == 1)
    }
  }

  @Test func `two requests for a goal that broke are sixty seconds apart`() async throws {
    try await World.with(.client) { world in
      for _ in 0..<2 {
        try await world.fault(#"{"kind":"close-before","match":{"method":"PUT"}}"#)
      }
      let order = GoalOrder(key: uuid(1), account: world.account.id, name: "Trip", target: nil)
      guard case .created = try await world.bank.createGoal(order) else { throw Unexpected() }
      // Each broken request is followed by a short wait, and by what is left of the minute.
      #expect(world.time.sleeps.reduce(.zero, +) == .seconds(120))
    }
  }

  // MARK: - Another customer, and the bank's own round-up

  @Test func `what another customer ordered at the same address is not ours`() async throws {
    try await World.with(.client, isSample: true) { world in
      let goal = try #require(try await world.bank.goals(of: world.account.id).first)
      let paid = try world.books.post(world.payment(4_35)).id
      guard case .moved = try await world.bank.move(world.order(65, goal.id, covering: [paid]))
      else { throw Unexpected() }
      // A sandbox that was made anew has the same accounts and payments, and another customer.
      try await World.with(.client, isSample: true) { other in
        let client = try makeClient(
          try #require(other.address), in: world.folder, timing: world.time.timing())
        let ever: Range<Date> = .distantPast ..< .distantFuture
        #expect(try await client.roundUps(of: world.account.id, in: ever).transfers.isEmpty)
        #expect(try await world.bank.roundUps(of: world.account.id, in: ever).moved == [paid])
        await client.close()
      }
    }
  }

  @Test func `a payment of one account is none of another's`() async throws {
    try await World.with(.client, isSample: true) { world in
      let accounts = try await world.bank.accounts()
      let other = try #require(
        accounts.first { $0.id != world.account.id && $0.currency == world.account.currency })
      let ever = world.time.now.addingTimeInterval(-30 * 86_400)..<world.time.now
      let paid = try #require(
        try await world.bank.payments(of: world.account.id, in: ever)
          .first { $0.category == world.account.defaultCategory })
      let tax = GoalOrder(key: uuid(9, "e"), account: other.id, name: "Tax", target: nil)
      guard case .created(let goal) = try await world.bank.createGoal(tax) else {
        throw Unexpected()
      }
      let order = TransferOrder(
        key: uuid(1), account: other.id, goal: goal.id, amount: world.money(1), covering: [paid.id])
      let result = try await world.bank.move(order)
      #expect(result == .refused(.unknownPayments(payments: [paid.id])))
    }
  }

  @Test func `what the bank's own round-up has moved is no move of somebody else's`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      let client = try #require(world.client)
      try await client.setNativeRoundUp(of: world.account.id, into: goal.id)
      _ = try world.books.post(world.payment(4_35))
      #expect(try await world.moves().count == 1)
      let ever: Range<Date> = .distantPast ..< .distantFuture
      for bank in [world.bank, world.books] as [any Bank] {
        #expect(try await bank.roundUps(of: world.account.id, in: ever).otherMoves.isEmpty)
      }
      let byHand = world.order(65, goal.id, key: uuid(1, "b"))
      _ = try await world.books.move(byHand)
      for bank in [world.bank, world.books] as [any Bank] {
        #expect(try await bank.roundUps(of: world.account.id, in: ever).otherMoves.count == 1)
      }
    }
  }
}
