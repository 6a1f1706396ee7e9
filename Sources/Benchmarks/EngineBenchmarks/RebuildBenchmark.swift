import Flowline

/// A session of a thousand steps rebuilt from its journal, beside a task resumed a thousand times.
struct RebuildBenchmark: TimedBenchmark {
  let name = "rebuild"
  let what = "rebuild a session of 1,000 steps / 1,000 resumes"
  let budget = TimeBudget.nanoseconds(1_000_000)
  let operations = 10

  private let flow = CountingFlow(steps: 1001)
  private let journal: Journal

  init() {
    journal = FlowController(at: 1000, of: flow, .fixed).journal
  }

  func subject() {
    for _ in 0..<operations {
      let controller = FlowController()
      controller.start(flow, SessionOptions(journal: journal))
      precondition(controller.inspection.answers == 1000)
    }
  }

  func bare() {
    for _ in 0..<operations { precondition(!BareSteps(at: 1000, of: 1001).hasEnded) }
  }
}
