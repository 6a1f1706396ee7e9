/// Looking into a session.
extension Session {
  var inspection: FlowInspection { inspection(at: MonotonicTime.now) }

  /// What is going on, as of a moment of the monotonic clock.
  func inspection(at now: Int64) -> FlowInspection {
    FlowInspection(
      state: state, flows: openFlows(at: now),
      answers: machine.journal.entries.count { $0.verb == .answer && !$0.isUndone },
      refused: refusedAnswer, shown: machine.shown.ranges)
  }

  private var state: FlowInspection.State {
    switch machine.state {
    case .idle: .idle
    case .running: .running
    case .asking: .asking
    case .working: .working
    case .ended: .ended
    }
  }

  /// Each flow before its children.
  private func openFlows(at now: Int64) -> [FlowInspection.OpenFlow] {
    machine.frames.indices.map { index in
      let frame = machine.frames[index]
      let isInnermost = index == machine.frames.count - 1
      let state: FlowInspection.State =
        frame.closing != nil ? .ending : isInnermost ? self.state : .running
      return FlowInspection.OpenFlow(
        id: frame.step, version: frame.version,
        title: frame.title.resolved(in: environment), isScreen: frame.isScreen, state: state,
        milliseconds: Self.milliseconds(from: frame.openedAt, to: now),
        prompt: isInnermost ? prompt : nil, effects: isInnermost ? effects(at: now) : [],
        shown: machine.shown.ranges(from: frame.firstPresentation),
        parent: index > 0 ? index - 1 : nil, children: isInnermost ? [] : [index + 1])
    }
  }

  /// The loads and commits under way.
  func effects(at now: Int64) -> [FlowInspection.Effect] {
    guard case .working(let effect) = machine.state else { return [] }
    return [
      FlowInspection.Effect(
        id: effect.id, key: effect.call.key?.description, isRepeated: effect.call.isRepeated,
        milliseconds: Self.milliseconds(from: effect.call.began, to: now))
    ]
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

extension PresentationSet {
  /// The ranges from a presentation on.
  fileprivate func ranges(from first: Int) -> [Range<Int>] {
    ranges.compactMap { range in
      range.upperBound <= first ? nil : max(range.lowerBound, first)..<range.upperBound
    }
  }
}
