import Bank
import FlowTestSupport
import Flowline
import FoundationEssentials
import Money
import Testing

/// The walk as it should be.
struct RoundUpFlowTests {
  @Test func `moves this week's change into a goal`() async throws {
    let world = try World()
    try world.walk("round-up", "personal", "this", "", "trip")
    #expect(world.step == "round-up/confirm")
    #expect(world.question == "Move £1.58 to “Trip”?")
    #expect(
      world.page == [
        "Amount | £1.58", "From | Personal", "To | Trip", "Available afterwards | £3,428.04",
      ])
    world.answer("y")
    #expect(world.step == "round-up/done/receipt")
    #expect(
      world.page == [
        "£1.58 moved to “Trip”",
        "The round-up of 3 payments | Mon, 16 Nov 2026 – Sun, 22 Nov 2026",
        "Trip | £122.28 of £500.00 | 24 %",
      ])
    world.answer("")
    #expect(
      world.output == [
        "account": "personal", "weekStart": "2026-11-16", "goal": "Trip",
        "moved": ["currency": "GBP", "minorUnits": 158],
        "totalSaved": ["currency": "GBP", "minorUnits": 12_228],
      ])
    #expect(try await world.available(in: "personal") == 342_804)
    try world.expectOrder()
  }

  @Test func `shows what counts, what will, and what was left out and why`() throws {
    try inWorld { world in
      try world.walk("round-up", "personal", "")
      #expect(world.step == "round-up/review")
      #expect(world.question == "Round-up: Mon, 16 Nov 2026 – Sun, 22 Nov 2026")
      let page = world.page
      #expect(
        page.prefix(7) == [
          "What counts", "Wed, 18 Nov 2026 · Newsagent | £0.87, round-up £0.13",
          "Tue, 17 Nov 2026 · Phone Company | £5.20, round-up £0.80",
          "Mon, 16 Nov 2026 · Corner Coffee | £4.35, round-up £0.65",
          "What will count when it settles",
          "Fri, 20 Nov 2026 · Green Grocer | £6.75, round-up will be £0.25", "13 payments left out",
        ])
      #expect(
        page.contains(
          "Wed, 18 Nov 2026 · Trip | £20.50: transfer between your own accounts and goals"))
      #expect(page.contains("Mon, 16 Nov 2026 · Cinema | £12.00: already a round amount"))
      #expect(page.suffix(2) == ["Total", "Round-up of 3 payments | £1.58"])
    }
  }

  @Test func `moves last week's change as well`() throws {
    try inWorld { world in
      try world.walk("round-up", "personal", "last", "", "trip", "y", "")
      #expect(world.output?["moved"]?["minorUnits"] == 320)
      #expect(world.output?["weekStart"] == "2026-11-09")
    }
  }

  @Test func `begins the week on the locale's day`() throws {
    try inWorld(locale: "en_US") { world in
      try world.walk("round-up", "personal")
      #expect(world.choices.first == "this | This week | Sun, Nov 15, 2026 – Sat, Nov 21, 2026")
    }
  }

  @Test func `offers goals with what they have`() throws {
    try inWorld { world in
      try world.walk("round-up", "personal", "", "")
      #expect(world.question == "Where should £1.58 go?")
      #expect(
        world.choices == [
          "trip | Trip | £120.70 of £500.00", "new | New goal | create one now",
        ])
    }
  }

  @Test func `makes a goal on the way`() throws {
    try inWorld { world in
      try world.walk("round-up", "personal", "", "", "new", "Bike")
      #expect(world.step == "round-up/new-goal/target")
      #expect(world.trail == "round-up › new goal › target")
      world.answer("1.00", "y")
      #expect(world.step == "round-up/confirm")
      #expect(world.controller.prompt?.backRefusal == .committed)
      #expect(world.page.last == "This takes the goal past its target.")
      world.answer("y")
      #expect(world.page.first == "£1.58 moved to “Bike”")
      #expect(world.page.last == "Bike | £1.58 of £1.00 | 100 %")
    }
  }

  @Test(arguments: [["Bike", "250", "n"], ["Bike", nil], [nil]])
  func `goes back to the goals if a new one is left or declined`(answers: [String?]) throws {
    try inWorld { world in
      try world.walk("round-up", "personal", "", "", "new")
      for answer in answers {
        if let answer {
          world.answer(.text(answer))
        } else {
          #expect(world.controller.cancel() == .accepted)
        }
      }
      #expect(world.step == "round-up/goal")
      world.answer("trip", "y", "")
      #expect(world.output?["goal"] == "Trip")
    }
  }

  @Test func `a new goal has a place of its own, and what was typed in it is kept when it is left`()
    throws
  {
    try inWorld { world in
      try world.walk("round-up", "personal", "", "", "new", "Bike")
      #expect(world.controller.prompt?.place?.flow == "new-goal")
      #expect(world.controller.prompt?.place?.style == .modal)
      #expect(world.controller.cancel() == .accepted)
      #expect(world.step == "round-up/goal")
      #expect(world.controller.prompt?.draft == "New goal")
      #expect(world.controller.openPlaceNumbers.isEmpty)
      world.answer("new")
      #expect(world.step == "round-up/new-goal/name")
      #expect(world.controller.prompt?.draft == "Bike")
      world.answer("Bike", "250", "y")
      #expect(world.step == "round-up/confirm")
      #expect(world.controller.openPlaceNumbers.isEmpty)
      world.answer("y", "")
      #expect(world.output?["goal"] == "Bike")
    }
  }

  @Test func `leaving a new goal that the bank was asked to make leads to the goals as they are`()
    throws
  {
    let trouble = BankError.unavailable(cause: "off")
    try inWorld(between: { TroubledBank($0, orders: [.kept(trouble)]) }) { world in
      try world.walk("round-up", "personal", "", "", "new", "Bike", "250", "y")
      #expect(world.step == "round-up/new-goal/not-done")
      world.answer("leave")
      #expect(world.step == "round-up/goal")
      // The order was sent: back leads to what was said of it, and not before it.
      #expect(world.controller.back() == .accepted)
      #expect(world.step == "round-up/new-goal/not-done")
      #expect(world.controller.prompt?.backRefusal == .committed)
      world.answer("leave")
      #expect(world.step == "round-up/goal")
      world.answer("trip", "y", "")
      #expect(world.output?["goal"] == "Trip")
    }
  }

  @Test func `a no after a goal was created says that the goal stays`() async throws {
    let world = try World()
    try world.walk("round-up", "personal", "", "", "new", "Kite", "250", "y", "n")
    #expect(world.step == "round-up/not-moved")
    #expect(world.question == "No money was moved. The goal “Kite” was created and stays.")
    world.answer("")
    #expect(world.cancelReason == .declined)
    #expect(try await world.goals(of: "personal").contains { $0.name == "Kite" })
    try world.expectOrder()
  }

  @Test func `moves nothing where the person says no`() async throws {
    let world = try World()
    let before = try await world.available(in: "personal")
    try world.walk("round-up", "personal", "", "", "trip", "n")
    #expect(world.cancelReason == .declined)
    #expect(try await world.available(in: "personal") == before)
    #expect(!world.controller.journal.text.contains("\ncommit "))
    try world.expectOrder()
  }

  @Test func `leaving the receipt does not leave the round-up`() throws {
    try inWorld { world in
      try world.walk("round-up", "personal", "", "", "trip", "y")
      #expect(world.controller.prompt?.backRefusal == .committed)
      #expect(world.controller.cancel() == .accepted)
      #expect(world.output?["moved"]?["minorUnits"] == 158)
    }
  }

  @Test func `goes back through every step`() throws {
    try inWorld { world in
      try world.walk("round-up", "personal", "", "", "trip")
      var steps: [String] = []
      while world.controller.back() == .accepted { steps.append(world.step) }
      #expect(
        steps == ["round-up/goal", "round-up/review", "round-up/week", "round-up/account"])
    }
  }

  @Test(arguments: [
    (1, "Округление 1 операции", "Округление 1 операции"),
    (2, "Округление 2 операций", "Округление 2 операций"),
    (5, "Округление 5 операций", "Округление 5 операций"),
    (11, "Округление 11 операций", "Округление 11 операций"),
    (21, "Округление 21 операции", "Округление 21 операции"),
  ])
  func `counts payments in Russian`(count: Int, gives: String, receipt: String) async throws {
    let world = try World(locale: "ru_RU")
    for _ in 0..<count { try await world.spend(1_50, from: "euro", daysAgo: 1) }
    try world.walk("round-up", "euro", "")
    #expect(world.page.last?.hasPrefix("\(gives) | ") == true, "\(world.page)")
    #expect(world.page.contains("Не учтены 2 операции"))
    world.answer("", "", "Море", "100", "да", "да")
    #expect(world.page.dropFirst().first?.hasPrefix("\(receipt) | ") == true, "\(world.page)")
    try world.expectOrder()
  }

  @Test func `says where one is in Russian`() throws {
    try inWorld(locale: "ru_RU") { world in
      try world.walk("round-up", "personal", "", "", "новая", "Велосипед")
      #expect(world.trail == "округление › новая цель › сумма цели")
      world.answer("250,00", "да", "да")
      #expect(world.page.first == "1,58\u{a0}£ переведено на цель «Велосипед»")
    }
  }
}
