import Bank
import EmbeddedBank
import FlowTestSupport
import Flowline
import FoundationEssentials
import Money
import Testing

/// What may change at the bank while a round-up is being walked through.
struct RoundUpChangeTests {
  /// A session that waits for the last yes.
  private func confirming(
    between: (EmbeddedBank) -> any Bank = { $0 }
  ) throws -> World {
    let world = try World(between: between)
    try world.walk("round-up", "personal", "this", "", "trip")
    #expect(world.step == "round-up/confirm")
    return world
  }

  @Test func `another total is reviewed and confirmed again`() async throws {
    let world = try confirming()
    try await world.spend(3_25, from: "personal")
    world.answer("y")
    #expect(world.step == "round-up/review")
    #expect(
      world.page.first
        == "The payments have changed. This is the up-to-date list.")
    #expect(world.page.last == "Round-up of 4 payments | £2.33")
    world.answer("")
    #expect(world.question == "Move £2.33 to “Trip”?")
    world.answer("y", "")
    #expect(world.output?["moved"]?["minorUnits"] == 233)
    try world.expectOrder()
  }

  @Test func `what settles meanwhile is reviewed before anything is sent`() async throws {
    let world = try confirming()
    try await world.settlePending(of: "personal")
    world.answer("y")
    #expect(world.step == "round-up/review")
    #expect(world.page.last == "Round-up of 4 payments | £1.83")
    #expect(!world.controller.journal.text.contains("\ncommit "))
    try world.expectOrder()
  }

  @Test func `a week that another session moved meanwhile is moved once`() async throws {
    let world = try confirming()
    let other = FlowController()
    let catalog = world.catalog
    try #require(catalog["round-up"]).start(
      in: other, SessionOptions(environment: world.environment))
    let answers: [Answer] = ["personal", "this", "", "trip", "y", ""]
    for answer in answers { #expect(other.answer(answer) == .accepted) }
    world.answer("y")
    #expect(world.step == "round-up/review")
    #expect(world.page.dropFirst().first?.hasPrefix("The round-up for the week you") == true)
    world.answer("")
    #expect(world.output?["reason"] == "already-moved")
    #expect(try await world.goals(of: "personal").map(\.totalSaved.minorUnits) == [12_228])
    try world.expectOrder()
  }

  @Test func `a transfer that another order has made is not said to be moved now`() async throws {
    let world = try confirming(between: { ForestallingBank(bank: $0) })
    world.answer("y")
    #expect(world.step == "round-up/done/receipt")
    #expect(world.question == "The money had already been moved")
    #expect(
      world.page.first
        == "£1.58 went to “Trip” in an earlier transfer, for example from another computer or one "
        + "that you gave up. Nothing was moved now.")
    #expect(world.page.last == "Trip | £122.28 of £500.00 | 24 %")
    world.answer("")
    #expect(world.output?["reason"] == "already-moved")
    #expect(world.output?["moved"] == nil)
    #expect(try await world.goals(of: "personal").map(\.totalSaved.minorUnits) == [12_228])
    try world.expectOrder()
  }

  @Test func `payments that are covered at the last moment are reviewed again`() throws {
    let world = try confirming(between: { bank in
      ObstinateBank(bank) { bank in
        guard let account = try await bank.accounts().first,
          let goal = try await bank.goals(of: account.id).first,
          let coffee = try await bank.payments(
            of: account.id, in: Date.distantPast..<World.now
          ).first(where: { $0.amount.minorUnits == 435 })
        else { return }
        _ = try await bank.move(
          TransferOrder(
            key: "0b7c0000-0000-4000-8000-000000000000", account: account.id, goal: goal.id,
            amount: Money(minorUnits: 65, currency: .gbp), covering: [coffee.id]))
      }
    })
    world.answer("y")
    #expect(world.step == "round-up/review")
    #expect(world.controller.prompt?.backRefusal == .committed)
    #expect(world.page.last == "Round-up of 2 payments | £0.93")
    world.answer("", "y", "")
    #expect(world.output?["moved"]?["minorUnits"] == 93)
    #expect(world.output?["totalSaved"]?["minorUnits"] == 12_228)
    try world.expectOrder()
  }

  @Test func `a goal that is gone leads back to the goals, the amount kept`() async throws {
    let world = try confirming()
    try await world.deleteGoal("Trip", of: "personal")
    world.answer("y")
    #expect(world.step == "round-up/no-goals")
    #expect(
      world.page == [
        "“Trip” no longer accepts money. Nothing was moved. Choose another goal for the £1.58.",
        "Create a goal next. The £1.58 will go into it.",
      ])
    world.answer("", "Bike", "250", "y")
    #expect(world.question == "Move £1.58 to “Bike”?")
    world.answer("y", "")
    #expect(world.output?["moved"]?["minorUnits"] == 158)
    try world.expectOrder()
  }

  @Test func `an archived goal leads to the ones that are left`() async throws {
    let world = try World()
    try world.walk("create-goal", "personal", "Bike", "250", "y")
    try world.walk("round-up", "personal", "this", "", "trip")
    let trip = try #require(try await world.goals(of: "personal").first)
    try world.bank.archiveGoal(trip.id)
    world.answer("y")
    #expect(world.step == "round-up/goal")
    #expect(world.page.first?.hasPrefix("“Trip” no longer accepts money.") == true)
    #expect(
      world.choices == ["bike | Bike | £0.00 of £250.00", "new | New goal | create one now"])
    world.answer("bike", "y", "")
    #expect(world.output?["goal"] == "Bike")
    try world.expectOrder()
  }

  @Test func `money that is gone meanwhile is refused by the bank and shown`() async throws {
    let world = try confirming()
    let available = try await world.available(in: "personal")
    try await world.spend(available - 100, from: "personal", daysAgo: 20)
    world.answer("y")
    #expect(world.step == "round-up/shortage")
    #expect(world.page.prefix(3) == ["Available | £1.00", "Needed | £1.58", "Missing | £0.58"])
    world.answer("")
    #expect(world.output?["reason"] == "too-little-money")
    try world.expectOrder()
  }

  @Test(arguments: [
    (
      TransferRefusal.keyReused,
      "The bank already has another transfer for this round-up: from another computer, from a lost record, or one that you gave up.",
      "moved-elsewhere"
    ),
    (.amountMustBePositive, "The amount must be more than zero.", "refused"),
    (.currencyMismatch(expected: .eur), "The account is in EUR.", "refused"),
  ])
  func `other refusals of the bank are shown, and said to programs`(
    refusal: TransferRefusal, text: String, reason: String
  ) throws {
    let world = try confirming(between: { ObstinateBank($0, refusingTransfers: [refusal]) })
    world.answer("y")
    #expect(world.step == "round-up/refused")
    #expect(world.page.count == 1)
    #expect(world.page[0].hasPrefix("\(text) Nothing was moved"))
    world.answer("")
    #expect(world.output?["reason"] == .string(reason))
    try world.expectOrder()
  }
}

/// A bank at which another order makes each transfer just before.
private struct ForestallingBank: ForwardingBank {
  let bank: EmbeddedBank

  func base() -> any Bank { bank }

  func move(_ order: TransferOrder) async throws -> TransferResult {
    _ = try await bank.move(
      TransferOrder(
        key: "0b7c0000-0000-4000-8000-000000000000", transfer: order.transfer,
        account: order.account, goal: order.goal, amount: order.amount, covering: order.covering))
    return try await bank.move(order)
  }
}
