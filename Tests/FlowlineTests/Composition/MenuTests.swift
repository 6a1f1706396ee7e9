import Flowline
import Testing

/// Where options lead.
struct MenuTests {
  /// A basket that one adds to, and a way out.
  private static func basket() -> ClosureFlow<Int> {
    ClosureFlow("basket") { context in
      var shown = 0
      return try await context.menu {
        shown += 1
        return ChoiceScreen(
          "next", "What next?",
          options: [
            Option("look", Destination<Int>.visit(NumberScreen("look", "How many?", in: 0...9))),
            Option(
              "buy",
              .visit(NumberScreen("buy", "How many?", in: 0...9)) { $0 == 0 ? nil : 10 + $0 }),
            Option("again", .again), Option("leave", .leave), Option("done", .result(shown)),
          ])
      }
    }
  }

  private func walk(_ answers: String...) -> (journal: Journal, log: Log) {
    let (controller, log) = (FlowController(), Log())
    controller.start(Self.basket(), .test, handler: log.handler("basket"))
    for answer in answers { controller.answer(.text(answer)) }
    return (controller.journal, log)
  }

  @Test(arguments: [
    (["done"], "1"), (["again", "done"], "2"), (["look", "3", "done"], "2"), (["buy", "2"], "12"),
    (["buy", "0", "again", "done"], "3"),
  ])
  func `it is asked until something has a result`(answers: [String], result: String) {
    let (controller, log) = (FlowController(), Log())
    controller.start(Self.basket(), .test, handler: log.handler("basket"))
    for answer in answers {
      #expect(controller.prompt?.isMenu == (controller.prompt?.path.description == "basket/next"))
      controller.answer(.text(answer))
    }
    #expect(log.all.last == "basket finished \(result)")
  }

  @Test func `one comes back from a child that was left`() {
    let (controller, log) = (FlowController(), Log())
    let flow = ClosureFlow("outer") { context in
      try await context.menu {
        ChoiceScreen(
          "next", "What next?",
          options: [
            Option("in", Destination<Int>.visit(Self.basket()) { $0 }), Option("out", .result(7)),
          ])
      }
    }
    controller.start(flow, .test, handler: log.handler("outer"))
    for answer in ["in", "leave"] { controller.answer(.text(answer)) }
    #expect(controller.prompt?.path.description == "outer/next")
    controller.answer("out")
    #expect(log.all.last == "outer finished 7")
  }

  @Test func `leaving cancels the flow, and the journal has nothing but keys`() {
    let (journal, log) = walk("look", "3", "leave")
    #expect(log.all.last == "basket cancelled user")
    #expect(journal.answers.map(\.value) == ["look", 3, "leave"])
  }
}
