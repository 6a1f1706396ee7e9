import Bank
import EmbeddedBank
import FlowTestSupport
import Flowline
import FoundationEssentials
import Money
import Testing

struct AccountFlowTests {
  @Test func `shows goals with their progress and the payments of ten days`() throws {
    try inWorld { world in
      try world.walk("accounts", "personal")
      #expect(world.step == "accounts/account/overview")
      #expect(world.question == "Account “Personal”: what would you like to do?")
      let page = world.page
      #expect(
        page.prefix(6) == [
          "Balance | £3,436.37", "Available | £3,429.62", "Savings goals",
          "Trip | £120.70 of £500.00 | 24 %", "Payments in the last 10 days",
          "Fri, 20 Nov 2026 · Green Grocer | -£6.75 (pending)",
        ])
      #expect(page.contains("Tue, 17 Nov 2026 · Harbour Studio | +£1,850.00"))
      #expect(
        page.contains(
          "Thu, 19 Nov 2026 · Old Magazine | -£7.25 (cancelled before it was made)"))
      #expect(page.last == "Wed, 11 Nov 2026 · Boulangerie | -£2.06")
    }
  }

  @Test func `offers its goals, a new one, a round-up and reading it again`() throws {
    try inWorld { world in
      try world.walk("account", "personal")
      #expect(world.step == "account/overview")
      #expect(
        world.choices == [
          "trip | Trip | £120.70 of £500.00", "+ | New goal",
          "round-up | Round up a week’s spending", "refresh | Refresh", "done | Done",
        ])
      world.answer("")
      #expect(world.output?["account"]?["handle"] == "personal")
      #expect(world.output?["balance"]?["effective"]?["minorUnits"] == 342_962)
      #expect(world.output?["goals"] != nil)
    }
  }

  @Test func `shows an account of nothing`() throws {
    try inWorld { world in
      try world.bank.open(NewAccount(handle: "spare", name: "Spare", currency: .jpy))
      try world.walk("accounts", "spare")
      #expect(
        world.page == [
          "Balance | JP¥0", "Available | JP¥0", "Savings goals",
          "No goals yet. To create one, choose “New goal”.", "Payments in the last 10 days",
          "No payments.",
        ])
    }
  }

  @Test func `says of a goal that it is not in use`() async throws {
    let world = try World()
    let goal = try #require(try await world.goals(of: "personal").first)
    try world.bank.archiveGoal(goal.id)
    try world.walk("accounts", "personal")
    #expect(world.page.contains("Trip | £0.00 of £500.00 (inactive) | 0 %"))
    try world.expectOrder()
  }

  @Test func `goals that are called like commands have other keys`() throws {
    try inWorld { world in
      try world.walk("account", "euro", "+", "Refresh", "1", "y")
      for name in ["+", "Round-up!", "DONE", "done"] {
        world.answer("+", .text(name), "1", "y")
      }
      #expect(
        world.controller.prompt?.kind.choices.map(\.key) == [
          "refresh-2", "goal", "round-up-2", "done-2", "done-3", "+", "round-up", "refresh", "done",
        ])
      #expect(world.choices[0] == "refresh-2 | “Refresh” | €0.00 of €1.00")
      world.answer("done-2")
      #expect(world.question == "Goal “DONE”: what would you like to do?")
      world.answer("", "done")
      #expect(world.output != nil)
    }
  }

  @Test func `reads everything again`() async throws {
    let world = try World()
    try world.walk("account", "personal")
    try await world.spend(1_00, from: "personal")
    world.answer("refresh")
    #expect(world.page[1] == "Available | £3,428.62")
    #expect(world.page.contains("Fri, 20 Nov 2026 · Kiosk | -£1.00"))
    try world.expectOrder()
  }

  @Test func `shows a goal that was made from it`() throws {
    try inWorld { world in
      try world.walk("account", "euro", "+", "Sea")
      #expect(world.step == "account/create-goal/target")
      world.answer("100", "y")
      #expect(world.step == "account/overview")
      #expect(world.choices.first == "sea | Sea | €0.00 of €100.00")
    }
  }

  @Test func `shows what a round-up of it has moved`() throws {
    try inWorld { world in
      try world.walk("account", "personal", "round-up")
      #expect(world.step == "account/round-up/week")
      world.answer("this", "", "trip", "y", "")
      #expect(world.step == "account/overview")
      #expect(world.page[1] == "Available | £3,428.04")
      #expect(world.page[3] == "Trip | £122.28 of £500.00 | 24 %")
    }
  }

  @Test(arguments: ["+", "round-up", "trip"])
  func `what is left leads back to it`(choice: String) throws {
    try inWorld { world in
      try world.walk("account", "personal", .text(choice))
      #expect(world.step != "account/overview")
      #expect(world.controller.cancel() == .accepted)
      #expect(world.step == "account/overview")
      #expect(world.controller.cancel() == .accepted)
      #expect(world.cancelReason == .user)
    }
  }

  @Test func `a payment comes before those that are older, whatever order they are told in`() throws
  {
    try inWorld(between: { ShuffledBank(bank: $0) }) { world in
      try world.walk("account", "personal")
      let payments = world.page.drop { !$0.hasPrefix("Payments") }.dropFirst()
      #expect(payments.first == "Fri, 20 Nov 2026 · Green Grocer | -£6.75 (pending)")
      #expect(payments.last == "Wed, 11 Nov 2026 · Boulangerie | -£2.06")
    }
  }

  @Test func `writes Russian`() throws {
    try inWorld(locale: "ru_RU") { world in
      try world.walk("accounts", "business")
      #expect(world.trail == "все счета › счёт › сведения")
      #expect(world.page.contains("Операции за последние 10 дней"))
      #expect(world.page.contains("Tax | накоплено 0,85\u{a0}£"))
    }
  }
}

/// A bank that tells payments oldest first.
private struct ShuffledBank: ForwardingBank {
  let bank: EmbeddedBank

  func base() -> any Bank { bank }

  func payments(of account: Account.ID, in interval: Range<Date>) async throws -> [Payment] {
    try await bank.payments(of: account, in: interval).reversed()
  }
}
