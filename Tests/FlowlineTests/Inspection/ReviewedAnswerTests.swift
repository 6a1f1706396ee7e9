import Testing

@testable import Flowline

/// Which rows of a review show which answers that can be changed.
struct ReviewedAnswerTests {
  private struct TownFlow: Flow {
    let id: FlowID = "address"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(TextScreen("town", "Which town?"))
    }
  }

  /// Asks by itself, in a form and in a child, and shows it all.
  private struct OrderFlow: Flow {
    let id: FlowID = "order"

    func run(_ context: FlowContext) async throws -> Bool {
      let name = try await context.run(TextScreen("name", "Your name?"))
      let details = Form<Int>("details", "Details") { page in
        page.ask(NumberScreen("count", "How many?", in: 1...9))
      }
      let count = try await context.run(details)
      let town = try await context.run(TownFlow())
      return try await context.run(
        ConfirmScreen("confirm", "Order this?").page {
          Row("name", name)
          Row("How many", count, id: "count")
          Row("to", town).answers("town")
          Row("town", "none of the answers").answers(nil)
          Row("count")
          Row("total", "£9")
        })
    }
  }

  private func shown(_ controller: FlowController) -> [String] {
    let inputs = controller.legalInputs
    return controller.placedPrompts.map(\.prompt).flatMap { prompt in
      let answers = inputs.changeable(shownBy: prompt)
      return prompt.page.flatMap(\.rows).compactMap { row in
        answers[row].map { "\(row.label.text): \($0.path) \($0.value.text)" }
      }
    }
  }

  @Test
  func `a row shows what the step of its name was answered with, or that of the one it names`()
    throws
  {
    let controller = FlowController()
    controller.start(OrderFlow(), .test)
    for answer in ["Ann", "3", "Leeds"] { controller.answer(.text(answer)) }
    #expect(controller.prompt?.isReview == true)
    #expect(
      shown(controller) == [
        "name: order/name \"Ann\"", "How many: order/count 3",
        "to: order/address/town \"Leeds\"",
      ])
    let prompt = try #require(controller.prompt)
    let row = try #require(prompt.page.flatMap(\.rows).first { $0.id == "count" })
    let answer = try #require(controller.legalInputs.changeable(shownBy: prompt)[row])
    #expect(controller.back(to: answer) == .accepted)
    #expect(controller.prompt?.path == answer.path)
    controller.answer("4")
    #expect(controller.prompt?.id == "confirm")
    #expect(shown(controller).contains("How many: order/count 4"))
    // What was asked before is not asked now.
    #expect(controller.legalInputs.changeable(shownBy: prompt).isEmpty)
    controller.answer("yes")
    #expect(shown(controller).isEmpty)
    expectClean(controller)
  }

  @Test func `what was answered before a write cannot be changed`() {
    let flow = ClosureFlow("paying") { context in
      let name = try await context.run(TextScreen("name", "Whom?"))
      _ = try await context.commit("save") { _ in 1 }
      let note = try await context.run(TextScreen("note", "A note?"))
      _ = try await context.run(
        ReviewScreen("receipt", "Paid").page {
          Row("name", name)
          Row("note", note)
        })
      return 1
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("Ann")
    controller.waitUntilSettled()
    controller.answer("Thanks")
    #expect(controller.prompt?.id == "receipt")
    #expect(shown(controller) == ["note: paying/note \"Thanks\""])
    controller.answer("")
    expectClean(controller)
  }

  /// A thing of a list, with a note if it is the first.
  private struct ItemFlow: Flow {
    let id: FlowID = "item"
    let isFirst: Bool

    func run(_ context: FlowContext) async throws -> Bool {
      if isFirst { _ = try await context.run(TextScreen("note", "A note?")) }
      var count = 0
      while count < 2 {
        count = try await context.run(NumberScreen("count", "How many?", in: 1...9))
      }
      return try await context.run(
        ConfirmScreen("confirm", "Add it?").page {
          Row("note", "as always")
          Row("count", count)
        })
    }
  }

  @Test func `it is the newest answer of this run of the flow`() {
    let flow = ClosureFlow("list") { context in
      for isFirst in [true, false] { _ = try await context.run(ItemFlow(isFirst: isFirst)) }
      return 1
    }
    let controller = FlowController()
    controller.start(flow, .test)
    for answer in ["fresh", "1", "2"] { controller.answer(.text(answer)) }
    #expect(shown(controller) == ["note: list/item/note \"fresh\"", "count: list/item/count 2"])
    for answer in ["yes", "1", "3"] { controller.answer(.text(answer)) }
    #expect(shown(controller) == ["count: list/item/count 3"])
    controller.answer("yes")
    expectClean(controller)
  }

  @Test func `rows of one step show its answers in their order`() throws {
    let flow = ClosureFlow("owners") { context in
      var owners: [String] = []
      while owners.count < 3 {
        owners.append(try await context.run(TextScreen("owner", "Who?")))
      }
      let all = owners
      return try await context.run(
        ConfirmScreen("confirm", "All of them?").page {
          for owner in all { Row("Owner", owner, id: "owner") }
          Row("first", all[0]).answers("owner")
        })
    }
    let alike = ClosureFlow("owners") { context in
      let owner = try await context.run(TextScreen("owner", "Who?"))
      let other = try await context.run(TextScreen("owner", "Who?"))
      return try await context.run(
        ConfirmScreen("confirm", "Both of them?").page {
          for owner in [owner, other] { Row("Owner", owner, id: "owner") }
        })
    }
    let controller = FlowController()
    controller.start(flow, .test)
    for answer in ["Ann", "Bob", "Cy"] { controller.answer(.text(answer)) }
    #expect(shown(controller).isEmpty, "nobody can tell which of three answers four rows show")
    controller.terminate()
    controller.start(alike, .test)
    for answer in ["Ann", "Bob"] { controller.answer(.text(answer)) }
    #expect(
      shown(controller) == ["Owner: owners/owner \"Ann\"", "Owner: owners/owner \"Bob\""])
    let prompt = try #require(controller.prompt)
    let first = try #require(prompt.page.flatMap(\.rows).first)
    let answer = try #require(controller.legalInputs.changeable(shownBy: prompt)[first])
    #expect(controller.back(to: answer) == .accepted)
    controller.answer("Bob")
    #expect(controller.prompt?.id == "confirm")
    #expect(shown(controller).isEmpty, "both rows say Bob")
    controller.answer("yes")
    expectClean(controller)
  }

  @Test func `while its answer is checked a review shows none that can be changed`() throws {
    let held = Held<Refusal?>()
    let flow = ClosureFlow("visit") { context in
      let name = try await context.run(TextScreen("name", "Your name?"))
      let screen = ConfirmScreen("sure", "Is that right?").page { Row("name", name) }
      return try await context.run(screen, checking: { _ in await held.wait() })
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("Ann")
    let review = try #require(controller.prompt)
    #expect(shown(controller) == ["name: visit/name \"Ann\""])
    controller.answer("yes")
    #expect(controller.prompt == nil && held.count == 1)
    #expect(controller.legalInputs.changeable.map(\.value) == ["Ann"])
    #expect(controller.legalInputs.changeable(shownBy: review).isEmpty)
    held.release(Refusal("taken", "It is taken."), controller)
    #expect(shown(controller) == ["name: visit/name \"Ann\""])
    controller.answer("yes")
    held.release(nil, controller)
    expectClean(controller)
  }

  @Test func `only pages that people check are reviews`() {
    let flow = ClosureFlow("visit") { context in
      let name = try await context.run(TextScreen("name", "Your name?"))
      let page = [Section(rows: [Row("name", name)])]
      let ways = [Option("on", 1), Option("off", 2)]
      _ = try await context.run(NumberScreen("count", "How many?", in: 1...9).page(page))
      _ = try await context.run(
        ChoiceScreen("menu", "Where to?", options: ways).page(page).asMenu())
      _ = try await context.run(ChoiceScreen("way", "Which way?", options: ways).page(page))
      return try await context.all(
        ask("seats"), ReviewScreen("rules", "The rules").page(page)
      ).0
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("Ann")
    let row = "name: visit/name \"Ann\""
    let steps: [(answer: String, rows: [String])] = [
      ("3", []), ("on", []), ("on", [row]), ("5", [row]),
    ]
    for (answer, rows) in steps {
      #expect(shown(controller) == rows)
      controller.answer(.text(answer))
    }
    controller.answer("")
    expectClean(controller)
  }
}
