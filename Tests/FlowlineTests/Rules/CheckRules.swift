import FoundationEssentials
import Testing

@testable import Flowline

/// Answers that are checked outside before they are taken.
struct CheckRules {
  /// Asks for a number that somebody outside has a say about, and then for another.
  private static func flow(
    _ check: @escaping @Sendable (Int) async throws -> Refusal?
  ) -> ClosureFlow<Int> {
    ClosureFlow("flow") { context in
      let first = try await context.run(ask("first"))
      let name = try await context.run(ask("name"), checking: check)
      return try await context.run(ask("last")) + name + first
    }
  }

  private static let taken = Refusal("taken", "Somebody has it. Try another.")

  /// Refuses 7 at once.
  private static let quick = flow { $0 == 7 ? taken : nil }

  private func start(
    _ flow: some Flow, presenter: (any Presenter)? = nil, events: Events? = nil,
    handler: Log? = nil
  ) -> FlowController {
    let controller = FlowController(presenter: presenter)
    let options = events.map { SessionOptions.test.observed($0) } ?? .test
    controller.start(flow, options, handler: handler?.handler("root") ?? FlowHandler())
    controller.answer("1")
    return controller
  }

  @Test func `an answer is taken when its check has nothing against it`() {
    let held = Held<Refusal?>()
    let presenter = RecordingPresenter()
    let controller = start(Self.flow { _ in await held.wait() }, presenter: presenter)
    #expect(controller.answer("5") == .accepted)
    #expect(controller.prompt == nil)
    #expect(controller.lines.last == "show name number", "the question still waits")
    #expect(throws: Refusal.self) { try controller.legalInputs.answer.get() }
    #expect(controller.answer("6").code == .checking)
    #expect(controller.answer("6", to: 1).code == .checking)
    #expect(controller.fill([:]).code == .checking)
    #expect(controller.inspection.state == .working)
    let effect = controller.legalInputs.underWay.first
    #expect(effect?.kind == .check)
    #expect(effect?.id == "name")
    #expect(effect?.isCommit == false)
    #expect(!controller.legalInputs.isSettled)
    held.release(nil, controller)
    #expect(controller.prompt?.id == "last")
    #expect(
      presenter.log.all == [
        "present 0 flow/first", "present 1 flow/name", "working flow/name", "present 2 flow/last",
      ])
    #expect(
      controller.lines == [
        "show first number", "answer first 1", "show name number", "answer name 5",
        "show last number",
      ])
    expectClean(controller, ending: true)
  }

  @Test func `rule 11: a check that refuses asks once more, with the answer and the reason`() throws
  {
    let presenter = RecordingPresenter()
    let events = Events()
    let controller = start(Self.quick, presenter: presenter, events: events)
    #expect(controller.answer(" 7") == .accepted)
    let prompt = try #require(controller.prompt)
    #expect(prompt.id == "name")
    #expect(prompt.presentation == 2)
    #expect(prompt.refused?.code == "taken")
    #expect(prompt.refused?.answer == " 7")
    #expect(prompt.refused?.message.text == "Somebody has it. Try another.")
    #expect(controller.inspection.refused == prompt.refused)
    #expect(controller.answer("7", to: 1).code == .stale)
    #expect(presenter.log.all.suffix(2) == ["dismiss 1..<2", "present 2 flow/name"])
    controller.answer("8")
    #expect(controller.prompt?.refused == nil)
    #expect(
      controller.lines == [
        "show first number", "answer first 1", "show name number", "refuse name \" 7\" taken",
        "answer name 8", "show last number",
      ])
    #expect(
      events.lines.filter { $0.contains("name") } == [
        "asked flow/name number", "effect flow/name began", "effect flow/name replied",
        "refused flow/name answer taken", "asked flow/name number",
        "refused flow/name answer stale",
        "effect flow/name began", "effect flow/name replied", "answered flow/name",
      ])
    expectClean(controller, ending: true)
  }

  @Test func `a check that throws says that it could not be checked, and asks once more`() throws {
    struct Offline: Error {}
    let controller = start(Self.flow { _ in throw Offline() })
    controller.answer("7")
    let refused = try #require(controller.prompt?.refused)
    #expect(refused.code == .checkFailed)
    #expect(
      refused.message.text
        == "This could not be checked just now. Try again, or answer something else.")
    #expect(controller.lines.contains("refuse name \"7\" check-failed"))
  }

  @Test func `what the screen itself refuses is not checked`() {
    let held = Held<Refusal?>()
    let controller = start(
      ClosureFlow("flow") { context in
        _ = try await context.run(ask("first"))
        return try await context.run(
          ask("name").warning("large") { name, _ in name > 100 ? "Large?" : nil },
          checking: { _ in await held.wait() })
      })
    #expect(controller.answer("x").code == .notANumber)
    #expect(controller.answer("101").code == "large")
    #expect(held.count == 0)
    controller.answer("101", acknowledging: true)
    #expect(held.count == 1)
    held.release(Self.taken, controller)
    controller.answer("102", acknowledging: true)
    held.release(nil, controller)
    #expect(controller.inspection.state == .ended)
  }

  @Test func `a check may ask back, and is passed by an answer that acknowledges it`() {
    let doubtful = Refusal("doubtful", "Really?", isWarning: true)
    let controller = start(Self.flow { $0 == 7 ? doubtful : nil })
    controller.answer("7")
    #expect(controller.prompt?.refused?.isWarning == true)
    controller.answer("7", acknowledging: true)
    #expect(controller.prompt?.id == "last")
  }

  @Test func `rule 8: what a check that was stopped finds out reaches nobody and is recorded`()
    throws
  {
    let held = Held<Refusal?>()
    let presenter = RecordingPresenter()
    let controller = start(Self.flow { _ in await held.wait() }, presenter: presenter)
    controller.answer(" 5 ")
    #expect(controller.stopWaiting() == .accepted)
    let prompt = try #require(controller.prompt)
    #expect(prompt.id == "name")
    #expect(prompt.draft == " 5 ")
    #expect(prompt.refused == nil)
    #expect(prompt.presentation == 2)
    held.release(Self.taken, controller)
    #expect(controller.prompt == prompt)
    #expect(controller.diagnostics.map(\.code) == [.lateReply])
    controller.answer("6")
    held.release(nil, controller)
    #expect(controller.prompt?.id == "last")
    #expect(
      controller.lines == [
        "show first number", "answer first 1", "show name number", "answer name 6",
        "show last number",
      ])
    #expect(controller.leaks.effects == 0)
  }

  @Test func `rule 12: one goes back while a check runs, and its verdict reaches nobody`() {
    let held = Held<Refusal?>()
    let controller = start(Self.flow { _ in await held.wait() })
    controller.answer("5")
    #expect((try? controller.legalInputs.back.get()) == StepPath(["flow", "first"]))
    #expect(controller.back() == .accepted)
    #expect(controller.prompt?.id == "first")
    #expect(controller.prompt?.draft == "1")
    held.release(nil, controller)
    #expect(controller.prompt?.id == "first")
    #expect(controller.diagnostics.map(\.code) == [.lateReply])
    #expect(controller.lines.filter { $0.hasPrefix("show name") }.count == 1)
  }

  @Test(arguments: [false, true])
  func `rule 1: leaving and ending while a check runs give one outcome`(isTerminated: Bool) {
    let held = Held<Refusal?>()
    let log = Log()
    let controller = start(Self.flow { _ in await held.wait() }, handler: log)
    controller.answer("5")
    #expect((isTerminated ? controller.terminate() : controller.cancel()) == .accepted)
    #expect(
      log.all == ["root started", "root cancelled \(isTerminated ? "terminated" : "user")"])
    held.release(nil, controller)
    #expect(log.all.count == 2)
    #expect(controller.leaks.isEmpty)
  }

  @Test func `rule 15: an answer that stands is not checked again`() throws {
    let log = Log()
    let flow = Self.flow { number in
      log.add("\(number)")
      return number == 7 ? Self.taken : nil
    }
    let controller = start(flow)
    for answer in ["7", "8", "9"] { controller.answer(.text(answer)) }
    #expect(log.all == ["7", "8"])
    let text = controller.journal.text
    let again = FlowController()
    again.start(
      flow,
      SessionOptions(
        environment: .test, session: controller.journal.head.session, journal: controller.journal,
        effects: nil, variant: nil, isReplay: true))
    #expect(again.journal.text == text)
    let recorded = try replayed(flow, from: text, .recorded)
    #expect(recorded.mismatch == nil)
    #expect(recorded.journal.text == text)
    #expect(log.all == ["7", "8"])
    let live = try replayed(flow, from: text, .live)
    #expect(live.mismatch == nil)
    #expect(live.journal.text == text)
    #expect(log.all == ["7", "8", "7", "8"])
  }

  @Test func `rule 15: a live replay tells where a check finds something else now`() throws {
    let controller = start(Self.quick)
    for answer in ["7", "8", "9"] { controller.answer(.text(answer)) }
    let text = controller.journal.text
    let stricter = try replayed(Self.flow { $0 > 6 ? Self.taken : nil }, from: text, .live)
    #expect(stricter.mismatch?.expected == "answer name 8")
    #expect(stricter.mismatch?.got == "refused: taken")
    let laxer = try replayed(Self.flow { _ in nil }, from: text, .live)
    #expect(laxer.mismatch?.expected == "refuse name \"7\" taken")
    #expect(laxer.mismatch?.got == "accepted")
    // What is recorded stands in for the world outside.
    #expect(try replayed(Self.flow { _ in nil }, from: text, .recorded).mismatch == nil)
  }

  @Test func `rule 17: a session that was cut off in the middle of a check asks again`() throws {
    let held = Held<Refusal?>()
    let flow = Self.flow { _ in await held.wait() }
    let controller = start(flow)
    controller.answer("5")
    let text = controller.journal.text
    let again = try rebuilt(flow, from: text)
    #expect(again.prompt?.id == "name")
    #expect(again.journal.text == text)
    #expect(held.count == 1)
    held.release(nil, controller)
  }

  @Test func `rule 13: an answer that was checked is durable before the next prompt shows`() {
    final class Watching: Presenter {
      let record = MemoryRecord()
      let log = Log()

      func present(_ prompt: Prompt) {
        log.add("\(prompt.id) \(record.durable.contains("answer name 5"))")
      }
    }
    let held = Held<Refusal?>()
    let presenter = Watching()
    let controller = FlowController(presenter: presenter)
    var options = SessionOptions.test
    options.record = presenter.record
    controller.start(Self.flow { _ in await held.wait() }, options)
    controller.answer("1")
    controller.answer("5")
    let before = presenter.record.text
    held.release(Self.taken, controller)
    #expect(presenter.record.text == before + "refuse name \"5\" taken\n")
    controller.answer("5")
    held.release(nil, controller)
    #expect(presenter.log.all == ["first false", "name false", "name false", "last true"])
    #expect(presenter.record.text == controller.journal.text)
  }

  @Test func `rule 22: a secret that is checked is told nowhere`() {
    let events = Events()
    let flow = ClosureFlow("flow") { context in
      let first = try await context.run(ask("first"))
      let word = try await context.run(
        TextScreen("word", "Word?").sensitive(),
        checking: { word in
          if word == "wrong" { return Refusal("weak", "\(Text(verbatim: word))") }
          if word == "broken" { throw EffectFailure(step: "x", message: word, cause: nil) }
          return nil
        })
      return try await context.run(ask("last")) + first + word.count
    }
    let controller = start(flow, events: events)
    for (word, code) in [("wrong", "weak"), ("broken", "check-failed")] {
      controller.answer(.text(word))
      #expect(controller.prompt?.refused?.code.rawValue == code)
      #expect(controller.prompt?.refused?.answer == nil)
    }
    controller.answer("right")
    #expect(controller.prompt?.id == "last")
    let told = controller.journal.text + events.all.map { "\($0.kind)" }.joined()
    for word in ["broken", "right"] { #expect(!told.contains(word)) }
    // Nobody types a secret twice because of a step back, and it is not checked twice.
    controller.back()
    controller.back()
    #expect(controller.prompt?.id == "first")
  }

  @Test func `rule 12: a secret that stands is not checked again by a step back`() {
    let log = Log()
    let flow = ClosureFlow("flow") { context in
      let word = try await context.run(
        TextScreen("word", "Word?").sensitive(),
        checking: { _ in
          log.add("checked")
          return nil
        })
      let first = try await context.run(ask("first"))
      return try await context.run(ask("last")) + first + word.count
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("word")
    controller.answer("1")
    controller.back()
    #expect(controller.prompt?.id == "first")
    #expect(log.all == ["checked"])
  }

  @Test func `an answer given beforehand is checked at its question`() {
    let held = Held<Refusal?>()
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    var options = SessionOptions.test
    options.given = [GivenAnswer("name", answer: "7"), GivenAnswer("last", answer: "x")]
    controller.start(Self.flow { _ in await held.wait() }, options)
    controller.answer("1")
    #expect(controller.legalInputs.underWay.first?.kind == .check)
    held.release(Self.taken, controller)
    #expect(controller.prompt?.refused?.code == "taken")
    controller.give([GivenAnswer("name", answer: "8")])
    held.release(nil, controller)
    #expect(controller.prompt?.id == "last")
    #expect(controller.prompt?.refused?.code == .notANumber)
    #expect(
      presenter.log.all == [
        "present 0 flow/first", "working flow/name", "dismiss 1..<2", "present 2 flow/name",
        "working flow/name", "present 3 flow/last",
      ])
  }

  @Test func `an answer given beforehand that the screen refuses is put at its question`() {
    let controller = FlowController()
    var options = SessionOptions.test
    options.given = [GivenAnswer("name", answer: "x")]
    controller.start(Self.quick, options)
    controller.answer("1")
    #expect(controller.prompt?.refused?.code == .notANumber)
    #expect(controller.answer("8") == .accepted)
    #expect(controller.prompt?.id == "last")
  }

  // MARK: - Stopping

  @Test func `a load is stopped by going back to the last question`() {
    let held = Held<Int>()
    let flow = ClosureFlow("flow") { context in
      let early = try await context.load("early") { await held.wait() }
      let first = try await context.run(ask("first"))
      return try await context.load("late") { await held.wait() } + early + first
    }
    let controller = FlowController()
    #expect(controller.stopWaiting().code == .notRunning)
    controller.start(flow, .test)
    #expect(controller.stopWaiting().code == .atFirstStep)
    held.release(1, controller)
    #expect(controller.stopWaiting().code == .nothingUnderWay)
    controller.answer("3")
    #expect(controller.stopWaiting() == .accepted)
    #expect(controller.prompt?.id == "first")
    #expect(controller.prompt?.draft == "3")
    held.release(2, controller)
    #expect(controller.diagnostics.map(\.code) == [.lateReply])
  }

  @Test func `a commit is not stopped`() {
    let held = Held<Int>()
    let flow = ClosureFlow("flow") { context in
      let first = try await context.run(ask("first"))
      return try await context.commit("save") { _ in await held.wait() } + first
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("3")
    #expect(controller.stopWaiting().code == .committing)
    held.release(2, controller)
    #expect(controller.inspection.state == .ended)
  }

  // MARK: - Children at once

  private static func pair(_ held: [Held<Refusal?>]) -> ClosureFlow<Int> {
    let child = { @Sendable (id: FlowID, held: Held<Refusal?>) in
      ClosureFlow(id) { context in
        let name = try await context.run(ask("name"), checking: { _ in await held.wait() })
        return try await context.run(ask("size")) + name
      }
    }
    return ClosureFlow("pair") { context in
      let (left, right) = try await context.all(child("a", held[0]), child("b", held[1]))
      return left + right
    }
  }

  @Test func `rule 17: children at once are each checked, and their journal replays`() throws {
    let held = [Held<Refusal?>(), Held<Refusal?>()]
    let controller = FlowController()
    controller.start(Self.pair(held), .test)
    var texts: [String] = []
    func presentation(_ path: String) -> Int? {
      controller.prompts.first { $0.path.description == path }?.presentation
    }
    controller.answer("1", to: presentation("pair/a/name"))
    let checked = try #require(controller.prompts.first)
    #expect(checked.path.description == "pair/b/name")
    #expect(controller.prompts.count == 1)
    texts.append(controller.journal.text)
    controller.answer("2", to: presentation("pair/b/name"))
    #expect(controller.prompts.isEmpty)
    #expect(controller.answer("3").code == .checking)
    #expect(controller.answer("3", to: 0).code == .checking)
    texts.append(controller.journal.text)
    held[1].release(nil, controller)
    #expect(controller.prompts.map(\.path.description) == ["pair/b/size"])
    #expect(controller.answer("3", to: 0).code == .checking)
    held[0].release(Self.taken, controller)
    #expect(controller.prompts.map(\.path.description) == ["pair/a/name", "pair/b/size"])
    #expect(controller.prompts.first?.refused?.code == "taken")
    texts.append(controller.journal.text)
    controller.answer("4", to: presentation("pair/a/name"))
    #expect(controller.stopWaiting().code == .nothingUnderWay, "the person is asked something")
    controller.answer("5", to: presentation("pair/b/size"))
    #expect(controller.stopWaiting() == .accepted)
    #expect(controller.prompt?.draft == "4")
    controller.answer("6")
    held[0].release(nil, controller)
    held[0].release(nil, controller)
    controller.answer("7")
    #expect(controller.inspection.state == .ended)
    #expect(controller.diagnostics.map(\.code) == [.lateReply])
    texts.append(controller.journal.text)
    for text in texts {
      let others = [Held<Refusal?>(), Held<Refusal?>()]
      let again = FlowController()
      let journal = try Script(parsing: text).journal(or: .test)
      again.start(
        Self.pair(others),
        SessionOptions(
          environment: .test, session: journal.head.session, journal: journal, effects: nil,
          variant: nil, isReplay: true))
      #expect(again.journal.text == text)
      #expect(others.allSatisfy { $0.count == 0 })
    }
    let report = try replayed(Self.pair(held), from: texts[3], .recorded)
    #expect(report.mismatch == nil)
    #expect(report.journal.text == texts[3])
  }

  @Test func `a check of a child that another has outrun is given up`() {
    let held = Held<Refusal?>()
    let flow = ClosureFlow("race") { context in
      try await context.first(
        of: ask("quick"),
        ClosureFlow("slow") { context in
          try await context.run(ask("name"), checking: { _ in await held.wait() })
        })
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("1", to: 1)
    controller.answer("2", to: 0)
    #expect(controller.inspection.state == .ended)
    held.release(nil, controller)
    #expect(controller.leaks.isEmpty)
    #expect(controller.diagnostics.map(\.code) == [.lateReply])
  }
}

/// Asserts that nothing odd happened, and that nothing is left once the flow is ended.
private func expectClean(
  _ controller: FlowController, ending: Bool, sourceLocation: SourceLocation = #_sourceLocation
) {
  controller.terminate()
  expectClean(controller, sourceLocation: sourceLocation)
}
