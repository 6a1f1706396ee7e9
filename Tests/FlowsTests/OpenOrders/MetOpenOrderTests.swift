import Bank
import FlowTestSupport
import Flowline
import Testing

/// Flows that meet an order that the bank never answered.
struct MetOpenOrderTests {
  private func world(
    _ open: [OpenOrder], ends: [Result<OpenOrderEnd, BankError>] = []
  ) throws -> (World, DoubtfulBank) {
    var doubtful: DoubtfulBank?
    let world = try World(between: { bank in
      let made = DoubtfulBank(bank, open: open, ends: ends)
      doubtful = made
      return made
    })
    return (world, try #require(doubtful))
  }

  // MARK: - A round-up of the same week

  @Test func `a round-up shows its unanswered transfer before anything else`() throws {
    let (world, bank) = try world([.roundUp()], ends: [.success(.done)])
    try world.walk("round-up", "personal", "this")
    #expect(world.step == "round-up/open-order/order")
    #expect(world.page.first == "Order | £1.58 into “Trip”")
    world.answer("again", "")
    #expect(world.step == "round-up/review")
    #expect(bank.asked == ["again 2"])
    try world.expectOrder()
  }

  @Test func `a round-up whose transfer was given up says so`() throws {
    let (world, _) = try world([.roundUp()])
    try world.walk("round-up", "personal", "this", "give-up", "y", "")
    #expect(world.step == "round-up/review")
    #expect(
      world.page.first?.hasPrefix("You gave up a transfer of £1.58 for the week you chose") == true)
    world.answer("", "trip", "y", "")
    #expect(world.output?["moved"]?["minorUnits"] == 158)
    try world.expectOrder()
  }

  @Test func `a round-up whose transfer is left open moves nothing`() async throws {
    let (world, _) = try world([.roundUp()])
    let before = try await world.available(in: "personal")
    try world.walk("round-up", "personal", "this", "leave")
    #expect(
      world.output == [
        "account": "personal", "weekStart": "2026-11-16", "reason": "unanswered",
      ])
    #expect(try await world.available(in: "personal") == before)
    try world.expectOrder()
  }

  @Test func `a transfer that is another customer's is not looked for without end`() throws {
    let (world, bank) = try world([.roundUp()])
    bank.listNothing()
    try world.walk("round-up", "personal", "this")
    #expect(world.output?["reason"] == "unanswered")
    try world.expectOrder()
  }

  // MARK: - Another order of the same account

  @Test func `a new goal is made once the earlier order is settled`() async throws {
    let (world, bank) = try world([.transfer()], ends: [.success(.done)])
    try world.walk("create-goal", "personal", "Bike", "250", "y")
    #expect(world.step == "create-goal/open-order/order")
    world.answer("again", "")
    #expect(world.step == "create-goal/another")
    #expect(
      world.question == "The earlier order was carried out after all. Send this one as well?")
    world.answer("y")
    #expect(world.output?["name"] == "Bike")
    #expect(bank.asked == ["again 1"])
    #expect(try await world.goals(of: "personal").map(\.name) == ["Trip", "Bike"])
    try world.expectOrder()
  }

  @Test(arguments: [["again", ""], ["give-up", "y", ""]])
  func `a new order is not sent behind one that may have been carried out unless a person says so`(
    settling: [String]
  ) async throws {
    let (world, _) = try world([.transfer()], ends: [.success(.done)])
    try world.walk("create-goal", "personal", "Bike", "250", "y")
    for answer in settling { world.answer(.text(answer)) }
    #expect(world.step == "create-goal/another")
    // No program answers it.
    #expect(world.catalog.needsPerson(at: try #require(world.controller.prompt).path))
    // Enter takes the answer that sends nothing.
    world.answer("")
    #expect(world.cancelReason == .user)
    #expect(try await world.goals(of: "personal").map(\.name) == ["Trip"])
    try world.expectOrder()
  }

  @Test func `a new order is sent once the bank says that the earlier one was not carried out`()
    async throws
  {
    let (world, _) = try world([.transfer()], ends: [.success(.notDone)])
    try world.walk("create-goal", "personal", "Bike", "250", "y", "again", "")
    #expect(world.output?["name"] == "Bike")
    try world.expectOrder()
  }

  @Test func `a new goal is not made while the earlier order is left open`() async throws {
    let (world, bank) = try world([.transfer()])
    try world.walk("create-goal", "personal", "Bike", "250", "y", "leave")
    #expect(world.cancelReason == .user)
    #expect(bank.asked == [])
    #expect(try await world.goals(of: "personal").map(\.name) == ["Trip"])
    try world.expectOrder()
  }

  @Test func `money is taken out once the earlier order is given up`() async throws {
    let (world, _) = try world([.deletion()])
    try world.walk("goal", "personal", "trip", "withdraw", "20.70", "y")
    #expect(world.step == "goal/withdraw/open-order/order")
    world.answer("give-up", "y", "")
    #expect(world.step == "goal/withdraw/another")
    #expect(
      world.question == "The earlier order may have been carried out. Send this one as well?")
    world.answer("y", "")
    #expect(world.output?["withdrawn"]?["minorUnits"] == 2_070)
    #expect(try await world.available(in: "personal") == 345_032)
    try world.expectOrder()
  }

  @Test func `an earlier order of somebody else is told, not looked for without end`() throws {
    let (world, bank) = try world([.transfer()])
    bank.listNothing()
    try world.walk("create-goal", "personal", "Bike", "250", "y")
    #expect(world.step == "create-goal/not-done")
    #expect(world.page.first == "The bank has not replied to an earlier order for this account")
    world.answer("leave")
    #expect(world.cancelReason == .user)
    try world.expectOrder()
  }
}
