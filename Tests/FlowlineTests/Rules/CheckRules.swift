import FoundationEssentials
import Testing

@testable import Flowline

/// Answers that are checked outside before they are taken.
struct CheckRules {
  @Test func `an answer is taken when its check has nothing against it`() {
    let held = Held<Refusal?>()
    let presenter = RecordingPresenter()
    let controller = CheckedFlow.start(
      CheckedFlow.flow { _ in await held.wait() }, presenter: presenter)
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
    let controller = CheckedFlow.start(CheckedFlow.quick, presenter: presenter, events: events)
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
    let controller = CheckedFlow.start(CheckedFlow.flow { _ in throw Offline() })
    controller.answer("7")
    let refused = try #require(controller.prompt?.refused)
    #expect(refused.code == .checkFailed)
    #expect(
      refused.message.text
        == "This could not be checked just now. Try again, or type another answer.")
    #expect(controller.lines.contains("refuse name \"7\" check-failed"))
  }

  @Test func `what the screen itself refuses is not checked`() {
    let held = Held<Refusal?>()
    let controller = CheckedFlow.start(
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
    held.release(CheckedFlow.taken, controller)
    controller.answer("102", acknowledging: true)
    held.release(nil, controller)
    #expect(controller.inspection.state == .ended)
  }

  @Test func `a check may ask back, and is passed by an answer that acknowledges it`() {
    let doubtful = Refusal("doubtful", "Really?", isWarning: true)
    let controller = CheckedFlow.start(CheckedFlow.flow { $0 == 7 ? doubtful : nil })
    controller.answer("7")
    #expect(controller.prompt?.refused?.isWarning == true)
    controller.answer("7", acknowledging: true)
    #expect(controller.prompt?.id == "last")
  }

  @Test func `rule 15: an answer that stands is not checked again`() throws {
    let log = Log()
    let flow = CheckedFlow.flow { number in
      log.add("\(number)")
      return number == 7 ? CheckedFlow.taken : nil
    }
    let controller = CheckedFlow.start(flow)
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
    let controller = CheckedFlow.start(CheckedFlow.quick)
    for answer in ["7", "8", "9"] { controller.answer(.text(answer)) }
    let text = controller.journal.text
    let stricter = try replayed(
      CheckedFlow.flow { $0 > 6 ? CheckedFlow.taken : nil }, from: text, .live)
    #expect(stricter.mismatch?.expected == "answer name 8")
    #expect(stricter.mismatch?.got == "refused: taken")
    let laxer = try replayed(CheckedFlow.flow { _ in nil }, from: text, .live)
    #expect(laxer.mismatch?.expected == "refuse name \"7\" taken")
    #expect(laxer.mismatch?.got == "accepted")
    // What is recorded stands in for the world outside.
    #expect(try replayed(CheckedFlow.flow { _ in nil }, from: text, .recorded).mismatch == nil)
  }

  @Test func `rule 17: a session that was cut off in the middle of a check asks again`() throws {
    let held = Held<Refusal?>()
    let flow = CheckedFlow.flow { _ in await held.wait() }
    let controller = CheckedFlow.start(flow)
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
    controller.start(CheckedFlow.flow { _ in await held.wait() }, options)
    controller.answer("1")
    controller.answer("5")
    let before = presenter.record.text
    held.release(CheckedFlow.taken, controller)
    #expect(presenter.record.text == before + "refuse name \"5\" taken\n")
    controller.answer("5")
    held.release(nil, controller)
    #expect(presenter.log.all == ["first false", "name false", "name false", "last true"])
    #expect(presenter.record.text == controller.journal.text)
  }

}

/// Asserts that nothing odd happened, and that nothing is left once the flow is ended.
private func expectClean(
  _ controller: FlowController, ending: Bool, sourceLocation: SourceLocation = #_sourceLocation
) {
  controller.terminate()
  expectClean(controller, sourceLocation: sourceLocation)
}
