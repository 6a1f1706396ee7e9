import Flowline
import FoundationEssentials

/// Asks for so many numbers and adds them up: the least that a flow of so many steps can do.
struct CountingFlow: Flow {
  let id: FlowID = "counting"
  let steps: Int

  func run(_ context: FlowContext) async throws -> Int {
    var sum = 0
    for _ in 0..<steps { sum += try await context.run(NumberScreen("number", "A number?")) }
    return sum
  }
}

extension FlowController {
  /// A controller whose flow waits at the question after so many answers.
  convenience init(at step: Int, of flow: CountingFlow, _ options: SessionOptions) {
    self.init()
    start(flow, options)
    for _ in 0..<step { answer(5) }
  }
}

extension SessionOptions {
  /// A session whose world was looked up beforehand: benchmarks are not of the system's clock.
  static let fixed = SessionOptions(environment: .current, session: UUID())
}
