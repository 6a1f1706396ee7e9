import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// What may be answered and done: it must be what the engine then does.
struct LegalInputTests {
  @Test func `before a start and after the end only a start is legal`() {
    let controller = FlowController()
    for _ in 0..<2 {
      let legal = controller.legalInputs
      #expect(legal.startRefusal == nil)
      #expect(legal.isSettled)
      #expect(legal.answer.refusal == .notRunning)
      #expect(legal.back.refusal == .notRunning)
      #expect(legal.cancel.refusal == .notRunning)
      #expect(legal.terminate.refusal == .notRunning)
      #expect(legal.reachableByBack.isEmpty)
      controller.start(ask(), .test)
      controller.answer("1")
    }
  }

  @Test func `a question tells what it accepts`() throws {
    let controller = FlowController()
    let flow = ClosureFlow("form") { context in
      _ = try await context.run(TextScreen("note", "Note?", length: 0...9).skippedByBack())
      _ = try await context.run(
        ChoiceScreen(
          "size", "Size?",
          options: [Option("s", "s", label: "Small"), Option("l", "l", label: "Large")],
          default: "l"))
      return try await context.run(ask())
    }
    controller.start(flow, .test)
    let note = try controller.legalInputs.answer.get()
    #expect(note.path == StepPath(["form", "note"]))
    #expect(note.kind == .text(length: 0...9))
    #expect(note.takesNothing)
    #expect(note.isSkippedByBack)
    #expect(note.defaultText == nil)
    controller.answer("")
    let size = try controller.legalInputs.answer.get()
    #expect(size.kind.choices.map(\.key) == ["s", "l"])
    #expect(size.defaultText == "Large")
    #expect(size.takesNothing)
    #expect(size.presentation == controller.prompt?.presentation)
    controller.answer("")
    let number = try controller.legalInputs.answer.get()
    #expect(number.kind == .number(0...1000))
    #expect(!number.takesNothing)
    #expect(number.accepts.text == controller.prompt?.accepts.text)
  }

  @Test func `back says where to, and what it reaches is what going back again and again reaches`()
    throws
  {
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    for answer in ["1", "2", "3"] { controller.answer(.text(answer)) }
    controller.waitUntilSettled()
    let reachable = controller.legalInputs.reachableByBack
    #expect(reachable.map(\.description) == ["sum/product/right", "sum/product/left", "sum/first"])
    for path in reachable {
      #expect(try controller.legalInputs.back.get() == path)
      #expect(controller.back() == .accepted)
      #expect(controller.prompt?.path == path)
    }
    #expect(controller.legalInputs.back.refusal == .atFirstStep)
    #expect(controller.back().code == .atFirstStep)
  }

  @Test func `what can be changed is what going straight back takes`() throws {
    let flow = ClosureFlow("paying") { context in
      _ = try await context.run(ask("before"))
      _ = try await context.commit("save") { _ in 1 }
      return try await context.run(ask("a")) + context.run(ask("b")) + context.run(ask("c"))
    }
    let controller = FlowController()
    controller.start(flow, .test)
    for _ in 0..<3 {
      controller.answer("1")
      controller.waitUntilSettled()
    }
    let changeable = controller.legalInputs.changeable
    #expect(changeable.map(\.path.description) == ["paying/a", "paying/b"])
    for answer in controller.journal.answers where !changeable.contains(answer) {
      #expect(controller.back(to: answer).code == .committed)
    }
    #expect(controller.back(to: try #require(changeable.first)) == .accepted)
    #expect(controller.prompt?.id == "a")
  }

  @Test func `a flow that was left is passed over as going back passes over it`() throws {
    let flow = ClosureFlow("menu") { context in
      var sum = 0
      while sum < 100 {
        let number = try await context.run(ask("which"))
        if case .finished(let more) = try await context.outcome(
          of: ClosureFlow("detail") { try await $0.run(ask("a")) + $0.run(ask("b")) })
        {
          sum += number + more
        }
      }
      return sum
    }
    let controller = FlowController()
    controller.start(flow, .test)
    for answer in ["1", "2", "3", "4", "5"] { controller.answer(.text(answer)) }
    controller.cancel()
    controller.answer("6")
    controller.answer("7")
    let reachable = controller.legalInputs.reachableByBack
    #expect(reachable.count == 5)
    for path in reachable {
      #expect(try controller.legalInputs.back.get() == path)
      controller.back()
      #expect(controller.prompt?.path == path)
    }
    #expect(controller.legalInputs.reachableByBack.isEmpty)
  }

  @Test func `leaving tells which flows go, the innermost first`() throws {
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    #expect(try controller.legalInputs.cancel.get() == ["first", "sum"])
    controller.answer("1")
    let legal = controller.legalInputs
    #expect(try legal.cancel.get() == ["left", "product"])
    #expect(try legal.terminate.get() == ["left", "product", "sum"])
    #expect(legal.startRefusal?.code == .alreadyRunning)
  }

  @Test func `while a commit is under way, nothing but an end of all is legal`() throws {
    let gate = Gate<Int>()
    let controller = FlowController()
    controller.start(
      ClosureFlow("pay") { context in
        _ = try await context.run(ask())
        _ = try await context.commit("save") { _ in await gate.wait() }
        return try await context.run(ask("after"))
      }, .test)
    controller.answer("1")
    let legal = controller.legalInputs
    #expect(!legal.isSettled)
    #expect(legal.underWay.map(\.id) == ["save"])
    #expect(legal.answer.refusal == .nothingAsked)
    #expect(legal.back.refusal == .committing)
    #expect(legal.cancel.refusal == .committing)
    #expect(try legal.terminate.get() == ["pay"])
    gate.open(1)
    controller.waitUntilSettled()
    #expect(controller.legalInputs.back.refusal == .committed)
    #expect(controller.legalInputs.reachableByBack.isEmpty)
  }

  /// Random inputs: what is called legal is accepted, and what is not is refused with that code.
  @Test(arguments: 0..<20)
  func `what is legal is accepted and what is not is refused as told`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let controller = FlowController()
    for _ in 0..<200 {
      let legal = controller.legalInputs
      let (told, got): (Refusal.Code?, Refusal.Code?)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: (told, got) = (legal.startRefusal?.code, controller.start(SumFlow(), .test).code)
      case 1, 2: (told, got) = (legal.back.refusal, controller.back().code)
      case 3: (told, got) = (legal.cancel.refusal, controller.cancel().code)
      case 4 where seed % 4 == 0:
        (told, got) = (legal.terminate.refusal, controller.terminate().code)
      default:
        let answer: Answer = controller.prompt?.kind == .confirm ? "y" : "7"
        (told, got) = (legal.answer.refusal, controller.answer(answer).code)
      }
      #expect(told == got)
      controller.waitUntilSettled()
    }
  }
}

extension Result<LegalAnswer, Refusal> {
  var refusal: Refusal.Code? { if case .failure(let refusal) = self { refusal.code } else { nil } }
}

extension Result<StepPath, Refusal> {
  var refusal: Refusal.Code? { if case .failure(let refusal) = self { refusal.code } else { nil } }
}

extension Result<[FlowID], Refusal> {
  var refusal: Refusal.Code? { if case .failure(let refusal) = self { refusal.code } else { nil } }
}
