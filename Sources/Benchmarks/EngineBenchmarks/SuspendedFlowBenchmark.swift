import Flowline

/// What a flow holds while it waits at its tenth question, beside a bare task that waits with the
/// same answers in an array.
///
/// Bytes of the resident set.
struct SuspendedFlowBenchmark: Benchmark {
  let name = "suspended"
  let count: Int

  private let budget = 4096

  func measure() -> Row {
    let flow = CountingFlow(steps: 10)
    // One of each first, for what is made once in a process.
    _ = (FlowController(at: 9, of: flow, .fixed), BareSteps(at: 9, of: 10))
    var controllers: [FlowController] = []
    var tasks: [BareSteps] = []
    let subject = bytesEach { controllers.append(FlowController(at: 9, of: flow, .fixed)) }
    let bare = bytesEach { tasks.append(BareSteps(at: 9, of: 10)) }
    // What was let go of before could be used again, and would not be seen to grow.
    withExtendedLifetime((controllers, tasks)) {}
    return Row(
      what: "a live suspended flow (of \(count)) / a bare suspended task",
      budget: "\(budget) bytes", subject: "\(subject) bytes", bare: "\(bare) bytes",
      ratio: "\((Double(subject) / Double(bare)).rounded(to: 2))",
      isWithinBudget: subject <= budget)
  }

  private func bytesEach(_ make: () -> Void) -> Int {
    Memory.growth { for _ in 0..<count { make() } } / count
  }
}
