import Bank
import EmbeddedBank
import FlowTestSupport
import Flowline
import FoundationEssentials
import Money
import Testing

/// Deleting a goal.
struct DeleteGoalTests {
  @Test func `names the sum that returns and where to, and leads back to the account`() throws {
    try inWorld { world in
      try world.walk("account", "personal", "trip", "delete")
      #expect(world.step == "account/goal/delete/confirm")
      #expect(world.question == "Delete “Trip”? £120.70 will go back to “Personal”.")
      #expect(
        world.page == ["Goal | Trip", "Going back | £120.70", "To the account | Personal"])
      world.answer("y")
      #expect(world.step == "account/goal/delete/done/deleted")
      #expect(world.page == ["“Trip” is deleted", "£120.70 is back in “Personal”"])
      world.answer("")
      #expect(world.step == "account/overview")
      #expect(world.page[1] == "Available | £3,550.32")
      #expect(world.page[3] == "No goals yet. To create one, choose “New goal”.")
    }
  }

  @Test func `tells what returned`() throws {
    let world = try World.showingGoal()
    world.answer("delete", "y", "")
    #expect(
      world.output == [
        "account": "personal", "goal": "Trip",
        "returned": ["currency": "GBP", "minorUnits": 12_070],
      ])
    try world.expectOrder()
  }

  @Test func `deletes an empty goal without talking of money`() throws {
    try inWorld { world in
      try world.walk("create-goal", "euro", "Sea", "100", "y")
      try world.walk("goal", "euro", "sea", "delete")
      #expect(world.question == "Delete “Sea”? There is no money in it.")
      world.answer("y")
      #expect(world.page == ["“Sea” is deleted"])
      world.answer("")
      #expect(world.output?["returned"]?["minorUnits"] == 0)
    }
  }

  @Test func `keeps the goal where the person says no`() async throws {
    let world = try World.showingGoal()
    world.answer("delete", "n")
    #expect(world.step == "goal/details")
    #expect(try await world.goals(of: "personal").count == 1)
    try world.expectOrder()
  }

  @Test func `asks again where another sum would return`() async throws {
    let world = try World.showingGoal()
    world.answer("delete")
    let account = try await world.account("personal")
    let trip = try #require(try await world.goals(of: "personal").first)
    _ = try await world.bank.move(
      TransferOrder(
        key: "0b7c0000-0000-4000-8000-000000000000", account: account.id, goal: trip.id,
        amount: Money(minorUnits: 30, currency: .gbp)))
    world.answer("y")
    #expect(world.step == "goal/delete/confirm")
    #expect(
      world.page.first
        == "The amount in this goal has changed. This is the latest.")
    #expect(world.question == "Delete “Trip”? £121.00 will go back to “Personal”.")
    #expect(!world.controller.journal.text.contains("\ncommit "))
    world.answer("y", "")
    #expect(world.output?["returned"]?["minorUnits"] == 12_100)
    try world.expectOrder()
  }

  @Test func `the deletion of a goal that is gone meanwhile says that it is gone`() async throws {
    let world = try World()
    try world.walk("account", "personal", "trip", "delete")
    try await world.deleteGoal("Trip", of: "personal")
    world.answer("y")
    #expect(world.step == "account/goal/gone")
    #expect(!world.controller.journal.text.contains("\ncommit "))
    world.answer("")
    #expect(world.step == "account/overview")
    #expect(world.page[1] == "Available | £3,550.32")
    try world.expectOrder()
  }

  @Test func `a goal that goes at the last moment is refused by the bank and said to be gone`()
    throws
  {
    let world = try World.showingGoal(between: { GoneBank(bank: $0) })
    world.answer("delete", "y")
    #expect(world.step == "goal/delete/refused")
    #expect(world.question == "The goal was not deleted")
    #expect(
      world.page == [
        "The bank no longer has this goal, so nothing was done. Any money that was in it is back in "
          + "its account."
      ])
    #expect(world.controller.journal.text.contains("done deletion {\"refused\""))
    world.answer("")
    #expect(world.step == "goal/gone")
    try world.expectOrder()
  }
}

/// A bank whose goals go just before they are deleted.
private struct GoneBank: ForwardingBank {
  let bank: EmbeddedBank

  func base() -> any Bank { bank }

  func deleteGoal(_ order: GoalDeletion) async throws -> GoalDeletionResult {
    try bank.deleteGoal(order.goal)
    return try await bank.deleteGoal(order)
  }
}
