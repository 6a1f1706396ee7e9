import Flowline

/// A recorded script of fifty steps read, replayed and compared, beside fifty resumes; per step.
struct ReplayBenchmark: TimedBenchmark {
  let name = "replay"
  let what = "replay of a script, per step / a bare resume"
  let budget = TimeBudget.perSecond(200_000)
  let operations = 50 * 20

  private let steps = 50
  private let script: String
  private var catalog = FlowCatalog()

  init() {
    let flow = CountingFlow(steps: steps)
    catalog.add(flow, summary: "Adds numbers up")
    script = FlowController(at: steps, of: flow, .fixed).journal.text
  }

  func subject() {
    for _ in 0..<operations / steps {
      let report = try? ScriptReplay(Script(parsing: script), of: catalog).run(.recorded)
      precondition(report?.matches == true && report?.steps == steps)
    }
  }

  func bare() {
    for _ in 0..<operations / steps { precondition(BareSteps(at: steps, of: steps).hasEnded) }
  }
}
