import Flowline

/// One answer and the next question in memory, journal kept, beside one resumed continuation.
struct StepBenchmark: TimedBenchmark {
  let name = "step"
  let what = "a step in memory, journal kept / a bare resume"
  let budget = TimeBudget.nanoseconds(1000, ratio: 3)
  let operations = 5_000

  func subject() {
    let controller = FlowController(
      at: operations, of: CountingFlow(steps: operations), .fixed)
    precondition(controller.inspection.state == .ended)
  }

  func bare() {
    precondition(BareSteps(at: operations, of: operations).hasEnded)
  }
}
