import Bank
import FlowTestSupport
import Flowline
import Money
import Testing

/// The flow `orders`: what was never answered is listed, looked into, sent again and given up.
struct OrdersFlowTests {
  /// Does something at a bank with open orders, and sees that the world is left in order.
  private func atBank(
    _ open: [OpenOrder], locale: String = "en_GB", looks: [OrderSigns?] = [],
    ends: [Result<OpenOrderEnd, BankError>] = [], _ body: (World, DoubtfulBank) throws -> Void
  ) throws {
    var doubtful: DoubtfulBank?
    try inWorld(
      locale: locale,
      between: { bank in
        let made = DoubtfulBank(bank, open: open, looks: looks, ends: ends)
        doubtful = made
        return made
      }
    ) { world in try body(world, try #require(doubtful)) }
  }

  private func visit(done: Int = 0, notDone: Int = 0, givenUp: Int = 0, open: Int = 0) -> JSONValue
  {
    [
      "done": .integer(Int64(done)), "notDone": .integer(Int64(notDone)),
      "givenUp": .integer(Int64(givenUp)), "open": .integer(Int64(open)),
    ]
  }

  @Test func `a bank that answers every order does not offer the flow`() throws {
    #expect(try World().catalog["orders"]?.access == .hidden)
    try atBank([]) { world, _ in #expect(world.catalog["orders"]?.access == .allowed) }
  }

  @Test func `nothing is open`() throws {
    try atBank([]) { world, bank in
      try world.walk("orders")
      #expect(world.step == "orders/nothing-open")
      #expect(world.question == "No order is open")
      world.answer("")
      #expect(world.output == visit())
      #expect(bank.asked == [])
    }
  }

  @Test func `all are listed in words, with their day`() throws {
    let open = [OpenOrder.transfer(), .roundUp(), .goal(), .deletion(), .withdrawal()]
    try atBank(open) { world, bank in
      try world.walk("orders")
      #expect(
        world.choices == [
          "trip | £5.00 into “Trip” | Thu, 19 Nov 2026",
          "trip-2 | £1.58 into “Trip” | Thu, 19 Nov 2026",
          "bike | new goal “Bike” | Thu, 19 Nov 2026",
          "trip-3 | delete the goal “Trip” | Thu, 19 Nov 2026",
          "trip-4 | £5.00 out of “Trip” | Thu, 19 Nov 2026",
          "done | Done",
        ])
      world.answer("done")
      #expect(world.output == visit(open: 5))
      #expect(bank.asked == [])
    }
  }

  @Test func `a goal whose name is not known has none`() throws {
    let open = [OpenOrder.transfer(named: nil), .deletion(named: nil), .withdrawal(named: nil)]
    try atBank(open) { world, _ in
      try world.walk("orders")
      #expect(
        world.choices.map { $0.split(separator: " | ")[1] }
          == ["£5.00 into a goal", "delete a goal", "£5.00 out of a goal", "Done"])
    }
    try atBank(open, locale: "ru_RU") { world, _ in
      try world.walk("orders")
      #expect(
        world.choices.map { $0.split(separator: " | ")[1] }
          == ["5,00\u{A0}£ на цель", "удаление цели", "5,00\u{A0}£ с цели", "Готово"])
    }
  }

  @Test func `one is shown with what may be done about it`() throws {
    try atBank([.transfer()]) { world, _ in
      try world.walk("orders", "trip")
      #expect(world.step == "orders/open-order/order")
      #expect(
        world.question == "The bank has not replied to this order. What would you like to do?")
      #expect(
        world.page == [
          "Order | £5.00 into “Trip”", "Ordered on | Thu, 19 Nov 2026",
          "The bank’s reply was lost, so the order may have been carried out or not.",
        ])
      #expect(
        world.choices == [
          "again | Send it again | the money moves only once",
          "look | See what the bank shows | nothing is sent",
          "give-up | Give it up", "leave | Leave it open",
        ])
      world.answer("leave", "done")
      #expect(world.output == visit(open: 1))
    }
  }

  @Test(arguments: [
    (OrderSigns.one, "one just like it"), (.several, "several just like it"),
    (.none, "no sign of it yet"), (.unreadable, "access token"),
  ])
  func `signs are told and settle nothing`(signs: OrderSigns, words: String) throws {
    for locale in ["en_GB", "ru_RU"] {
      try atBank([.transfer()], locale: locale, looks: [signs]) { world, bank in
        try world.walk("orders", "trip", "look")
        #expect(world.step == "orders/open-order/order")
        if locale == "en_GB" { #expect(world.page.last?.contains(words) == true) }
        world.answer("leave", "done")
        #expect(world.output == visit(open: 1))
        #expect(bank.asked == ["look 1"])
      }
    }
  }

  @Test func `a sign that nothing else can have left settles it`() throws {
    try atBank([.goal()], looks: [.carriedOut]) { world, _ in
      try world.walk("orders", "bike", "look")
      #expect(world.step == "orders/open-order/done/settled")
      #expect(world.question == "The order was carried out")
      world.answer("", "")
      #expect(world.output == visit(done: 1))
    }
  }

  @Test(arguments: ["look", "again", "give-up"])
  func `what another process has settled is not said to have been carried out`(
    choice: String
  ) throws {
    try atBank([.transfer()]) { world, bank in
      try world.walk("orders", "trip")
      bank.settleElsewhere()
      world.answer(.text(choice))
      if choice == "give-up" { world.answer("y") }
      #expect(world.step == "orders/open-order/done/settled")
      #expect(world.question == "This order is no longer open")
      #expect(world.page.last?.contains("settled or given up") == true)
      world.answer("", "")
      #expect(world.output == visit())
    }
  }

  @Test(arguments: [
    (OpenOrderEnd.done, "The order was carried out"),
    (.notDone, "The order was not carried out, and will not be"),
  ])
  func `one that is sent again is settled`(end: OpenOrderEnd, title: String) throws {
    try atBank([.transfer(), .goal()], ends: [.success(end)]) { world, bank in
      try world.walk("orders", "trip", "again")
      #expect(world.question == title)
      world.answer("")
      #expect(world.step == "orders/order")
      #expect(world.choices.map { $0.prefix(4) } == ["bike", "done"])
      world.answer("done")
      #expect(
        world.output == (end == .done ? visit(done: 1, open: 1) : visit(notDone: 1, open: 1)))
      #expect(bank.asked == ["again 1"])
    }
  }

  @Test func `one that the bank refuses to do again stays in doubt`() throws {
    try atBank([.transfer()], ends: [.success(.refusedAgain), .success(.done)]) { world, _ in
      try world.walk("orders", "trip", "again")
      #expect(world.step == "orders/open-order/order")
      #expect(world.page.last?.contains("may have been carried out the first time") == true)
      world.answer("again", "", "")
      #expect(world.output == visit(done: 1))
    }
  }

  @Test func `one that gets no answer again holds the session`() throws {
    let lost = BankError.outcomeUnknown(cause: "connection reset")
    try atBank([.transfer()], ends: [.failure(lost), .success(.done)]) { world, bank in
      try world.walk("orders", "trip", "again")
      let hold = try #require(world.controller.prompt?.hold)
      #expect(hold.isCommit && hold.mayHaveBeenDone)
      world.answer("again")
      #expect(world.question == "The order was carried out")
      world.answer("", "")
      #expect(world.output == visit(done: 1))
      #expect(bank.asked == ["again 1", "again 1"])
    }
  }

  @Test func `a sending again that did not get there says nothing of the first`() throws {
    let busy = BankError.orderUnderWay()
    for (locale, words) in [("en_GB", "not sent again"), ("ru_RU", "Повторно")] {
      try atBank([.transfer()], locale: locale, ends: [.failure(busy)]) { world, _ in
        try world.walk("orders", "trip", "again")
        #expect(world.step == "orders/open-order/not-done")
        #expect(!world.page.contains { $0.contains("Nothing was done") || $0.contains("Ничего") })
        #expect(world.page.contains { $0.contains(words) })
        world.answer("leave")
        #expect(world.step == "orders/order")
        #expect(world.controller.cancel() == .accepted)
      }
    }
  }

  @Test func `giving up says what is risked, and takes a yes`() throws {
    try atBank([.transfer()]) { world, bank in
      try world.walk("orders", "trip", "give-up")
      #expect(world.step == "orders/open-order/confirm")
      #expect(world.page.contains { $0.contains("the money will go twice") })
      world.answer("n")
      #expect(world.step == "orders/open-order/order")
      #expect(bank.asked == [])
      world.answer("give-up", "y")
      #expect(world.question == "The order was given up; it will not be sent again")
      #expect(world.page.last?.contains("still not known") == true)
      world.answer("", "")
      #expect(world.output == visit(givenUp: 1))
      #expect(bank.asked == ["give-up 1"])
    }
  }

  @Test func `each kind of order has its own risk`() throws {
    let open = [OpenOrder.roundUp(), .goal(), .deletion()]
    for locale in ["en_GB", "ru_RU"] {
      try atBank(open, locale: locale) { world, _ in
        var risks: Set<String> = []
        try world.start("orders")
        for key in ["trip", "bike", "trip-2"] {
          world.answer(.text(key), "give-up")
          risks.insert(world.page[2])
          world.answer("n", "leave")
        }
        #expect(risks.count == 3)
        world.answer("done")
      }
    }
  }
}
