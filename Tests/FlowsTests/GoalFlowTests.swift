import Bank
import Flowline
import FoundationEssentials
import Money
import Testing

struct GoalFlowTests {
  /// A session that shows the goal of the personal account.
  private func showing(
    _ locale: String = "en_GB", between: (EmbeddedBank) -> any Bank = { $0 }
  ) throws -> World {
    let world = try World(locale: locale, between: between)
    try world.walk("goal", "personal", "trip")
    #expect(world.step == "goal/details")
    return world
  }

  @Test func `shows what is saved, wanted and missing`() throws {
    let world = try showing()
    #expect(world.question == "Goal “Trip”")
    #expect(
      world.page == [
        "Saved | £120.70", "Target | £500.00", "Missing | £379.30",
        "Trip | £120.70 of £500.00 | 24 %", "Account | Personal",
      ])
    #expect(
      world.choices == [
        "round-up | Add round-ups!", "withdraw | Take money out", "delete | Delete the goal",
        "refresh | Read it again", "done | Done",
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
      #expect(world.page.contains("It has no target."))
      world.answer("")
      try world.walk("create-goal", "personal", "Cup", "1", "y")
      try world.walk("round-up", "personal", "this", "", "cup", "y", "")
      try world.walk("goal", "personal", "cup")
      #expect(world.page.contains("The target is reached."))
      #expect(world.page.contains("Cup | £1.58 of £1.00 | 100 %"))
    }
  }

  @Test func `offers nothing that cannot be done`() async throws {
    let world = try showing()
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
    let world = try showing()
    world.answer("round-up", "this", "", "y", "")
    #expect(world.output?["moved"]?["minorUnits"] == 158)
    #expect(world.output?["totalSaved"]?["minorUnits"] == 12_228)
    try world.walk("goal", "personal", "trip", "round-up", "this", "")
    #expect(world.step == "goal/details")
    world.answer("round-up", "last", "", "n")
    #expect(world.step == "goal/details")
    try world.expectOrder()
  }

  // MARK: - Taking money out

  @Test func `takes money out, up to what is in it`() async throws {
    let world = try showing()
    world.answer("withdraw")
    #expect(world.step == "goal/withdraw/amount")
    #expect(world.page == ["In the goal | £120.70"])
    #expect(try world.refusal(of: "120.71").code == .tooHigh)
    #expect(try world.refusal(of: "0").code == .tooLow)
    #expect(try world.refusal(of: "€5").code == .otherCurrency)
    world.answer("20.70")
    #expect(world.question == "Take £20.70 out of “Trip”?")
    #expect(
      world.page == [
        "Amount | £20.70", "From | Trip", "To | Personal", "Left in the goal | £100.00",
      ])
    world.answer("y")
    #expect(world.step == "goal/withdraw/done/receipt")
    #expect(
      world.page == ["£20.70 moved to “Personal”", "Trip | £100.00 of £500.00 | 20 %"])
    world.answer("")
    #expect(
      world.output == [
        "account": "personal", "goal": "Trip",
        "totalSaved": ["currency": "GBP", "minorUnits": 10_000],
        "withdrawn": ["currency": "GBP", "minorUnits": 2_070],
      ])
    #expect(try await world.available(in: "personal") == 345_032)
    try world.expectOrder()
  }

  @Test func `takes all of it out`() throws {
    let world = try showing()
    world.answer("withdraw", "120.70", "y", "")
    #expect(world.output?["totalSaved"]?["minorUnits"] == 0)
    try world.walk("goal", "personal", "trip")
    #expect(!world.choices.contains("withdraw | Take money out"))
    try world.expectOrder()
  }

  @Test func `takes nothing out where the person says no, or leaves`() async throws {
    let world = try showing()
    world.answer("withdraw", "5", "n")
    #expect(world.step == "goal/details")
    world.answer("withdraw")
    #expect(world.controller.cancel() == .accepted)
    #expect(world.step == "goal/details")
    #expect(!world.controller.journal.text.contains("\ncommit "))
    try world.expectOrder()
  }

  @Test func `asks again where there is less in it by now`() throws {
    let less = Money(minorUnits: 1_000, currency: .gbp)
    let world = try showing(between: {
      ObstinateBank(
        $0, refusingTransfers: [.insufficientFunds(available: less, needed: less)])
    })
    world.answer("withdraw", "20", "y")
    #expect(world.step == "goal/withdraw/amount")
    #expect(
      world.page == ["There is less in the goal by now: £10.00.", "In the goal | £10.00"])
    #expect(try world.refusal(of: "20").code == .tooHigh)
    world.answer("10", "y", "")
    #expect(world.output?["withdrawn"]?["minorUnits"] == 1_000)
    try world.expectOrder()
  }

  @Test(arguments: [
    (TransferRefusal.keyReused, "The bank has had another request under the same key."),
    (.amountMustBePositive, "The amount must be more than zero."),
    (.currencyMismatch(expected: .eur), "The account is in EUR."),
    (.goalNotActive(state: .archived), "The goal is not in use."),
    (
      .insufficientFunds(
        available: Money(minorUnits: 0, currency: .gbp),
        needed: Money(minorUnits: 1, currency: .gbp)), "There is nothing in the goal any more."
    ),
    (.unknownPayments(payments: []), "It gave a reason that does not fit."),
  ])
  func `shows why the bank did not move it`(refusal: TransferRefusal, text: String) throws {
    let world = try showing(between: { ObstinateBank($0, refusingTransfers: [refusal]) })
    world.answer("withdraw", "20", "y")
    #expect(world.step == "goal/withdraw/refused")
    #expect(world.page.first?.hasPrefix(text) == true, "\(world.page)")
    world.answer("")
    #expect(world.step == "goal/details")
    try world.expectOrder()
  }

  @Test func `a withdrawal from a goal that is gone says that it is gone`() async throws {
    let world = try showing()
    world.answer("withdraw", "20")
    try await world.deleteGoal("Trip", of: "personal")
    world.answer("y")
    #expect(world.step == "goal/gone")
    #expect(
      world.page == [
        "It has been deleted in the meantime. What was in it is in the account “Personal”."
      ])
    world.answer("")
    #expect(world.output == ["account": "personal"])
    try world.expectOrder()
  }

  // MARK: - Deleting

  @Test func `names the sum that returns and where to, and leads back to the account`() throws {
    try inWorld { world in
      try world.walk("account", "personal", "trip", "delete")
      #expect(world.step == "account/goal/delete/confirm")
      #expect(world.question == "Delete “Trip”? £120.70 return to the account “Personal”.")
      #expect(
        world.page == ["Goal | Trip", "What returns | £120.70", "To the account | Personal"])
      world.answer("y")
      #expect(world.step == "account/goal/delete/done/deleted")
      #expect(world.page == ["“Trip” is deleted", "£120.70 are back in “Personal”"])
      world.answer("")
      #expect(world.step == "account/overview")
      #expect(world.page[1] == "Available | £3,550.32")
      #expect(world.page[3] == "There are none yet. Choose “New goal” to make one.")
    }
  }

  @Test func `tells what returned`() throws {
    let world = try showing()
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
    let world = try showing()
    world.answer("delete", "n")
    #expect(world.step == "goal/details")
    #expect(try await world.goals(of: "personal").count == 1)
    try world.expectOrder()
  }

  @Test func `asks again where another sum would return`() async throws {
    let world = try showing()
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
        == "What is in the goal has changed in the meantime. This is how it stands now.")
    #expect(world.question == "Delete “Trip”? £121.00 return to the account “Personal”.")
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
    let world = try showing(between: { GoneBank(bank: $0) })
    world.answer("delete", "y")
    #expect(world.step == "goal/gone")
    #expect(world.controller.journal.text.contains("done deletion {\"refused\""))
    try world.expectOrder()
  }

  // MARK: - Moving about

  @Test func `goes back through every step`() throws {
    let world = try showing()
    world.answer("withdraw", "5")
    var steps: [String] = []
    while world.controller.back() == .accepted { steps.append(world.step) }
    #expect(
      steps == ["goal/withdraw/amount", "goal/details", "goal/goal", "goal/account"])
  }

  @Test func `writes Russian`() throws {
    let world = try showing("ru_RU")
    #expect(world.trail == "цель › сведения")
    world.answer("delete")
    #expect(
      world.question
        == "Удалить цель «Trip»? 120,70\u{a0}£ вернётся на счёт «Personal».")
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
