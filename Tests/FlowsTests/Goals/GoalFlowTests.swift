import Bank
import EmbeddedBank
import FlowTestSupport
import Flowline
import FoundationEssentials
import Money
import Testing

struct GoalFlowTests {
  @Test func `shows what is saved, wanted and missing`() throws {
    let world = try World.showingGoal()
    #expect(world.question == "Goal “Trip”: what would you like to do?")
    #expect(
      world.page == [
        "Saved | £120.70", "Target | £500.00", "Left to save | £379.30",
        "Trip | £120.70 of £500.00 | 24 %", "Account | Personal",
      ])
    #expect(
      world.choices == [
        "round-up | Round up into this goal", "withdraw | Take money out",
        "delete | Delete the goal",
        "refresh | Refresh", "done | Done",
      ])
    world.answer("")
    #expect(
      world.output == [
        "account": "personal", "goal": "Trip",
        "totalSaved": ["currency": "GBP", "minorUnits": 12_070],
      ])
    try world.expectOrder()
  }

  @Test func `says that a target is reached, or that there is none`() throws {
    try inWorld { world in
      try world.walk("goal", "business", "tax")
      #expect(world.page.contains("This goal has no target."))
      world.answer("")
      try world.walk("create-goal", "personal", "Cup", "1", "y")
      try world.walk("round-up", "personal", "this", "", "cup", "y", "")
      try world.walk("goal", "personal", "cup")
      #expect(world.page.contains("The target is reached."))
      #expect(world.page.contains("Cup | £1.58 of £1.00 | 100 %"))
    }
  }

  @Test func `offers nothing that cannot be done`() async throws {
    let world = try World.showingGoal()
    let trip = try #require(try await world.goals(of: "personal").first)
    try world.bank.archiveGoal(trip.id)
    world.answer("refresh")
    #expect(world.controller.prompt?.kind.choices.map(\.key) == ["delete", "refresh", "done"])
    try world.expectOrder()
  }

  @Test func `an account without goals says so`() throws {
    try inWorld { world in
      try world.walk("goal", "euro")
      #expect(world.step == "goal/no-goals")
      world.answer("")
      #expect(world.cancelReason == .declined)
    }
  }

  @Test func `adds round-ups and leads back to the account`() throws {
    try inWorld { world in
      try world.walk("account", "personal", "trip", "round-up")
      #expect(world.step == "account/goal/round-up/week")
      world.answer("this", "")
      #expect(world.step == "account/goal/round-up/confirm")
      #expect(world.question == "Move £1.58 to “Trip”?")
      world.answer("y", "")
      #expect(world.step == "account/overview")
      #expect(world.page[3] == "Trip | £122.28 of £500.00 | 24 %")
    }
  }

  @Test func `stays where a round-up came to nothing`() throws {
    let world = try World.showingGoal()
    world.answer("round-up", "this", "", "y", "")
    #expect(world.output?["moved"]?["minorUnits"] == 158)
    #expect(world.output?["totalSaved"]?["minorUnits"] == 12_228)
    try world.walk("goal", "personal", "trip", "round-up", "this", "")
    #expect(world.step == "goal/details")
    world.answer("round-up", "last", "", "n")
    #expect(world.step == "goal/details")
    try world.expectOrder()
  }

  @Test func `a round-up into a goal that is gone meanwhile asks for another one`() async throws {
    let world = try World.showingGoal()
    world.answer("round-up", "this", "")
    try await world.deleteGoal("Trip", of: "personal")
    world.answer("y")
    #expect(world.step == "goal/round-up/no-goals")
    world.answer("", "Bike", "250", "y", "y", "")
    #expect(world.output?["goal"] == "Bike")
    #expect(world.output?["moved"]?["minorUnits"] == 158)
    try world.expectOrder()
  }

  @Test func `goes back through every step`() throws {
    let world = try World.showingGoal()
    world.answer("withdraw", "5")
    var steps: [String] = []
    while world.controller.back() == .accepted { steps.append(world.step) }
    #expect(
      steps == ["goal/withdraw/amount", "goal/details", "goal/goal", "goal/account"])
  }

  @Test func `writes Russian`() throws {
    let world = try World.showingGoal("ru_RU")
    #expect(world.trail == "цель › сведения")
    world.answer("delete")
    #expect(
      world.question
        == "Удалить цель «Trip»? 120,70\u{a0}£ вернётся на счёт «Personal».")
    try world.expectOrder()
  }
}

extension World {
  /// A session that shows the goal of the personal account.
  static func showingGoal(
    _ locale: String = "en_GB", between: (EmbeddedBank) -> any Bank = { $0 }
  ) throws -> World {
    let world = try World(locale: locale, between: between)
    try world.walk("goal", "personal", "trip")
    #expect(world.step == "goal/details")
    return world
  }
}
