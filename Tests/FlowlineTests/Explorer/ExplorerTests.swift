import FoundationEssentials
import Testing

@testable import Flowline

/// All sequences of inputs, up to a length, over small plans: `FLOWLINE_DEPTH` says how long;
/// `make explore` tries all of eight.
struct ExplorerTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let depth = environment["FLOWLINE_DEPTH"].flatMap(Int.init)

  @Test(arguments: ExploredPlan.all)
  func `no sequence of inputs breaks a rule`(plan: ExploredPlan) {
    let report = EngineExplorer.explore(plan, depth: Self.depth ?? 4)
    if Self.depth != nil { print("\(plan): \(report)") }
    if let (inputs, rule) = report.fault {
      Issue.record("\(plan), after \(inputs): \(rule)")
      return
    }
    #expect(report.states > 10, "a plan with so few states proves nothing")
  }
}
