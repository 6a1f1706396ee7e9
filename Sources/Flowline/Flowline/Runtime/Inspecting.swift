/// Looking into a session.
extension Session {
  var inspection: FlowInspection {
    let now = MonotonicTime.now
    return FlowInspection(
      state: state(of: engine.tree.foreground), flows: openFlows(at: now),
      answers: engine.answersStanding, refused: refusedAnswer, shown: shown.all.ranges.map { $0 })
  }

  private func state(of branch: BranchID) -> FlowInspection.State {
    switch engine.phase {
    case .idle: return .idle
    case .ended: return .ended
    case .starting, .finishing: return .running
    case .running: break
    }
    return switch engine.tree[branch].state {
    case .running, .forked, .waiting, .telling, .loaded: .running
    case .asking: isHeldBack ? .working : .asking
    case .loading(let effect) where effect.kind.isWait: .waiting
    case .checking, .loading, .committing: .working
    case .held: .held
    }
  }

  /// Each flow before its children, those of children at once in their order.
  private func openFlows(at now: Int64) -> [FlowInspection.OpenFlow] {
    let branches = engine.tree.subtree(of: .trunk)
    var numbers: [FrameID: Int] = [:]
    var parents: [Int?] = []
    var children: [[Int]] = []
    for branch in branches {
      let frames = engine.tree[branch].frames
      for index in frames.indices {
        let above =
          index > 0
          ? frames[index - 1].id
          : branch == .trunk ? nil : engine.tree[engine.tree[branch].parent].frames.last?.id
        let parent = above.flatMap { numbers[$0] }
        if let parent { children[parent].append(parents.count) }
        numbers[frames[index].id] = parents.count
        parents.append(parent)
        children.append([])
      }
    }
    var flows: [FlowInspection.OpenFlow] = []
    for branch in branches {
      for index in engine.tree[branch].frames.indices {
        flows.append(
          openFlow(index, in: branch, at: now, parents[flows.count], children[flows.count]))
      }
    }
    return flows
  }

  private func openFlow(
    _ index: Int, in branch: BranchID, at now: Int64, _ parent: Int?, _ children: [Int]
  ) -> FlowInspection.OpenFlow {
    let frames = engine.tree[branch].frames
    let frame = frames[index]
    let isInnermost = index == frames.count - 1
    let state: FlowInspection.State =
      frame.closing != nil ? .ending : isInnermost ? self.state(of: branch) : .running
    let presented = RangeSet(engine.presentations(since: frame.firstPresentation, in: branch))
    return FlowInspection.OpenFlow(
      number: frame.id.number, id: frame.step, version: frame.version,
      title: frame.title(in: environment), isScreen: frame.isLeaf, state: state,
      milliseconds: Self.milliseconds(from: frame.openedAt, to: now),
      prompt: isInnermost ? prompt(in: branch) : nil,
      effects: isInnermost ? effects(in: branch, at: now) : [],
      shown: shown.all.intersection(presented).ranges.map { $0 }, parent: parent, children: children
    )
  }

  /// The loads, commits, checks and waits under way.
  func effects(at now: Int64) -> [FlowInspection.Effect] {
    engine.tree.subtree(of: .trunk).flatMap { effects(in: $0, at: now) }
  }

  private func effects(in branch: BranchID, at now: Int64) -> [FlowInspection.Effect] {
    switch engine.tree[branch].state {
    case .checking(_, let effect), .loading(let effect), .committing(let effect, .intended),
      .committing(let effect, .sent):
      [inspected(effect, at: now)]
    default: []
    }
  }

  /// An effect under way as front ends see it.
  func inspected(_ effect: Effect, at now: Int64) -> FlowInspection.Effect {
    let meter = meters[effect.wait.number]
    let waiting = effect.kind.isWait ? waits[effect.wait] : nil
    let figures = meter?.figures
    return FlowInspection.Effect(
      id: effect.id, kind: effect.kind,
      title: (meter?.title ?? waiting?.title)?.resolved(in: environment),
      done: figures?.done, total: figures?.total,
      remark: meter?.remark?.resolved(in: environment),
      key: effect.key?.description, until: waiting?.until, isRepeated: effect.isRepeated,
      milliseconds: Self.milliseconds(from: effect.began, to: now))
  }

  private static func milliseconds(from start: Int64, to now: Int64) -> Int {
    Int(max(0, now - start) / 1_000_000)
  }

  var leaks: LeakLedger {
    var paths: [StepPath] = []
    for branch in engine.tree.subtree(of: .trunk) {
      for index in engine.tree[branch].frames.indices {
        paths.append(engine.tree.path(of: index, in: branch))
      }
    }
    return LeakLedger(bodies: runningBodies, effects: runningEffects, flows: paths)
  }

  /// The journal as it stands, with recorded forms and the questions that wait.
  var journal: Journal {
    var told = engine.told
    told.entries = forms.resolved(told.entries)
    return told
  }

  // MARK: - Legal inputs

  /// What may be done.
  var legalInputs: LegalInputs {
    let answers = legalAnswers
    return LegalInputs(
      answer: legalAnswer(answers), answers: answers,
      back: legality(engine.backRefusal, engine.backPath), reachable: ReachableAnswers(in: engine),
      cancel: legality(engine.leavingRefusal, engine.leftByCancelling),
      terminate: legality(engine.terminateRefusal, engine.tree.openFrames.map(\.step).reversed()),
      startRefusal: engine.startRefusal.map { .make($0) },
      underWay: effects(at: MonotonicTime.now), isSettled: isSettled, hold: holdPrompt)
  }

  private func legality<Value>(
    _ code: Refusal.Code?, _ value: @autoclosure () -> Value
  ) -> Result<Value, Refusal> {
    code.map { .failure(.make($0)) } ?? .success(value())
  }

  private func legalAnswer(_ answers: [LegalAnswer]) -> Result<LegalAnswer, Refusal> {
    switch engine.asker(of: nil) {
    case .failure(let code): .failure(.make(code))
    case .success(let asked):
      answers.first { $0.presentation == asked.presentation }.map { .success($0) }
        ?? .failure(.make(.nothingAsked))
    }
  }

  private var legalAnswers: [LegalAnswer] {
    guard !isHeldBack else { return [] }
    return engine.tree.asking.compactMap { branch in
      guard let prompt = prompt(in: branch),
        let screen = engine.tree[branch].asked.flatMap({ waits[$0.wait]?.question?.screen })
      else { return nil }
      return LegalAnswer(
        path: prompt.path, presentation: prompt.presentation, kind: prompt.kind,
        accepts: prompt.accepts, defaultText: prompt.defaultText, example: prompt.example,
        isSensitive: prompt.isSensitive, takesNothing: screen.takesNothing(in: environment),
        form: prompt.form, isSkippedByBack: screen.question.isSkippedByBack)
    }
  }
}

extension Engine {
  /// The step that going back leads to.
  fileprivate var backPath: StepPath {
    guard case .found(let target) = backTarget else { return StepPath([]) }
    return journal.path(of: journal.entries[target])
  }
}
