/// Noting for observers what happens. Each note costs one look at a field if nobody observes.
extension Engine {
  /// Whether anybody wants to know.
  @inline(__always) var isObserved: Bool { events?.isKept ?? false }

  mutating func tell(_ kind: FlowEvent.Kind, at path: StepPath) {
    events?.add(kind, at: path, of: journal.head)
  }

  /// A session is about to start.
  mutating func tellStart() {
    let isRebuilding = !replay.isAtEnd
    events?.isRebuilding = isRebuilding
    if isObserved {
      tell(.started(version: journal.head.version), at: StepPath([journal.head.flow]))
    }
  }

  /// Something happens that was not in the journal.
  private mutating func tellLive(_ kind: FlowEvent.Kind, at path: StepPath) {
    if events?.isRebuilding == true {
      events?.isRebuilding = false
      tell(.rebuilt(answers: answersStanding), at: StepPath([journal.head.flow]))
    }
    tell(kind, at: path)
  }

  mutating func tellAsked(in branch: BranchID) {
    guard isObserved, let asked = tree[branch].asked else { return }
    tellLive(
      .asked(presentation: asked.presentation, kind: asked.pending.outline.kind),
      at: tree.path(of: branch))
  }

  mutating func tell(_ effect: Effect, _ phase: FlowEvent.Phase) {
    guard isObserved else { return }
    tellLive(.effect(FlowEvent.Effect(effect), phase), at: path(of: effect))
  }

  mutating func tellDiverged() {
    guard isObserved, let divergence else { return }
    tellLive(.diverged(divergence), at: divergence.path)
  }

  /// Going back leads out of flows, and into some that had ended.
  mutating func tellBack(to entry: JournalEntry, leaving left: Set<FrameID>) {
    guard isObserved else { return }
    tell(.back, at: journal.path(of: entry))
    for branch in tree.subtree(of: .trunk).reversed() {
      for (index, frame) in tree[branch].frames.enumerated().reversed()
      where frame.hasOutcome && left.contains(frame.id) {
        tell(.ended(.cancelled(.back)), at: tree.path(of: index, in: branch))
      }
    }
  }

  /// A flow is about to go, together with what is still open inside of it.
  mutating func tellOutlived(_ index: Int, in branch: BranchID) {
    guard isObserved else { return }
    let frames = tree[branch].frames
    for inner in frames.indices[(index + 1)...].reversed() where frames[inner].hasOutcome {
      tell(.ended(.cancelled(.terminated)), at: tree.path(of: inner, in: branch))
    }
  }

  /// The root's outcome is about to be told to its handler.
  mutating func tellRootEnded(_ ending: FlowEvent.Ending) {
    guard isObserved else { return }
    tellLive(.ended(ending), at: StepPath([journal.head.flow]))
  }

  /// A child has gone from the open flows and has its outcome; the root's is told by the shell.
  mutating func tellEnded(
    _ frame: Frame, _ path: StepPath, _ verdict: Leaving.Verdict, _ end: BodyEnd
  ) {
    guard isObserved, frame.hasOutcome else { return }
    let ending: FlowEvent.Ending
    switch (verdict, end) {
    case (.cancelled(let reason), _), (.asReturned, .cancelled(let reason)):
      ending = .cancelled(reason)
    case (.asReturned, .finished): ending = .finished
    case (.asReturned, .failed(let message)): ending = .failed(message: message)
    case (.sessionFailed, _): ending = .failed(message: "the session broke")
    }
    tellLive(.ended(ending), at: path)
  }
}

extension FlowEvent.Effect {
  init(_ effect: Effect) {
    self.init(
      number: effect.wait.number, id: effect.id, kind: effect.kind, key: effect.key)
  }
}
