import Flowline
import Testing

/// Rule 12: by its name one goes back to a step's newest answer, by the same back.
struct BackByNameRules {
  /// Asks for items until there are no more, with a nested flow that has a step of the same name.
  private static let list = ClosureFlow("list") { context in
    let title = try await context.run(ask("title"))
    var items: [Int] = []
    repeat {
      items.append(try await context.run(ask("item")))
    } while try await context.run(ConfirmScreen("more", "More?"))
    let inner = try await context.run(
      ClosureFlow("cover") { try await $0.run(ask("title")) })
    return try await context.run(ask("last")) + items.reduce(title + inner, +)
  }

  private func walk(_ answers: Answer..., flow: some Flow = list) -> FlowController {
    let controller = FlowController()
    controller.start(flow, .test)
    for answer in answers { controller.answer(answer) }
    return controller
  }

  @Test
  func `rule 12: a step's newest answer is meant, and those behind stand if they are the same`() {
    let controller = walk("1", "2", .json(true), "3", .json(false), "4")
    #expect(controller.prompt?.id == "last")
    #expect(controller.back(to: "item") == .accepted)
    #expect(controller.prompt?.id == "item" && controller.prompt?.draft == "3")
    controller.answer("7")
    #expect(controller.prompt?.id == "last")
    #expect(controller.journal.answers.map(\.value.text) == ["1", "2", "true", "7", "false", "4"])
    #expect(controller.journal.text.contains("\njump item\n"))
  }

  @Test func `rule 12: a path tells a step from another of the same name`() {
    let controller = walk("1", "2", .json(false), "4")
    #expect(controller.back(to: "title") == .accepted)
    #expect(controller.prompt?.path.description == "list/cover/title")
    controller.answer("5")
    #expect(controller.back(to: ["list", "title"]) == .accepted)
    #expect(controller.prompt?.path.description == "list/title")
    #expect(controller.prompt?.draft == "1")
  }

  @Test func `rule 12: a step without an answer is refused by name, and nothing changes`() {
    let controller = walk("1", "2")
    let before = controller.journal.text
    for path in [["last"], ["cover", "title"], ["title", "list"], []] as [[StepID]] {
      #expect(controller.back(to: path).code == .notAnswered)
    }
    #expect(controller.journal.text == before)
    #expect(FlowController().back(to: "title").code == .notRunning)
  }

  @Test func `rule 12: a step before a write is refused with the reason`() {
    let flow = ClosureFlow("paying") { context in
      let amount = try await context.run(ask("amount"))
      let paid = try await context.commit("pay", of: amount) { amount, _ in amount }
      return try await context.run(ask("note")) + context.run(ask("last")) + paid
    }
    let controller = walk("1", "2", flow: flow)
    #expect(controller.back(to: "amount").code == .committed)
    #expect(controller.back(to: "note") == .accepted)
    #expect(controller.prompt?.id == "note")
  }

  @Test func `rule 17: a journal with a jump by name rebuilds to the same bytes`() throws {
    let controller = walk("1", "2", .json(true), "3", .json(false), "4")
    controller.back(to: "more")
    let text = controller.journal.text
    let next = FlowController()
    next.start(Self.list, SessionOptions(journal: try Script(parsing: text).journal(or: .test)))
    #expect(next.journal.text == text)
    #expect(next.prompt?.id == "more")
  }
}
