import Flowline
import FoundationEssentials

/// What the checks of stores walk: asks a number, runs a child that asks two, reads a rate, asks for
/// a yes and saves.
struct KeptFlow: Flow {
  let id: FlowID = "kept"

  func run(_ context: FlowContext) async throws -> Int {
    let first = try await context.run(NumberScreen("first", "First?", in: 0...10))
    guard first > 0 else { throw KeptFlowError() }
    let product = try await context.run(Product())
    let rate = try await context.load("rate") { 7 }
    guard try await context.run(ConfirmScreen("sure", "Sure?")) else { throw FlowCancelled() }
    return try await context.commit("save") { _ in first + product + rate }
  }

  private struct Product: Flow {
    let id: FlowID = "product"

    func run(_ context: FlowContext) async throws -> Int {
      let left = try await context.run(NumberScreen("left", "Left?", in: 0...100))
      return left * (try await context.run(NumberScreen("right", "Right?", in: 0...100)))
    }
  }

  private struct KeptFlowError: Error, CustomStringConvertible {
    var description: String { "nothing to add" }
  }

  static let catalog: FlowCatalog = {
    var catalog = FlowCatalog()
    catalog.add(KeptFlow(), summary: "Adds numbers up.")
    return catalog
  }()

  /// A walk from its start to its end, with a refusal, going back, and a draft that is offered again.
  static let inputs: [Walk.Input] = [
    .answer("first", "2"), .answer("left", "3"), .back, .answer("left", "700"),
    .answer("left", "7"), .answer("right", "4"), .answer("sure", "maybe"), .answer("sure", "yes"),
  ]

  static let walk = Walk("kept", inputs: inputs) { _ in catalog }

  /// The head of its journals.
  static let head: String = {
    let whole = KeptFlow.text(of: [])
    return String(whole[..<(whole.firstRange(of: "\n\n")?.upperBound ?? whole.endIndex)])
  }()

  /// The journal after some inputs.
  static func text(of inputs: [Walk.Input]) -> String {
    let controller = FlowController()
    controller.start(KeptFlow(), walk.options)
    for input in inputs { controller.take(input) }
    return controller.journal.text
  }
}

extension FlowController {
  /// Does what a person does, and waits for what comes of it.
  func take(_ input: Walk.Input) {
    switch input {
    case .answer(_, let answer): self.answer(answer)
    case .page(let fields): fill(fields)
    case .back: back()
    case .cancel: cancel()
    case .gone: gone()
    }
    waitUntilSettled()
  }
}
