import FoundationEssentials
import Testing

@testable import Flowline

/// Random events against the engine's invariants.
///
/// `FLOWLINE_EVENTS` says how many; `FLOWLINE_SEED` walks the one that a failure named.
struct RandomEngineTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let events = environment["FLOWLINE_EVENTS"].flatMap(Int.init) ?? 3000
  private static let seed = environment["FLOWLINE_SEED"].flatMap(UInt64.init)
  private static let eventsPerWalk = 1000

  @Test func `no sequence of events breaks an invariant`() {
    let seeds =
      Self.seed.map { [$0] } ?? (0..<UInt64(max(1, Self.events / Self.eventsPerWalk))).map { $0 }
    var (sessions, rebuilds) = (0, 0)
    for seed in seeds {
      var walk = RandomEngineWalk(seed: seed)
      var last: [String] = []
      for event in 0..<Self.eventsPerWalk {
        let what = walk.act()
        if what.hasPrefix("start ") { last = [] }
        last.append(what)
        guard let fault = walk.fault() else { continue }
        Issue.record(
          "FLOWLINE_SEED=\(seed), event \(event): \(fault)\n\(last.joined(separator: "\n"))")
        return
      }
      sessions += walk.sessions
      rebuilds += walk.rebuilds
    }
    #expect(sessions > seeds.count, "a walk that never ends and starts again proves little")
    #expect(rebuilds > 0)
  }
}
