import Flowline

/// What a million starts and ends leave behind, beside as many bare tasks.
struct StartsAndEndsBenchmark: Benchmark {
  let name = "starts"

  private let count = 1_000_000

  func measure() -> Row {
    let flow = CountingFlow(steps: 1)
    let subject = growth { FlowController(at: 1, of: flow, .fixed).prompt == nil }
    let bare = growth { BareSteps(at: 1, of: 1).hasEnded }
    return Row(
      what: "growth by 1,000,000 starts and ends / bare tasks", budget: "flat: 1 byte a start",
      subject: "\(subject) bytes", bare: "\(bare) bytes", ratio: "-",
      isWithinBudget: subject <= count)
  }

  private func growth(_ startAndEnd: () -> Bool) -> Int {
    func run(_ times: Int) {
      for _ in 0..<times { precondition(startAndEnd()) }
    }
    run(count / 100)
    return Memory.growth { run(count) }
  }
}
