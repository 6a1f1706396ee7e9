import Bank
import FlowTestSupport
import Flowline
import FoundationEssentials
import Money
import Testing

/// What may be in the way of a round-up from the start.
struct RoundUpTroubleTests {
  @Test func `a week without payments`() throws {
    try inWorld { world in
      try world.walk("round-up", "euro", "last")
      #expect(world.step == "round-up/review")
      #expect(
        world.page == ["There are no payments in the week you chose, so there is nothing to move."])
      world.answer("")
      #expect(
        world.output == [
          "account": "euro", "weekStart": "2026-11-09", "reason": "no-payments",
        ])
    }
  }

  @Test func `a round-up of nothing says why and offers nothing to send`() throws {
    try inWorld { world in
      try world.walk("round-up", "euro", "this")
      #expect(
        world.page == [
          "None of the week’s payments can be rounded up, so there is nothing to move. "
            + "The reasons are listed below.", "2 payments left out",
          "Wed, 18 Nov 2026 · Brasserie | €42.00: already a round amount",
          "Mon, 16 Nov 2026 · Museum | €15.00: already a round amount",
        ])
      world.answer("")
      #expect(world.output?["reason"] == "nothing-counts")
      #expect(world.output?["moved"] == nil)
    }
  }

  @Test func `a week that has not settled yet`() async throws {
    let world = try World()
    try await world.spend(3_25, from: "euro", .pending)
    try world.walk("round-up", "euro", "this")
    #expect(world.page.first?.hasPrefix("The payments that count have not settled yet") == true)
    #expect(world.page.contains("Fri, 20 Nov 2026 · Kiosk | €3.25, round-up will be €0.75"))
    world.answer("")
    #expect(world.output?["reason"] == "not-settled")
    try world.expectOrder()
  }

  @Test func `an account without goals goes on to a new one`() async throws {
    let world = try World()
    try await world.spend(3_25, from: "euro")
    try world.walk("round-up", "euro", "this", "")
    #expect(world.step == "round-up/no-goals")
    #expect(world.question == "This account has no goal to move money into")
    #expect(world.page == ["Create a goal next. The €0.75 will go into it."])
    world.answer("")
    #expect(world.step == "round-up/new-goal/name")
    world.answer("Sea", "100", "y", "y", "")
    #expect(world.output?["moved"]?["minorUnits"] == 75)
    #expect(try await world.goals(of: "euro").map(\.totalSaved.minorUnits) == [75])
    try world.expectOrder()
  }

  @Test func `leaving the new goal of an account without any leads back to the page before it`()
    async throws
  {
    let world = try World()
    try await world.spend(3_25, from: "euro")
    try world.walk("round-up", "euro", "this", "", "")
    #expect(world.controller.cancel() == .accepted)
    #expect(world.step == "round-up/no-goals")
    world.answer("", "Sea", "100", "n")
    #expect(world.step == "round-up/no-goals")
    #expect(world.controller.cancel() == .accepted)
    #expect(world.cancelReason == .user)
    try world.expectOrder()
  }

  @Test func `too little money shows balance, need and shortfall`() throws {
    try inWorld { world in
      try world.walk("round-up", "business", "this", "")
      #expect(world.step == "round-up/shortage")
      #expect(world.question == "Not enough money in the account")
      #expect(
        world.page == [
          "Available | £2.10", "Needed | £3.77", "Missing | £1.67",
          "Nothing was moved. Top up the account, then start again.",
        ])
      world.answer("")
      #expect(world.output?["reason"] == "too-little-money")
    }
  }

  @Test(arguments: [65, 340_549])
  func `a refusal for lack of money does not say that less than nothing is missing`(
    available: Int64
  ) throws {
    let refusal = TransferRefusal.insufficientFunds(
      available: Money(minorUnits: available, currency: .gbp),
      needed: Money(minorUnits: 65, currency: .gbp))
    let world = try World(between: { ObstinateBank($0, refusingTransfers: [refusal]) })
    try world.walk("round-up", "personal", "this", "", "trip", "y")
    #expect(world.step == "round-up/refused")
    #expect(
      world.page == [
        "The bank says that there is not enough money in the account, although its balance is high "
          + "enough now. Nothing was moved. Start again; if it is refused again, ask the bank why."
      ])
    world.answer("")
    #expect(world.output?["reason"] == "refused")
    try world.expectOrder()
  }

  @Test func `just enough money is enough`() async throws {
    let world = try World()
    let available = try await world.available(in: "personal")
    try await world.spend(available - 158, from: "personal", daysAgo: 20)
    try world.walk("round-up", "personal", "this", "", "trip")
    #expect(world.page.last == "Available afterwards | £0.00")
    world.answer("y", "")
    #expect(world.output?["moved"]?["minorUnits"] == 158)
    #expect(try await world.available(in: "personal") == 0)
    try world.expectOrder()
  }

  @Test func `a week that is moved already says so`() throws {
    try inWorld { world in
      try world.walk("round-up", "personal", "this", "", "trip", "y", "")
      try world.walk("round-up", "personal", "this")
      #expect(world.page.first?.hasPrefix("The round-up for the week you chose has") == true)
      #expect(world.page.suffix(2) == ["Total", "Already moved for the week | £1.58"])
      world.answer("")
      #expect(world.output?["reason"] == "already-moved")
    }
  }

  @Test func `payments that settle after the move give the difference`() async throws {
    let world = try World()
    try world.walk("round-up", "personal", "this", "", "trip", "y", "")
    try await world.settlePending(of: "personal")
    try world.walk("round-up", "personal", "this")
    #expect(
      world.page.first
        == "1 more payment has settled since the last round-up. You can move the difference now.")
    #expect(
      world.page.suffix(3) == [
        "Total", "Already moved for the week | £1.58", "Round-up of 1 payment | £0.25",
      ])
    world.answer("", "trip", "y", "")
    #expect(world.output?["moved"]?["minorUnits"] == 25)
    #expect(world.output?["totalSaved"]?["minorUnits"] == 12_253)
    try world.expectOrder()
  }
}
