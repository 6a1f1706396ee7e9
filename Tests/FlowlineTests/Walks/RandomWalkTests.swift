import FoundationEssentials
import Testing

@testable import Flowline

/// Random flows, walked at random, against a plain model of what ought to come of it.
///
/// `FLOWLINE_WALKS` says how many; `FLOWLINE_SEED` walks the one that a failure named.
struct RandomWalkTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["FLOWLINE_WALKS"].flatMap(Int.init) ?? 300
  private static let seed = environment["FLOWLINE_SEED"].flatMap(UInt64.init)

  @Test(arguments: 0..<2)
  func `a session is what the model says after every input of a walk`(half: Int) {
    guard Self.seed == nil || half == 0 else { return }
    let seeds = Self.seed.map { [$0] } ?? stride(from: half, to: Self.count, by: 2).map(UInt64.init)
    for seed in seeds {
      var generator = WalkGenerator(seed: seed)
      let script = generator.makeWalk()
      guard WalkRun.fault(of: script) != nil else { continue }
      var shrinker = WalkShrinker { WalkRun.fault(of: $0) != nil }
      let least = shrinker.shrink(script)
      Issue.record("FLOWLINE_SEED=\(seed)\n\(least)\(WalkRun.fault(of: least) ?? "")")
      return
    }
  }

  @Test func `a model that is wrong about going back is found out, with the least walk there is`()
    throws
  {
    let least = try #require(leastWalk(.backStopsAtSkipped))
    #expect(least.plan.steps.count == 2)
    #expect(least.plan.questions.map(\.isSkippedByBack) == [true, false])
    #expect(least.plan.questions.allSatisfy { $0.kind == .confirm && !$0.isSensitive })
    #expect(least.inputs.count == 2)
    #expect(least.inputs.last == .back)
    #expect(
      least.description.contains("confirm skipped-by-back\n"), "\(least)")
    // With the model put right, there is nothing wrong with it.
    #expect(WalkRun.fault(of: least) == nil)
  }

  @Test func `a model that is wrong about leaving is found out, with the least walk there is`()
    throws
  {
    let least = try #require(leastWalk(.cancelLeavesRoot))
    guard case .run(let child, hasHandler: false, _)? = least.plan.steps.first else {
      Issue.record("\(least)")
      return
    }
    #expect(least.plan.steps.count == 1)
    #expect(child.steps.count == 1)
    #expect(least.inputs == [.cancel])
    #expect(WalkRun.fault(of: least) == nil)
  }

  /// The first walk that finds a flaw, cut down.
  private func leastWalk(_ flaw: WalkModel.Flaw) -> WalkScript? {
    for seed in 0..<200 {
      var generator = WalkGenerator(seed: UInt64(seed))
      let script = generator.makeWalk()
      guard WalkRun.fault(of: script, flaw: flaw) != nil else { continue }
      var shrinker = WalkShrinker { WalkRun.fault(of: $0, flaw: flaw) != nil }
      return shrinker.shrink(script)
    }
    return nil
  }
}
