import Bank
import FlowTestSupport
import Flowline
import FoundationEssentials
import Money
import Testing

/// Taking money out of a goal.
struct WithdrawTests {
  @Test func `takes money out, up to what is in it`() async throws {
    let world = try World.showingGoal()
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
    let world = try World.showingGoal()
    world.answer("withdraw", "120.70", "y", "")
    #expect(world.output?["totalSaved"]?["minorUnits"] == 0)
    try world.walk("goal", "personal", "trip")
    #expect(!world.choices.contains("withdraw | Take money out"))
    try world.expectOrder()
  }

  @Test func `takes nothing out where the person says no, or leaves`() async throws {
    let world = try World.showingGoal()
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
    let world = try World.showingGoal(between: {
      ObstinateBank(
        $0, refusingTransfers: [.insufficientFunds(available: less, needed: less)])
    })
    world.answer("withdraw", "20", "y")
    #expect(world.step == "goal/withdraw/amount")
    #expect(
      world.page == [
        "There is now only £10.00 in this goal. Type that much or less.", "In the goal | £10.00",
      ])
    #expect(try world.refusal(of: "20").code == .tooHigh)
    world.answer("10", "y", "")
    #expect(world.output?["withdrawn"]?["minorUnits"] == 1_000)
    try world.expectOrder()
  }

  @Test(arguments: [
    (TransferRefusal.keyReused, "The bank already has a different request with this reference."),
    (
      .amountMustBePositive,
      "The amount must be more than zero. Nothing was moved. Start again with a larger amount."
    ),
    (
      .currencyMismatch(expected: .eur),
      "The account is in EUR. Nothing was moved. Start again and type the amount in that currency."
    ),
    (
      .goalNotActive(state: .archived),
      "This goal is not active, so nothing was moved. Check it in the bank’s own app."
    ),
    (
      .insufficientFunds(
        available: Money(minorUnits: 0, currency: .gbp),
        needed: Money(minorUnits: 1, currency: .gbp)),
      "There is no money left in the goal, so nothing was moved."
    ),
    (
      .insufficientFunds(
        available: Money(minorUnits: 2_000, currency: .gbp),
        needed: Money(minorUnits: 2_000, currency: .gbp)),
      "The bank says that there is not enough money in the goal, although it shows enough now."
    ),
    (.unknownGoal, "The bank no longer has this goal, so nothing was done."),
    (.unknownPayments(payments: []), "The bank gave a reason that is not known here."),
  ])
  func `shows why the bank did not move it`(refusal: TransferRefusal, text: String) throws {
    let world = try World.showingGoal(between: { ObstinateBank($0, refusingTransfers: [refusal]) })
    world.answer("withdraw", "20", "y")
    #expect(world.step == "goal/withdraw/refused")
    #expect(world.page.first?.hasPrefix(text) == true, "\(world.page)")
    world.answer("")
    #expect(world.step == "goal/details")
    try world.expectOrder()
  }

  @Test func `a withdrawal from a goal that is gone says that it is gone`() async throws {
    let world = try World.showingGoal()
    world.answer("withdraw", "20")
    try await world.deleteGoal("Trip", of: "personal")
    world.answer("y")
    #expect(world.step == "goal/withdraw/refused")
    #expect(world.question == "The money was not moved")
    world.answer("")
    #expect(world.step == "goal/gone")
    #expect(
      world.page == [
        "It has been deleted. Any money in it is back in “Personal”."
      ])
    world.answer("")
    #expect(world.output == ["account": "personal"])
    try world.expectOrder()
  }
}
