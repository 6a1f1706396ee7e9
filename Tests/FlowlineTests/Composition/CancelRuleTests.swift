import TestSupport
import Testing

@testable import Flowline

/// Children whose cancelling leads back to the question before them.
struct CancelRuleTests {
  /// Asks two numbers, the second in a flow of its own if it is nested.
  private struct Card: Flow {
    let id: FlowID = "card"
    var isNested = false
    var writes = false

    func run(_ context: FlowContext) async throws -> Int {
      let number = try await context.run(ask("number"))
      if writes { _ = try await context.commit("save") { _ in number } }
      if isNested { return try await context.run(Owner()) }
      let code = try await context.run(ask("code"))
      try await context.confirm("sure", "Sure?")
      return number + code
    }
  }

  private struct Owner: Flow {
    let id: FlowID = "owner"

    func run(_ context: FlowContext) async throws -> Int {
      try await context.run(ask("code"))
    }
  }

  private static func flow(_ card: Card = Card(), log: Log? = nil) -> ClosureFlow<Int> {
    ClosureFlow("flow") { context in
      let first = try await context.run(ask("first"))
      guard try await context.run(ConfirmScreen("more", "More?")) else { return first }
      let handler: FlowHandler<Int> = (log ?? Log()).handler("card")
      return first + (try await context.run(card.cancelGoesBack(), handler: handler))
    }
  }

  private static func start(
    _ card: Card = Card(), log: Log? = nil, _ answers: [String] = ["1", "yes", "2"],
    _ options: SessionOptions = .test
  ) -> FlowController {
    let controller = FlowController()
    let handler: FlowHandler<Int> = (log ?? Log()).handler("root")
    controller.start(flow(card, log: log), options, handler: handler)
    controller.answer(all: answers)
    return controller
  }

  @Test func `rule 12: leaving the child is one step back from its first question`() {
    let log = Log()
    let controller = Self.start(log: log)
    #expect(controller.prompt?.id == "code")
    #expect(controller.cancel() == .accepted)
    #expect(controller.prompt?.path.description == "flow/more")
    #expect(controller.prompt?.draft == "yes")
    #expect(log.all == ["root started", "card started", "card cancelled user"])
    #expect(
      controller.lines.suffix(5) == [
        "show code number", "cancel card user", "abandon card \"user\"", "back more",
        "show more confirm",
      ])
    // What the child was answered is kept as drafts.
    controller.answer("yes")
    #expect(controller.prompt?.id == "number" && controller.prompt?.draft == "2")
    controller.answer(all: ["3", "4", "yes"])
    #expect(log.all.suffix(2) == ["card finished 7", "root finished 8"])
    expectClean(controller)
  }

  @Test func `another answer at the question before it does without the child`() {
    let log = Log()
    let controller = Self.start(log: log)
    controller.cancel()
    controller.answer("no")
    #expect(log.all.last == "root finished 1")
    expectClean(controller)
  }

  @Test func `leaving a flow inside the child, which does not handle it, leads back too`() {
    let log = Log()
    let controller = Self.start(Card(isNested: true), log: log)
    #expect(controller.prompt?.path.description == "flow/card/owner/code")
    controller.cancel()
    #expect(controller.prompt?.path.description == "flow/more", "\(controller.lines)")
    #expect(log.all.last == "card cancelled user")
  }

  @Test func `so does a no to the child's last question`() {
    let log = Log()
    let controller = Self.start(log: log, ["1", "yes", "2", "3", "no"])
    #expect(controller.prompt?.id == "more")
    #expect(log.all.last == "card cancelled declined")
  }

  @Test func `so does a presentation that is gone`() {
    let log = Log()
    let controller = Self.start(log: log)
    controller.gone(controller.prompt?.presentation)
    #expect(controller.prompt?.id == "more")
    #expect(log.all.last == "card cancelled dismissed")
    // Everything that is on show is gone: that ends the session as before.
    controller.answer("yes")
    controller.gone()
    #expect(log.all.last == "root cancelled dismissed")
  }

  @Test
  func `the caller is told if there is nothing to go back to, or something was written since`() {
    let log = Log()
    let controller = FlowController()
    controller.start(
      ClosureFlow("flow") { try await $0.run(Card().cancelGoesBack()) }, .test,
      handler: log.handler("root"))
    controller.answer("1")
    controller.cancel()
    #expect(log.all.last == "root cancelled user")
    let written = Self.start(Card(writes: true), log: log)
    written.cancel()
    #expect(log.all.last == "root cancelled user")
    #expect(!written.journal.text.contains("back"))
    expectClean(written)
  }

  @Test func `a session that is terminated in the child ends`() {
    let log = Log()
    let controller = Self.start(log: log)
    controller.terminate()
    #expect(log.all.suffix(2) == ["card cancelled terminated", "root cancelled terminated"])
    expectClean(controller)
  }

  @Test func `one of several children at once leads back to the question before them all`() {
    let log = Log()
    let flow = ClosureFlow("flow") { context in
      let first = try await context.run(ask("first"))
      let (a, b) = try await context.all(ask("other"), Card().cancelGoesBack())
      return first + a + b
    }
    let controller = FlowController()
    controller.start(flow, .test, handler: log.handler("root"))
    controller.answer("1")
    let presentation = { (id: StepID) in controller.prompts.first { $0.id == id }?.presentation }
    controller.answer("2", to: presentation("number"))
    controller.answer("5", to: presentation("other"))
    controller.cancel()
    #expect(controller.prompt?.path.description == "flow/first", "\(controller.lines)")
    #expect(controller.prompt?.draft == "1")
    controller.answer("1")
    #expect(controller.prompts.map(\.draft) == ["5", "2"])
    for (id, answer) in [("other", "5"), ("number", "2"), ("code", "3"), ("sure", "yes")] {
      controller.answer(.text(answer), to: presentation(StepID(id)))
    }
    #expect(log.all.last == "root finished 11")
    let text = controller.journal.text
    #expect(throws: Never.self) {
      let live = try replayed(flow, from: text, .live)
      #expect(live.mismatch == nil && live.journal.text == text, "\(live.mismatch as Any)")
    }
    expectClean(controller)
  }

  @Test func `a child of one of several flows at once leads to no question of the others`() {
    let held = Held<Int>()
    let flow = ClosureFlow("flow") { context in
      let first = try await context.run(ask("first"))
      let (a, b) = try await context.all(
        ClosureFlow("left") { context in
          let rate = try await context.load("rate") { await held.wait() }
          return try await context.run(Card().cancelGoesBack()) + rate
        },
        ClosureFlow("right") { context in
          let other = try await context.run(ask("other"))
          return try await context.run(ask("last")) + other
        })
      return first + a + b
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer(all: ["1", "5"])
    #expect(controller.prompts.map(\.id) == ["last"])
    held.release(1, controller)
    #expect(controller.prompts.map(\.id) == ["number", "last"])
    controller.cancel()
    #expect(controller.prompts.map(\.path.description) == ["flow/first"], "\(controller.lines)")
    controller.terminate()
  }

  @Test(arguments: [false, true])
  func `rule 15: the journal replays and rebuilds the same`(isNested: Bool) throws {
    let card = Card(isNested: isNested)
    let controller = Self.start(card)
    controller.cancel()
    controller.answer(all: ["yes", "3"])
    controller.cancel()
    controller.answer(all: ["yes", "4", "5"])
    if !isNested { controller.answer("yes") }
    let text = controller.journal.text
    #expect(controller.journal.isEnded)
    #expect(controller.lines.count { $0 == "back more" } == 2, "\(text)")
    for mode in [ScriptReplay.Mode.recorded, .live] {
      let report = try replayed(Self.flow(card), from: text, mode)
      #expect(report.mismatch == nil && report.journal.text == text, "\(report.mismatch as Any)")
    }
    // Rebuilt at every line.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for count in 6..<lines.count - 2 {
      let part = lines[..<count].joined(separator: "\n") + "\n"
      let again = try rebuilt(Self.flow(card), from: part)
      #expect(again.prompt != nil || again.journal.isEnded, "\(part)")
      #expect(again.divergence == nil, "\(part)")
    }
  }

  @Test func `rule 13: a session that died before it went back goes back when it is rebuilt`()
    throws
  {
    let controller = Self.start()
    controller.cancel()
    let text = controller.journal.text
    let cut = try #require(text.firstRange(of: "back more"))
    let again = try rebuilt(Self.flow(), from: String(text[..<cut.lowerBound]))
    #expect(again.prompt?.path.description == "flow/more")
    #expect(again.journal.text == text)
  }

  @Test func `what a caller that was told made of it stands when the rule is new`() throws {
    let told = ClosureFlow("flow") { context in
      _ = try await context.run(ask("first"))
      let card = try await context.visit(Card())
      return try await context.run(ask("last")) + (card ?? 0)
    }
    let ruled = ClosureFlow("flow") { context in
      _ = try await context.run(ask("first"))
      let card = try await context.visit(Card().cancelGoesBack())
      return try await context.run(ask("last")) + (card ?? 0)
    }
    let controller = FlowController()
    controller.start(told, .test)
    controller.answer(all: ["1", "2"])
    controller.cancel()
    controller.answer("9")
    let text = controller.journal.text.replacing(/finish .*\n/, with: "")
    let again = try rebuilt(ruled, from: text)
    #expect(again.journal.isEnded && again.journal.answers.map(\.value) == [1, 2, 9])
  }

  @Test func `rule 13: it goes back once a store that answers later has what led to it`() {
    let record = LateRecord()
    let controller = FlowController()
    func keepAll() {
      controller.settle(with: record)
      while record.isAsked {
        record.end(.made)
        controller.settle(with: record)
      }
    }
    controller.start(Self.flow(), .kept(in: record))
    keepAll()
    for answer in ["1", "yes", "2"] {
      controller.answer(.text(answer))
      keepAll()
    }
    controller.cancel()
    controller.settle(with: record)
    #expect(controller.prompt == nil && !controller.journal.text.contains("back more"))
    keepAll()
    #expect(controller.prompt?.path.description == "flow/more")
    #expect(record.text == controller.journal.text && record.text.contains("back more"))
  }
}
