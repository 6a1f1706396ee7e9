import Flowline

/// A ten-step flow in memory from start to end, beside a bare task that waits ten times.
struct TenStepFlowBenchmark: TimedBenchmark {
  let name = "ten-steps"
  let what = "a ten-step flow, start to end / a bare task"
  let budget = TimeBudget.perSecond(100_000)
  let operations = 500

  func subject() {
    for _ in 0..<operations {
      let controller = FlowController(at: 10, of: CountingFlow(steps: 10), .fixed)
      precondition(controller.prompt == nil)
    }
  }

  func bare() {
    for _ in 0..<operations { precondition(BareSteps(at: 10, of: 10).hasEnded) }
  }
}
