import Flowline
import FoundationEssentials

/// Does what the lines of input say, and writes what comes of it.
final class Conversation {
  private let world: World
  private let options: Options
  private let output: Output
  private let controller: FlowController
  private var number = 0

  init(world: World, options: Options, output: Output) {
    self.world = world
    self.options = options
    self.output = output
    controller = FlowController(presenter: MessagePresenter(output: output))
  }

  /// Takes the next line. One that means nothing is told of, and nothing else comes of it.
  func take(_ line: LineReader.Line) {
    number += 1
    do {
      guard let request = try Request(line) else { return }
      try perform(request)
    } catch let fault as RequestFault {
      output.send(.error(line: number, expected: fault.expected, got: fault.got))
    } catch {
      output.send(.error(line: number, expected: "a bank that can be used", got: "\(error)"))
    }
  }

  private func perform(_ request: Request) throws {
    switch request {
    case .start(let start): try begin(start)
    case .answer(let answer, let presentation):
      // Lines may be sent ahead; the question that this one answers is still to come.
      controller.waitUntilSettled()
      tell(controller.answer(answer, to: presentation), of: "answer")
    case .fill(let answers, let presentation):
      controller.waitUntilSettled()
      tell(controller.fill(answers, to: presentation), of: "fill")
    case .back:
      controller.waitUntilSettled()
      tell(controller.back(), of: "back")
    case .cancel: tell(controller.cancel(), of: "cancel")
    case .journal:
      controller.waitUntilSettled()
      guard controller.inspection.state != .idle else {
        throw RequestFault(expected: "“start” before anything else", got: "journal")
      }
      output.send(.journal(controller.journal.text))
    }
  }

  private func begin(_ start: Request.Start) throws {
    controller.waitUntilSettled()
    let environment = start.environment(or: options.environment)
    let catalog = try world.catalog(in: environment)
    guard let entry = catalog[start.flow] else {
      let known = catalog.entries.map(\.id.rawValue).joined(separator: ", ")
      throw RequestFault(expected: "one of the flows \(known)", got: start.flow.rawValue)
    }
    let output = output
    let reception = try entry.start(
      in: controller,
      SessionOptions(
        environment: environment, session: start.session, given: start.given),
      handler: FlowHandler(finished: { outcome, dismisser in
        output.send(.ended(start.flow, outcome))
        dismisser.dismiss()
      }))
    tell(reception, of: "start")
  }

  private func tell(_ reception: FlowController.Reception, of request: String) {
    guard case .refused(let refusal) = reception else { return }
    output.send(
      .refusal(refusal, of: request, in: controller.journal.head.environment))
  }

  /// Ends with the input: a flow that still asks is left, since nobody is there to answer.
  ///
  /// - Returns: whether everything was in order: no flow was left, and all could be written.
  func end() -> Bool {
    controller.waitUntilSettled()
    let isOver = controller.prompt == nil
    controller.gone()
    controller.waitUntilSettled()
    return isOver && !output.hasFailed
  }
}

/// Writes what a session shows.
private final class MessagePresenter: Presenter {
  private let output: Output

  init(output: Output) {
    self.output = output
  }

  func present(_ prompt: Prompt) throws {
    output.send(.prompt(try JSONValue(encoding: prompt)))
    if output.hasFailed { throw OutputClosed() }
  }

  func working(on step: StepPath) {
    output.send(.working(step))
  }
}

/// Nobody reads what the program writes.
private struct OutputClosed: Error {}
