import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import Flowline

/// What children at once are in a journal: rules 8, 12, 14, 15, 16 and 17.
struct AtOnceReplayRules {
  private var catalog: FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(Self.trip, summary: "A trip")
    return catalog
  }

  /// Two flows at once that ask, read and write, each with the same ids inside, and a race.
  private static let trip = ClosureFlow("trip") { context in
    func leg(_ id: StepID) -> ClosureFlow<Int> {
      ClosureFlow(id) { context in
        let rate = try await context.load("rate") { 3 }
        let days = try await context.run(ask("days"))
        let (low, high) = try await context.all(ask("low"), Load("high") { 9 })
        return try await context.commit("book") { _ in rate * days + low + high }
      }
    }
    let (out, home) = try await context.all(leg("out"), leg("home"))
    let bonus = try await context.first(of: leg("bonus"), ask("skip"))
    return try await context.run(ask("last")) + out + home + bonus
  }

  /// Walks the trip: each answer is to the n-th of the prompts there are.
  private func walk(_ inputs: [(prompt: Int, answer: Answer)]) -> FlowController {
    let controller = FlowController()
    controller.start(Self.trip, .test)
    for (prompt, answer) in inputs {
      let prompts = controller.prompts
      guard prompt < prompts.count else { break }
      controller.answer(answer, to: prompts[prompt].presentation)
    }
    return controller
  }

  private let inputs: [(prompt: Int, answer: Answer)] = [
    (1, "2"), (0, "4"), (1, "x"), (1, "1"), (0, "5"), (0, "6"), (1, "7"), (0, "8"),
  ]

  private func rebuild(_ text: String) throws -> FlowController {
    let controller = FlowController()
    controller.start(Self.trip, options(try Script(parsing: text).journal(or: .test)))
    return controller
  }

  /// Options that rebuild an ended session too, as a replay does.
  private func options(_ journal: Journal) -> SessionOptions {
    var options = SessionOptions(journal: journal)
    options.isReplay = true
    return options
  }

  @Test func `rule 17: rebuilt after any number of inputs, the journal has the same bytes`() throws
  {
    for count in 0...inputs.count {
      let controller = walk(Array(inputs.prefix(count)))
      let text = controller.journal.text
      let rebuilt = try rebuild(text)
      #expect(rebuilt.journal.text == text)
      #expect(rebuilt.prompts.map(\.path) == controller.prompts.map(\.path))
      #expect(rebuilt.divergence == nil)
      // And goes on to the same end.
      for (prompt, answer) in inputs[count...] {
        for each in [controller, rebuilt] where prompt < each.prompts.count {
          each.answer(answer, to: each.prompts[prompt].presentation)
        }
      }
      #expect(rebuilt.journal.text == controller.journal.text)
      #expect(rebuilt.inspection.state == controller.inspection.state)
      expectClean(rebuilt)
    }
  }

  @Test func `rule 17: the walk ends, and its journal in memory rebuilds it too`() throws {
    let controller = walk(inputs)
    #expect(controller.inspection.state == .ended, "\(controller.journal.text)")
    let rebuilt = FlowController()
    rebuilt.start(Self.trip, options(controller.journal))
    #expect(rebuilt.journal.text == controller.journal.text)
    #expect(rebuilt.divergence == nil)
  }

  @Test(arguments: [ScriptReplay.Mode.recorded, .live])
  func `rule 15: a replay says what the script says`(mode: ScriptReplay.Mode) throws {
    for count in 0...inputs.count {
      let text = walk(Array(inputs.prefix(count))).journal.text
      let report = try ScriptReplay(Script(parsing: text), of: catalog, or: .test).run(mode)
      #expect(report.mismatch == nil, "\(text)")
      #expect(report.journal.text == text)
    }
  }

  @Test func `rule 12: back undoes the last answer whoever gave it, again and again`() throws {
    let controller = walk(Array(inputs.prefix(2)))
    #expect(
      controller.journal.answers.map(\.path.description) == ["trip/home/days", "trip/out/days"])
    #expect(controller.back() == .accepted)
    #expect(
      controller.prompts.map(\.path.description) == ["trip/out/days", "trip/home/low"])
    #expect(controller.prompts.first?.draft == "4")
    var text = controller.journal.text
    #expect(try rebuild(text).journal.text == text)
    #expect(controller.back() == .accepted)
    #expect(
      controller.prompts.map(\.path.description) == ["trip/out/days", "trip/home/days"])
    #expect(controller.back().code == .atFirstStep)
    controller.answer("9", to: controller.prompts.last?.presentation)
    text = controller.journal.text
    let rebuilt = try rebuild(text)
    #expect(rebuilt.journal.text == text)
    #expect(rebuilt.prompts.map(\.path) == controller.prompts.map(\.path))
    for mode in [ScriptReplay.Mode.recorded, .live] {
      let report = try ScriptReplay(Script(parsing: text), of: catalog, or: .test).run(mode)
      #expect(report.mismatch == nil)
      #expect(report.journal.text == text)
    }
  }

  @Test func `rule 12: back to one child's answer runs the other anew, and its answer stands`() {
    let log = Log()
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    let flow = ClosureFlow("root") { context in
      let (a, b) = try await context.all(
        ProductFlow(),
        ClosureFlow("b") { try await $0.run(ProductFlow().named("c"), handler: log.handler("c")) })
      return a + b
    }
    controller.start(flow, .test, handler: log.handler("root"))
    controller.answer("1", to: controller.prompts.last?.presentation)
    controller.answer("2")
    controller.answer("3", to: controller.prompts.last?.presentation)
    #expect(log.all == ["root started", "c started", "c finished 3"])
    let answer = controller.journal.answers[1]
    #expect(answer.path.description == "root/product/left")
    #expect(controller.back(to: answer) == .accepted)
    #expect(controller.prompts.map(\.path.description) == ["root/product/left"])
    #expect(log.all.suffix(2) == ["c started", "c finished 3"])
    controller.answer("5")
    controller.answer("7")
    #expect(log.all.last == "root finished 38")
    #expect(controller.inspection.shown.isEmpty)
    expectClean(controller)
  }

  @Test func `rule 12: back is refused while any of them has a commit under way`() {
    let gate = Gate<Int>()
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("root") { context in
      let before = try await context.run(ask("before"))
      let (a, b) = try await context.all(ask("a"), Commit("pay") { _ in await gate.wait() })
      return before + a + b
    }
    controller.start(flow, .test, handler: log.handler("root"))
    controller.answer("1")
    #expect(controller.prompt?.backRefusal == .committing)
    #expect(controller.back().code == .committing)
    #expect(controller.cancel().code == .committing)
    gate.open(5)
    controller.answer("2")
    controller.waitUntilSettled()
    #expect(log.all.last == "root finished 8")
  }

  @Test func `rule 14: a commit under way is waited for when another comes first`() throws {
    let gate = Gate<Int>()
    let log = Log()
    let flow = ClosureFlow("root") { context in
      let first = try await context.first(of: ask("a"), Commit("pay") { _ in await gate.wait() })
      return try await context.run(ask("after")) + first
    }
    let controller = FlowController()
    controller.start(flow, .test, handler: log.handler("root"))
    controller.answer("2")
    #expect(controller.inspection.state == .working)
    let cut = controller.journal.text
    gate.open(5)
    controller.waitUntilSettled()
    #expect(controller.prompt?.id == "after")
    let text = controller.journal.text
    #expect(text.contains("at a\nshow a number\nanswer a 2\nat pay\ndone pay 5\nshow after"))
    // Cut off before its reply, it is done again with the same key when the session is rebuilt.
    for text in [cut, text] {
      let rebuilt = FlowController()
      rebuilt.start(flow, SessionOptions(journal: try Script(parsing: text).journal(or: .test)))
      rebuilt.waitUntilSettled()
      #expect(rebuilt.journal.text == controller.journal.text)
      #expect(rebuilt.divergence == nil)
    }
  }

  @Test func `rule 8: a load that gives up since another was first is nothing to note`() {
    let gate = Gate<Int>()
    let controller = FlowController()
    let ended = Box<Bool>()
    let flow = ClosureFlow("root") { context in
      let first = try await context.first(
        of: ask("a"),
        Load("arrival") {
          _ = await gate.wait()
          defer { ended.value = true }
          throw CancellationError()
        })
      return try await context.run(ask("after")) + first
    }
    controller.start(flow, .test)
    controller.answer("2")
    gate.open(5)
    controller.wait { _ in ended.value == true }
    controller.answer("3")
    controller.waitUntilSettled()
    #expect(controller.leaks.isEmpty)
    #expect(controller.diagnostics.isEmpty)
  }

  @Test func `rule 8: a reply that comes after another was first reaches no flow`() {
    let gate = Gate<Int>()
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("root") { context in
      let first = try await context.first(of: ask("a"), Load("arrival") { await gate.wait() })
      return try await context.run(ask("after")) + first
    }
    controller.start(flow, .test, handler: log.handler("root"))
    controller.answer("2")
    #expect(controller.prompt?.id == "after")
    #expect(controller.diagnostics.isEmpty)
    gate.open(5)
    controller.wait { !$0.engine.diagnostics.isEmpty }
    #expect(controller.diagnostics.map(\.code) == [.lateReply])
    controller.answer("3")
    #expect(log.all.last == "root finished 5")
    #expect(controller.leaks.isEmpty)
  }

  @Test func `rule 8: what arrives first is taken while a question stands`() {
    let gate = Gate<Int>()
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    let flow = ClosureFlow("root") { context in
      let first = try await context.first(of: ask("a"), Load("arrival") { await gate.wait() })
      return try await context.run(ask("after")) + first
    }
    controller.start(flow, .test)
    gate.open(5)
    controller.wait { $0.engine.journal.entries.contains { $0.verb == .load } }
    #expect(controller.prompts.map(\.id) == ["after"])
    #expect(presenter.log.all == ["present 0 root/a", "present 1 root/after"])
    #expect(controller.journal.text.contains("at arrival\nload arrival 5\nshow after number\n"))
  }

  @Test func `rule 16: a flow that changed stops the replay with a report, and goes on`() throws {
    let script = "flow trip 1\nat out\nanswer days 1\nat home\nanswer other 2\nanswer days 3\n"
    let controller = try rebuild(script)
    #expect(controller.divergence?.recorded == "answer other")
    #expect(controller.divergence?.line == 5)
    #expect(
      controller.prompts.map(\.path.description) == ["trip/out/low", "trip/home/days"])
  }

  @Test func `rule 15: by hand, a script says where two ask the same, and nothing else`() throws {
    let script = """
      format 2
      flow trip 1
      session 01020304-0506-0708-090a-0b0c0d0e0f10
      at home
      answer days 2
      answer low 1
      at out
      answer days 4
      answer low 5
      answer skip 8
      answer last 0
      finish 50

      """
    let report = try ScriptReplay(Script(parsing: script), of: catalog, or: .test).run(.live)
    #expect(report.mismatch == nil)
    let controller = try rebuild(script)
    #expect(controller.inspection.state == .ended)
    #expect(controller.journal.text == report.journal.text)
  }

  @Test func `rule 22: a secret among children at once is asked for again, in its turn`() throws {
    let flow = ClosureFlow("login") { context in
      let (pin, number) = try await context.all(
        TextScreen("pin", "PIN?").sensitive(), ask("number"))
      return try await context.run(ask("last")) + pin.reveal().count + number
    }
    let first = FlowController()
    first.start(flow, .test)
    first.answer("1234")
    first.answer("1")
    let text = first.journal.text
    #expect(!text.contains("1234"))
    let second = FlowController()
    second.start(flow, SessionOptions(journal: try Script(parsing: text).journal(or: .test)))
    #expect(second.prompts.map(\.id) == ["pin"])
    second.answer("1234")
    #expect(second.prompts.map(\.id) == ["last"])
    #expect(second.journal.text == text)
    #expect(second.divergence == nil)
  }
}
