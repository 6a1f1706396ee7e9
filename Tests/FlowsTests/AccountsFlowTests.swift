import Bank
import BankFlows
import Flowline
import FoundationEssentials
import Money
import Testing

struct AccountsFlowTests {
  @Test func `offers the accounts with what is available in them`() throws {
    try inWorld { world in
      try world.walk("accounts")
      #expect(world.step == "accounts/account")
      #expect(
        world.choices == [
          "personal | Personal | £3,429.62 available", "business | Business | £2.10 available",
          "euro | Euro | €743.00 available", "done | Done",
        ])
      world.answer("done")
      guard case .array(let accounts)? = world.output else {
        Issue.record("no accounts: \(String(describing: world.outcome))")
        return
      }
      #expect(accounts.map { $0["account"]?["handle"] } == ["personal", "business", "euro"])
      #expect(accounts[1]["balance"]?["effective"]?["minorUnits"] == 210)
    }
  }

  @Test func `shows goals with their progress and the payments of ten days`() throws {
    try inWorld { world in
      try world.walk("accounts", "personal")
      #expect(world.step == "accounts/statement")
      #expect(world.question == "Account “Personal”")
      let page = world.page
      #expect(
        page.prefix(6) == [
          "Balance | £3,436.37", "Available | £3,429.62", "Savings goals",
          "Trip | £120.70 of £500.00 | 24 %", "Payments of the last 10 days",
          "Fri, 20 Nov 2026 · Green Grocer | -£6.75 (pending)",
        ])
      #expect(page.contains("Tue, 17 Nov 2026 · Harbour Studio | +£1,850.00"))
      #expect(page.contains("Thu, 19 Nov 2026 · Old Magazine | -£7.25 (status UPCOMING_CANCELLED)"))
      #expect(page.last == "Wed, 11 Nov 2026 · Boulangerie | -£2.06")
    }
  }

  @Test func `shows an account of nothing`() throws {
    try inWorld { world in
      try world.bank.open(NewAccount(handle: "spare", name: "Spare", currency: .jpy))
      try world.walk("accounts", "spare")
      #expect(
        world.page == [
          "Balance | JP¥0", "Available | JP¥0", "Savings goals",
          "There are none yet. Start create-goal to make one.", "Payments of the last 10 days",
          "There were none.",
        ])
    }
  }

  @Test func `says of a goal that it is not in use`() async throws {
    let world = try World()
    let goal = try #require(try await world.goals(of: "personal").first)
    try world.bank.archiveGoal(goal.id)
    try world.walk("accounts", "personal")
    #expect(world.page.contains("Trip | £0.00 of £500.00 (not in use) | 0 %"))
    try world.expectOrder()
  }

  @Test func `goes back to the list, where Enter is enough to leave`() throws {
    try inWorld { world in
      try world.walk("accounts", "euro", "")
      #expect(world.step == "accounts/account")
      #expect(world.controller.prompt?.defaultText == "Done")
      world.answer("business", "", "")
      #expect(world.output != nil)
    }
  }

  @Test func `writes Russian`() throws {
    try inWorld(locale: "ru_RU") { world in
      try world.walk("accounts", "business")
      #expect(world.trail == "счета › сведения")
      #expect(world.page.contains("Операции за последние 10 дней"))
      #expect(world.page.contains("Tax | накоплено 0,85\u{a0}£"))
    }
  }

  @Test func `says so where there are no accounts`() throws {
    let bank = try EmbeddedBank.inMemory()
    let flows: [FlowID] = ["accounts", "create-goal", "round-up"]
    for flow in flows {
      let controller = FlowController()
      let entry = try #require(BankFlows.catalog(bank: bank)[flow])
      try entry.start(
        in: controller, SessionOptions(environment: World.environment("en_GB")))
      #expect(controller.prompt?.id == "no-accounts")
      controller.answer("")
      #expect(controller.journal.text.hasSuffix("cancelled \"declined\"\n"))
      #expect(controller.leaks.isEmpty)
    }
  }
}
