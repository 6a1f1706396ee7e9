import Testing

@testable import Flowline

/// Looking at the questions that were answered, for which the flow is run once more beside the session.
struct SurveyRules {
  private static let flow = ClosureFlow("flow") { context in
    let name = try await context.run(
      ClosureFlow("child") { context in
        let number = try await context.run(ask("b"))
        return "number \(number)"
      })
    let word = try await context.run(TextScreen("pin", "Pin?").sensitive())
    let sum = try await context.run(ask("c")) + context.run(ask("d"))
    return "\(name) \(word.reveal().count) \(sum)"
  }

  private static func start() -> FlowController {
    let controller = FlowController()
    controller.start(flow, .test)
    for answer in ["1", "secret", "3"] { controller.answer(.text(answer)) }
    return controller
  }

  @Test func `rule 20: looking at the answers leaves nothing in the session`() {
    let controller = Self.start()
    #expect(controller.prompt?.id == "d")
    let before = controller.read { $0.forms.count }
    for _ in 0..<5 { #expect(controller.answeredQuestions.count == 3) }
    #expect(controller.read { $0.forms.count } == before)
    controller.answer("4")
    #expect(controller.inspection.state == .ended)
    expectClean(controller)
  }

  @Test func `rule 20: going back and forth leaves nothing in the session`() {
    let controller = Self.start()
    var counts: [Int] = []
    for _ in 0..<6 {
      #expect(controller.back() == .accepted)
      controller.answer("3")
      counts.append(controller.read { $0.forms.count })
    }
    #expect(Set(counts.dropFirst()).count == 1, "\(counts)")
    controller.answer("4")
    #expect(controller.inspection.state == .ended)
    expectClean(controller)
  }

  @Test func `rule 7: looking at the answers takes nothing that another thread left`() {
    let controller = Self.start()
    controller.read { session in
      let owned = Owned(value: session)
      // As a call from another thread does that finds the session owned.
      session.executor.post { owned.value.inputs.append(.answer("4", .plain, to: nil)) }
      #expect(session.answeredQuestions.count == 3)
      #expect(session.inputs.isEmpty)
      #expect(session.executor.isMailWaiting)
    }
    #expect(controller.inspection.state == .ended, "it was answered")
    expectClean(controller)
  }

  @Test func `rule 7: an observer sees the answers while the next flow waits for it`() {
    let (box, counts) = (Box<FlowController>(), Log())
    let controller = FlowController()
    box.value = controller
    var options = SessionOptions.test
    options.observer = { event in
      guard case .started = event.kind, event.path.count > 1 else { return }
      counts.add("\(event.path) \(box.value?.answeredQuestions.count ?? -1)")
    }
    controller.start(SumFlow(), options)
    controller.answer("3")
    #expect(counts.all == ["sum/product 1"])
    #expect(controller.prompt?.id == "left")
    controller.terminate()
    box.value = nil
  }
}
