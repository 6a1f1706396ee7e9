import Bank
import FlowTestSupport
import Flowline
import FoundationEssentials
import Money
import Testing

@testable import BankFlows

struct CreateGoalFlowTests {
  @Test func `makes a goal of what was confirmed`() async throws {
    let world = try World()
    try world.walk("create-goal", "personal", "  Holiday ", "1,250.50")
    #expect(world.step == "create-goal/confirm")
    #expect(world.page == ["Name | Holiday", "Target | £1,250.50", "Account | Personal"])
    world.answer("y")
    #expect(world.output?["name"] == "Holiday")
    let goals = try await world.goals(of: "personal")
    #expect(goals.map(\.name) == ["Trip", "Holiday"])
    #expect(goals.last?.target == Money(minorUnits: 125_050, currency: .gbp))
    try world.expectOrder()
  }

  @Test func `makes nothing where the person says no`() async throws {
    let world = try World()
    try world.walk("create-goal", "personal", "Holiday", "5", "n")
    #expect(world.cancelReason == .declined)
    #expect(try await world.goals(of: "personal").count == 1)
    #expect(!world.controller.journal.text.contains("\ncommit "))
    try world.expectOrder()
  }

  @Test func `skips the account that it is given`() async throws {
    let world = try World()
    let account = try await world.account("euro")
    let controller = FlowController()
    controller.start(
      CreateGoalFlow(access: world.access.about(account)),
      SessionOptions(environment: world.environment))
    #expect(controller.prompt?.path.description == "create-goal/name")
    #expect(controller.prompt?.backRefusal == .atFirstStep)
    controller.answer("Reise")
    #expect(controller.prompt?.kind.name == "amount")
    controller.terminate()
    try world.expectOrder()
  }

  @Test func `takes the shortest and the longest`() throws {
    try inWorld { world in
      try world.walk(
        "create-goal", "personal", .text(String(repeating: "ж", count: 255)), "0.01", "y")
      #expect(world.output?["target"]?["minorUnits"] == 1)
    }
  }

  @Test func `goes back to the name with what was typed`() throws {
    try inWorld { world in
      try world.walk("create-goal", "personal", "Holliday")
      #expect(world.controller.back() == .accepted)
      #expect(world.step == "create-goal/name")
      #expect(world.controller.prompt?.draft == "Holliday")
    }
  }

  @Test func `gives an example in the session's language`() throws {
    for (locale, example) in [("en_GB", "Holiday"), ("ru_RU", "Отпуск")] {
      try inWorld(locale: locale) { world in
        try world.walk("create-goal", "personal")
        #expect(world.controller.prompt?.example == example)
      }
    }
  }

  // MARK: - What the bank refuses

  @Test(arguments: [
    (
      GoalRefusal.nameLength(length: 300, limit: 255),
      "The bank allows names of 1 to 255 characters. Type another one."
    ),
    (.nameBlank, "The name has nothing but spaces. Type another one."),
    (
      .nameUnprintable,
      "The name contains a character the bank cannot accept. Type the name without it."
    ),
    (.targetNotPositive, "The target must be more than zero. Type a larger amount."),
    (
      .currencyMismatch(expected: .eur),
      "The account is in EUR. The goal was not created. Type the target in that currency."
    ),
  ])
  func `asks again what the bank refused`(refusal: GoalRefusal, text: String) throws {
    try inWorld(between: { ObstinateBank($0, refusingGoals: [refusal]) }) { world in
      try world.walk("create-goal", "personal", "Holiday", "500", "y")
      #expect(world.step == "create-goal/refused")
      #expect(world.page == [text])
      #expect(world.controller.prompt?.backRefusal == .committed)
      world.answer("", "Bike", "250", "y")
      #expect(world.output?["name"] == "Bike")
    }
  }

  @Test(arguments: [GoalRefusal.unknownAccount, .keyReused])
  func `ends where asking again does not help`(refusal: GoalRefusal) throws {
    try inWorld(between: { ObstinateBank($0, refusingGoals: [refusal]) }) { world in
      try world.walk("create-goal", "personal", "Holiday", "500", "y")
      #expect(world.step == "create-goal/refused")
      world.answer("")
      #expect(world.cancelReason == .declined)
    }
  }
}
