/// Looking into a session.
extension Session {
  var inspection: FlowInspection { inspection(at: MonotonicTime.now) }

  /// What is going on, as of a moment of the monotonic clock.
  func inspection(at now: Int64) -> FlowInspection {
    let flows = openFlows(at: now)
    machine.turnToForeground()
    return FlowInspection(
      state: state, flows: flows,
      answers: machine.journal.entries.count { $0.verb == .answer && !$0.isUndone },
      refused: refusedAnswer, shown: machine.shown.ranges)
  }

  private var state: FlowInspection.State {
    switch machine.state {
    case .idle: .idle
    case .running, .gathering, .waiting: .running
    case .asking: .asking
    case .working: .working
    case .ended: .ended
    }
  }

  /// Each flow before its children, those of children at once in their order.
  private func openFlows(at now: Int64) -> [FlowInspection.OpenFlow] {
    let strands = machine.subtree(of: 0)
    var numbers: [Frame.ID: Int] = [:]
    var parents: [Int?] = []
    var children: [[Int]] = []
    for strand in strands {
      machine.turn(toStrand: strand)
      for index in machine.ownIndices {
        let parent = index > 0 ? numbers[machine.frames[index - 1].id] : nil
        if let parent { children[parent].append(parents.count) }
        numbers[machine.frames[index].id] = parents.count
        parents.append(parent)
        children.append([])
      }
    }
    var flows: [FlowInspection.OpenFlow] = []
    for strand in strands {
      machine.turn(toStrand: strand)
      for index in machine.ownIndices {
        flows.append(
          openFlow(index, at: now, parents[flows.count], children: children[flows.count]))
      }
    }
    return flows
  }

  private func openFlow(
    _ index: Int, at now: Int64, _ parent: Int?, children: [Int]
  ) -> FlowInspection.OpenFlow {
    let frame = machine.frames[index]
    let isInnermost = index == machine.frames.count - 1
    let state: FlowInspection.State =
      frame.closing != nil ? .ending : isInnermost ? self.state : .running
    return FlowInspection.OpenFlow(
      id: frame.step, version: frame.version,
      title: frame.title.resolved(in: environment), isScreen: frame.isScreen, state: state,
      milliseconds: Self.milliseconds(from: frame.openedAt, to: now),
      prompt: isInnermost ? promptOfStrand : nil,
      effects: isInnermost ? effectsOfStrand(at: now) : [],
      shown: machine.shownByFlow(at: index), parent: parent, children: children)
  }

  /// The loads and commits under way.
  func effects(at now: Int64) -> [FlowInspection.Effect] {
    machine.subtree(of: 0).flatMap { strand in
      machine.turn(toStrand: strand)
      return effectsOfStrand(at: now)
    }
  }

  private func effectsOfStrand(at now: Int64) -> [FlowInspection.Effect] {
    guard case .working(let effect) = machine.state else { return [] }
    return [inspected(effect, at: now)]
  }

  /// An effect under way as front ends see it.
  func inspected(_ effect: FlowMachine.Effect, at now: Int64) -> FlowInspection.Effect {
    let meter = meters[effect.number]
    let figures = meter?.figures
    return FlowInspection.Effect(
      id: effect.id, kind: effect.kind,
      title: meter?.title?.resolved(in: environment), done: figures?.done, total: figures?.total,
      remark: meter?.remark?.resolved(in: environment),
      key: effect.call.key?.description, isRepeated: effect.call.isRepeated,
      milliseconds: Self.milliseconds(from: effect.call.began, to: now))
  }

  private var refusedAnswer: RefusedAnswer? {
    guard case .asking(let presentation) = machine.state, let last = lastRefusal,
      last.presentation == presentation
    else { return nil }
    return RefusedAnswer(
      last.answer, last.refusal, isSensitive: last.isSensitive, in: environment)
  }

  private static func milliseconds(from start: Int64, to now: Int64) -> Int {
    Int(max(0, now - start) / 1_000_000)
  }
}

extension FlowMachine {
  /// The indices of the current strand's own frames.
  fileprivate var ownIndices: Range<Int> { (many?.strands[current]?.base ?? 0)..<frames.count }

  /// What a flow of the current strand has on show.
  fileprivate func shownByFlow(at index: Int) -> [Range<Int>] {
    let first = frames[index].firstPresentation
    guard let apart = presentedApart(since: first) else { return shown.ranges(from: first) }
    return apart.flatMap { part in
      shown.ranges.compactMap { range in
        let common = range.clamped(to: part)
        return common.isEmpty ? nil : common
      }
    }
  }
}

extension PresentationSet {
  /// The ranges from a presentation on.
  fileprivate func ranges(from first: Int) -> [Range<Int>] {
    ranges.compactMap { range in
      range.upperBound <= first ? nil : max(range.lowerBound, first)..<range.upperBound
    }
  }
}
