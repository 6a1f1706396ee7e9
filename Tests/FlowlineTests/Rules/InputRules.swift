import Flowline
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

/// What comes in: rules 7, 8 and 11.
struct InputRules {
  private let two = ClosureFlow("two") { context in
    try await context.run(ask("first")) * 10 + context.run(ask("second"))
  }

  @Test func `rule 7: inputs from inside a step are queued and done in order`() {
    final class Eager: Presenter {
      let controller = Box<FlowController>()
      let log = Log()

      func present(_ prompt: Prompt) {
        log.add("present \(prompt.id)")
        guard prompt.id == "first" else { return }
        // Three inputs in the middle of a step: two answers and a back.
        log.add("\(controller.value?.answer("1") == .queued)")
        log.add("\(controller.value?.answer("x") == .queued)")
        log.add("\(controller.value?.answer("2") == .queued)")
        log.add("presented \(prompt.id)")
      }

      func ended(_ outcome: Outcome<JSONValue>) { log.add(outcome.map(\.text).short) }
    }
    let presenter = Eager()
    let controller = FlowController(presenter: presenter)
    presenter.controller.value = controller
    controller.start(two, .test)
    #expect(
      presenter.log.all == [
        "present first", "true", "true", "true", "presented first", "present second",
        "finished 12",
      ])
    presenter.controller.value = nil
  }

  @Test func `rule 7: inputs from other threads are taken one at a time`() async {
    let total = ClosureFlow("total") { context in
      var sum = 0
      for _ in 0..<800 { sum += try await context.run(ask()) }
      return sum
    }
    let log = Log()
    let controller = FlowController()
    controller.start(total, .test, handler: log.handler("root"))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          // One that comes while another thread runs the body is done after it.
          for _ in 0..<100 { #expect([.accepted, .queued].contains(controller.answer("1"))) }
        }
      }
    }
    controller.waitUntilSettled()
    #expect(log.all == ["root started", "root finished 800"])
  }

  @Test func `rule 8: a reply after the end reaches no flow and is recorded`() async throws {
    let gate = Gate<Int>()
    let log = Log()
    let controller = FlowController()
    let loading = ClosureFlow("loading") { context in
      try await context.load("slow") { await gate.wait() }
    }
    controller.start(loading, .test, handler: log.handler("root"))
    controller.cancel()
    #expect(log.all == ["root started", "root cancelled user"])
    gate.open(7)
    try await eventually("a diagnostic") { !controller.diagnostics.isEmpty }
    #expect(controller.diagnostics.map(\.code) == [.lateReply])
    #expect(log.all.count == 2)
    #expect(controller.leaks.isEmpty)
  }

  @Test func `rule 8: a reply after a back reaches no flow, and the new load has its own`()
    async throws
  {
    let gates = [Gate<Int>(), Gate<Int>()]
    let count = Mutex(0)
    let controller = FlowController()
    let log = Log()
    let loading = ClosureFlow("loading") { context in
      let number = try await context.run(ask())
      return try await context.load("slow") {
        let attempt = count.withLock { count in
          defer { count += 1 }
          return count
        }
        return await gates[attempt].wait()
      } + number
    }
    controller.start(loading, .test, handler: log.handler("root"))
    controller.answer("100")
    #expect(controller.back() == .accepted)
    controller.answer("200")
    gates[0].open(1)
    try await eventually("a diagnostic") { !controller.diagnostics.isEmpty }
    #expect(controller.inspection.state == .working)
    gates[1].open(2)
    controller.waitUntilSettled()
    #expect(log.all == ["root started", "root finished 202"])
    #expect(controller.diagnostics.map(\.code) == [.lateReply])
  }

  @Test(arguments: [
    Answer.text(""), .text("   "), .text("twelve"), .text("12abc"), .text("1e3"), .text("0x10"),
    .text("99999999999999999999999"), .text("-5"), .text("1001"), .text("\u{0}"), .text("½"),
    .text(String(repeating: "9", count: 1_000_000)), .json(nil), .json(1.5), .json([1]),
    .json(["a": 1]), .json(true), .json(-1),
  ])
  func `rule 11: a refused answer is a value with a reason, and the question stands`(
    answer: Answer
  ) {
    let controller = FlowController()
    controller.start(ask(), .test)
    guard case .refused(let refusal) = controller.answer(answer) else {
      Issue.record("taken: \(answer)")
      return
    }
    for environment in [FlowEnvironment.test, .russian] {
      #expect(!refusal.message.resolved(in: environment).text.isEmpty)
      #expect(!refusal.message.resolved(in: environment).text.contains("refusal."))
    }
    #expect(controller.prompt?.id == "number")
    #expect(controller.answer("7") == .accepted)
  }

  @Test func `rule 11: a refusal points into the text as it was typed`() {
    let controller = FlowController()
    controller.start(ask(), .test)
    guard case .refused(let refusal) = controller.answer("   12x") else {
      Issue.record("taken")
      return
    }
    #expect(refusal.range == 5..<6)
  }

  @Test func `rule 11: an answer to a prompt that is gone by is refused as stale`() {
    let controller = FlowController()
    controller.start(two, .test)
    let first = controller.prompt?.presentation
    controller.answer("1", to: first)
    #expect(controller.answer("2", to: first).code == .stale)
    #expect(controller.prompt?.id == "second")
  }
}

/// Inputs that come in while an effect's reply is being worked off, on another thread.
struct LateInputTests {
  @Test func `rule 7: an input from inside a step that an effect drives is done after it`()
    async throws
  {
    final class Answering: Presenter {
      let controller = Box<FlowController>()

      func present(_ prompt: Prompt) {
        if prompt.id == "number" { controller.value?.answer("5") }
      }
    }
    let gate = Gate<Int>()
    let presenter = Answering()
    let log = Log()
    let controller = FlowController(presenter: presenter)
    presenter.controller.value = controller
    let flow = ClosureFlow("loading") { context in
      let loaded = try await context.load("slow") { await gate.wait() }
      return try await context.run(ask()) + loaded
    }
    controller.start(flow, .test, handler: log.handler("root"))
    gate.open(10)
    try await eventually("the end") { log.all.count >= 2 }
    #expect(log.all == ["root started", "root finished 15"])
    presenter.controller.value = nil
  }

  @Test func `rule 5: a controller may be let go from inside a step that an effect drives`()
    async throws
  {
    let gate = Gate<Int>()
    let log = Log()
    let owner = Box<FlowController>()
    owner.value = FlowController()
    let flow = ClosureFlow("loading") { context in
      let loaded = try await context.run(
        ClosureFlow("child") { try await $0.load("slow") { await gate.wait() } },
        handler: FlowHandler(finished: { _, _ in owner.value = nil }))
      return try await context.run(ask()) + loaded
    }
    owner.value?.start(flow, .test, handler: log.handler("root"))
    gate.open(10)
    try await eventually("the end") { log.all.count >= 2 }
    #expect(log.all == ["root started", "root cancelled abandoned"])
    #expect(owner.value == nil)
  }
}
