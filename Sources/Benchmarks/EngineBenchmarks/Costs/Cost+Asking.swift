import Flowline
import FoundationEssentials

/// What it costs to ask and to answer.
extension Cost {
  /// As a test walks: it looks at what is legal, answers, and waits.
  static let walking = Cost(name: "walk", what: "n questions walked as a tester does") { size in
    let walker = Walker(CountingFlow(steps: size))
    return {
      for _ in 0..<size { walker.answer("number", 5) }
      precondition(walker.hasEnded)
    }
  }

  static let keeping = Cost(name: "keep", what: "n questions answered, kept in memory") { size in
    let record = ArrayRecord()
    var options = SessionOptions.fixed
    options.session = record.session
    options.record = record
    let controller = FlowController(resting: CountingFlow(steps: size), options)
    return {
      for _ in 0..<size { controller.answerNumber() }
      precondition(record.count >= size && controller.prompt == nil)
    }
  }

  static let givenBeforehand = Cost(name: "given", what: "n answers given beforehand") { size in
    let flow = MadeFlow("given") { context in
      var sum = 0
      for index in 0..<size {
        sum += try await context.run(NumberScreen(StepID("number-\(index)"), "A number?"))
      }
      return sum
    }
    var options = SessionOptions.fixed
    options.given = (0..<size).reversed().map { GivenAnswer(StepID("number-\($0)"), answer: 5) }
    let controller = FlowController()
    return {
      controller.start(flow, options)
      controller.waitUntilSettled()
      precondition(controller.prompt == nil)
    }
  }

  static let menu = Cost(name: "menu", what: "a menu whose flow is left and asked again n times") {
    size in
    let controller = FlowController(resting: MadeFlow.menu)
    return {
      controller.leaveMenu(times: size)
      precondition(controller.prompt?.id == "choice")
    }
  }

  static let typo = Cost(name: "typo", what: "the neighbour of a typo among n choices") { size in
    let options = (0..<size).map { Option("option \(1_000_000 + $0)", $0) }
    let flow = MadeFlow("choosing") { context in
      try await context.run(ChoiceScreen("choice", "Which?", options: options))
    }
    let controller = FlowController(resting: flow)
    return {
      guard case .refused(let refusal) = controller.answer("opion 2000000") else {
        preconditionFailure("the typo was taken")
      }
      precondition(refusal.code == .notAChoice)
    }
  }
}

/// Does what a synchronous test does at each step, with the same calls.
private final class Walker {
  private let controller: FlowController

  init(_ flow: some Flow) { controller = FlowController(resting: flow) }

  var hasEnded: Bool { controller.inspection.state == .ended }

  func answer(_ step: StepID, _ answer: Answer) {
    guard let asked = controller.legalInputs.answers.first(where: { $0.id == step }) else {
      preconditionFailure("the flow does not ask \(step)")
    }
    precondition(controller.answer(answer, to: asked.presentation) == .accepted)
    controller.waitUntilSettled()
    let again = controller.prompts.first {
      $0.path == asked.path && $0.presentation > asked.presentation
    }
    precondition(again?.refused == nil)
  }
}

/// A record in memory.
///
/// `@unchecked`: used from the thread that drives its session.
private final class ArrayRecord: SessionRecord, @unchecked Sendable {
  let session = UUID()
  private var bytes: [UInt8] = []
  private(set) var count = 0

  func contents() -> [UInt8] { bytes }

  func append(_ lines: String, isDurable: Bool) {
    bytes += Array(lines.utf8)
    count += 1
  }

  func cut(to length: Int) { bytes.removeLast(bytes.count - length) }

  func replace(with text: String) { bytes = Array(text.utf8) }

  func close() {}
}
