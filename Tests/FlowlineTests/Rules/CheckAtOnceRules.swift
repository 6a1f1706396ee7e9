import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// Checks of children at once, of secrets, and of what was given beforehand.
struct CheckAtOnceRules {
  @Test func `rule 22: a secret that is checked is told nowhere`() {
    let events = Events()
    let flow = ClosureFlow("flow") { context in
      let first = try await context.run(ask("first"))
      let word = try await context.run(
        TextScreen("word", "Word?").sensitive(),
        checking: { secret in
          let word = secret.reveal()
          if word == "wrong" { return Refusal("weak", Text(verbatim: word)) }
          if word == "broken" { throw EffectFailure(step: "x", message: word, cause: nil) }
          return nil
        })
      return try await context.run(ask("last")) + first + word.reveal().count
    }
    let controller = CheckedFlow.start(flow, events: events)
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
      return try await context.run(ask("last")) + first + word.reveal().count
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
    controller.start(CheckedFlow.flow { _ in await held.wait() }, options)
    controller.answer("1")
    #expect(controller.legalInputs.underWay.first?.kind == .check)
    held.release(CheckedFlow.taken, controller)
    #expect(controller.prompt?.refused?.code == "taken")
    controller.give([GivenAnswer("name", answer: "8")])
    held.release(nil, controller)
    #expect(controller.prompt?.id == "last")
    #expect(controller.prompt?.refused?.code == .notANumber)
    #expect(
      presenter.log.all == [
        "present 0 flow/first", "working flow/name", "present 2 flow/name",
        "working flow/name", "present 3 flow/last",
      ])
  }

  @Test func `an answer given beforehand that the screen refuses is put at its question`() {
    let controller = FlowController()
    var options = SessionOptions.test
    options.given = [GivenAnswer("name", answer: "x")]
    controller.start(CheckedFlow.quick, options)
    controller.answer("1")
    #expect(controller.prompt?.refused?.code == .notANumber)
    #expect(controller.answer("8") == .accepted)
    #expect(controller.prompt?.id == "last")
  }

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
    held[0].release(CheckedFlow.taken, controller)
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

  @Test func `rule 8: a check that was given up decides nothing about the next answer`() {
    let (old, new) = (Held<Refusal?>(), Held<Refusal?>())
    let flow = ClosureFlow("pair") { context in
      let (left, right) = try await context.all(
        ClosureFlow("a") { context in
          try await context.run(
            ask("name"),
            checking: { name in
              if name == 1 { return await old.wait() }
              return await new.wait()
            })
        }, ask("size"))
      return left + right
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("5", to: controller.prompts.first { $0.id == "size" }?.presentation)
    controller.answer("1")
    #expect(controller.stopWaiting() == .accepted)
    controller.answer("2")
    #expect(old.count == 1 && new.count == 1)
    // Both come before anything else happens, the one that was given up last.
    controller.read { _ in
      new.release(nil, controller)
      old.release(CheckedFlow.taken, controller)
    }
    #expect(controller.journal.answers.map(\.value) == [5, 2])
    #expect(controller.inspection.state == .ended)
    #expect(controller.diagnostics.map(\.code) == [.lateReply])
    #expect(controller.leaks.effects == 0)
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
