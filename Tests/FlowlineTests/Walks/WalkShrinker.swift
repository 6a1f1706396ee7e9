import Flowline

/// Cuts a failing walk down to the least that still fails.
struct WalkShrinker {
  private let fails: (WalkScript) -> Bool
  private(set) var walks = 0
  private static let most = 20_000

  init(fails: @escaping (WalkScript) -> Bool) { self.fails = fails }

  /// Takes away whatever can be taken away, until nothing can.
  mutating func shrink(_ script: WalkScript) -> WalkScript {
    var least = script
    var hasShrunk = true
    while hasShrunk {
      hasShrunk = false
      for candidate in candidates(of: least) where walks < Self.most {
        walks += 1
        guard fails(candidate) else { continue }
        least = candidate
        hasShrunk = true
        break
      }
    }
    return least
  }

  /// Smaller walks, those that take most away first.
  private func candidates(of script: WalkScript) -> [WalkScript] {
    var inputs: [WalkScript] = []
    var length = script.inputs.count
    while length > 0 {
      for start in stride(from: 0, through: script.inputs.count - length, by: max(1, length / 2)) {
        var smaller = script
        smaller.inputs.removeSubrange(start..<start + length)
        inputs.append(smaller)
      }
      length /= 2
    }
    let plans = smaller(script.plan.steps).map { steps in
      WalkScript(plan: Plan(id: script.plan.id, steps: steps), inputs: script.inputs)
    }
    return inputs + plans
  }

  private func smaller(_ steps: [Plan.Step]) -> [[Plan.Step]] {
    steps.indices.flatMap { index -> [[Plan.Step]] in
      var without = steps
      without.remove(at: index)
      return [without]
        + smaller(steps[index]).map { replacement in
          var changed = steps
          changed.replaceSubrange(index...index, with: replacement)
          return changed
        }
    }
  }

  /// What may stand in a step's place.
  private func smaller(_ step: Plan.Step) -> [[Plan.Step]] {
    switch step {
    case .ask(var question):
      var plainer = question
      plainer.isSensitive = false
      plainer.isSkippedByBack = false
      var unchecked = question
      unchecked.check = .none
      var undoubted = question
      undoubted.isDoubtful = false
      question.kind = .confirm
      return [unchecked, undoubted, plainer, question].filter { .ask($0) != step }
        .map { [.ask($0)] }
    case .run(let child, let hasHandler, let manner):
      return [child.steps] + (hasHandler ? [[.run(child, hasHandler: false, manner)]] : [])
        + (manner == .follow ? [] : [[.run(child, hasHandler: hasHandler, .follow)]])
        + smaller(child.steps).map {
          [.run(Plan(id: child.id, steps: $0), hasHandler: hasHandler, manner)]
        }
    case .fork(let even, let odd):
      return [even, odd] + smaller(even).map { [.fork(even: $0, odd: odd)] }
        + smaller(odd).map { [.fork(even: even, odd: $0)] }
    case .load(let effect): return plainer(effect).map { [.load($0)] }
    // A load that fails would hold the session instead.
    case .commit(let effect):
      return (effect.fails ? [] : [[.load(effect)]]) + plainer(effect).map { [.commit($0)] }
    case .fail, .decline: return []
    }
  }

  private func plainer(_ effect: PlannedEffect) -> [PlannedEffect] {
    var atOnce = effect
    atOnce.isLate = false
    var right = effect
    right.fails = false
    right.isCaught = false
    return [atOnce, right].filter { $0 != effect }
  }
}
