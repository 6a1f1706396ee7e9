import Flowline
import TestSupport
import Testing

/// Going back to any answer to change it: rule 12.
struct ChangeRules {
  /// Asks a name, how many, what for, and shows a summary of the first two.
  private static let order = ClosureFlow("order") { context in
    let name = try await context.run(TextScreen("name", "Name?"))
    let count = try await context.run(NumberScreen("count", "How many, \(name)?", in: 1...9))
    let why = try await context.run(TextScreen("why", "What for?"))
    let stock = try await context.load("stock") { 9 - count }
    return try await context.run(ConfirmScreen("sure", "\(name), \(count), \(why), \(stock)?"))
  }

  private func start() -> FlowController {
    let controller = FlowController()
    controller.start(Self.order, .test)
    for answer in ["Ada", "3", "tea"] {
      controller.answer(.text(answer))
      controller.waitUntilSettled()
    }
    return controller
  }

  private func answer(_ step: StepID, in controller: FlowController) throws -> RecordedAnswer {
    try #require(controller.journal.answers.first { $0.path.ids.last == step })
  }

  @Test func `rule 12: a changed answer asks again only what depends on it`() throws {
    let controller = start()
    #expect(controller.back(to: try answer("count", in: controller)) == .accepted)
    #expect(controller.prompt?.id == "count" && controller.prompt?.draft == "3")
    controller.answer("4")
    controller.waitUntilSettled()
    #expect(controller.prompt?.question.text == "Ada, 4, tea, 5?", "what for is asked as before")
    #expect(controller.back(to: try answer("name", in: controller)) == .accepted)
    controller.answer("Bob")
    controller.waitUntilSettled()
    #expect(controller.prompt?.question.text == "How many, Bob?", "its question changed")
    #expect(controller.prompt?.draft == "4")
    controller.answer("4")
    controller.waitUntilSettled()
    #expect(controller.prompt?.question.text == "Bob, 4, tea, 5?")
    controller.answer("yes")
    expectClean(controller)
  }

  @Test func `rule 12: an answer that is given again as it was leads back to where one was`() throws
  {
    let controller = start()
    controller.back(to: try answer("name", in: controller))
    controller.answer("Ada")
    controller.waitUntilSettled()
    #expect(controller.prompt?.id == "sure")
  }

  @Test(arguments: [("Nothing", "sure"), ("A fifth", "vat")])
  func `rule 12: what options come to is no other question, unless it tells them apart`(
    label: String, asked: StepID
  ) throws {
    let flow = ClosureFlow("claim") { context in
      let amount = try await context.run(NumberScreen("amount", "How much?", in: 1...99))
      let options = [
        Option("fifth", 5, label: "A fifth", detail: Text(verbatim: "\(amount / 5)")),
        Option("none", 0, label: Text(verbatim: label)),
      ]
      let part = try await context.run(ChoiceScreen("vat", "How much VAT?", options: options))
      return try await context.run(ConfirmScreen("sure", Text(verbatim: "\(amount), \(part)?")))
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("10")
    controller.answer(.json("fifth"))
    controller.back(to: try answer("amount", in: controller))
    controller.answer("20")
    #expect(controller.prompt?.id == asked)
    controller.terminate()
    expectClean(controller)
  }

  @Test func `rule 12: it calls no handler and runs no effect to find out what depends on it`()
    throws
  {
    let log = Log()
    let flow = ClosureFlow("outer") { context in
      let first = try await context.run(ask("first"))
      let second = try await context.run(
        ClosureFlow("inner") { context in
          log.add("load")
          let number = try await context.load("rate") {
            log.add("reading")
            return 2
          }
          return try await context.run(ask("second")) * number
        }, handler: log.handler("inner"))
      return try await context.run(ask("third")) + first + second
    }
    let controller = FlowController()
    controller.start(flow, .test, handler: log.handler("outer"))
    for answer in ["1", "2"] {
      controller.answer(.text(answer))
      controller.waitUntilSettled()
    }
    let before = log.all.filter { $0 != "load" }
    controller.back(to: try answer("second", in: controller))
    #expect(log.all.filter { $0 != "load" } == before + ["inner started"], "it starts once more")
    controller.answer("5")
    controller.answer("1")
    #expect(log.all.last == "outer finished 12")
    #expect(log.all.count { $0 == "reading" } == 1)
    expectClean(controller)
  }

  @Test func `rule 12: the journal of a change replays, rebuilds and says which answer was meant`()
    throws
  {
    let flow = ClosureFlow("loop") { context in
      var sum = 0
      for _ in 0..<4 { sum += try await context.run(ask("again")) }
      return sum
    }
    let controller = FlowController()
    controller.start(flow, .test)
    for answer in ["1", "2", "3"] { controller.answer(.text(answer)) }
    controller.back(to: controller.journal.answers[1])
    controller.answer("7")
    #expect(controller.journal.answers.map(\.value) == [1, 7, 3], "the third stands")
    let half = controller.journal
    controller.answer("4")
    let text = controller.journal.text
    #expect(text.contains("\njump again 2\n"))
    #expect(text.hasSuffix("finish 15\n"))
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Sums")
    let parsed = try Script(parsing: text).journal(or: .test)
    #expect(parsed.text == text && parsed.answers.map(\.value) == [1, 7, 3, 4])
    let rebuilt = FlowController()
    rebuilt.start(flow, SessionOptions(journal: half))
    rebuilt.answer("4")
    #expect(rebuilt.journal.text == text)
  }

  @Test func `rule 12: drafts are offered again after a session was resumed`() throws {
    let controller = start()
    controller.back()
    controller.back()
    let second = FlowController()
    second.start(
      Self.order,
      SessionOptions(journal: try Script(parsing: controller.journal.text).journal(or: .test)))
    #expect(second.prompt?.id == "count" && second.prompt?.draft == "3")
    second.answer("5")
    #expect(second.prompt?.id == "why" && second.prompt?.draft == "tea")
  }

  @Test func `rule 12: an answer that does not stand any more is refused as stale`() throws {
    let controller = start()
    let why = try answer("why", in: controller)
    controller.back()
    #expect(controller.back(to: why).code == .stale)
    #expect(controller.prompt?.id == "why")
  }

  @Test func `rule 12: an answer before a write cannot be changed`() throws {
    let flow = ClosureFlow("pay") { context in
      let sum = try await context.run(ask("sum"))
      _ = try await context.run(ask("other"))
      _ = try await context.commit("pay") { _ in sum }
      _ = try await context.run(ask("after"))
      return try await context.run(ask("last"))
    }
    let controller = FlowController()
    controller.start(flow, .test)
    for answer in ["1", "2", "3"] {
      controller.answer(.text(answer))
      controller.waitUntilSettled()
    }
    #expect(controller.back(to: try answer("sum", in: controller)).code == .committed)
    #expect(controller.back(to: try answer("after", in: controller)) == .accepted)
  }

  @Test func `rules 12 and 22: a secret is not typed again because of a step back behind it`()
    throws
  {
    let flow = ClosureFlow("login") { context in
      let pin = try await context.run(TextScreen("pin", "PIN?").sensitive())
      let name = try await context.run(TextScreen("name", "Name?"))
      return try await context.run(ConfirmScreen("sure", "\(pin.reveal().count), \(name)?"))
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("0451")
    controller.answer("Ada")
    controller.back()
    #expect(controller.prompt?.id == "name")
    controller.answer("Bob")
    #expect(controller.prompt?.question.text == "4, Bob?")
    controller.back(to: try answer("name", in: controller))
    #expect(controller.prompt?.id == "name")
    controller.back()
    #expect(controller.prompt?.id == "pin" && controller.prompt?.draft == nil)
    controller.answer("12345")
    controller.answer("Cid")
    #expect(controller.prompt?.question.text == "5, Cid?")
    #expect(
      !controller.journal.text.contains("0451") && !"\(controller.inspection)".contains("0451"))
  }
}
