/// Questions that nothing can answer: whether one is put all the same, or fails its flow.
extension Engine {
  /// Whether a question that nothing can answer fails its flow in place of being put.
  ///
  /// It does if one could not go back from it to give another answer before, so that it would keep the person
  /// for good; but not while the journal that is replayed has more, which a change of the flow is not to lose. A
  /// question that fails its flow is told, as any that no answer followed: a session is rebuilt as it went.
  ///
  /// - Parameters:
  ///   - outline: what a script compares.
  ///   - id: the flow that asks.
  mutating func failsFlow(asking outline: PromptOutline, in id: FrameID) -> Bool {
    let branch = id.branch
    // Why a flow may not act comes before what is wrong with its question.
    guard tree[branch].mayAct(id) else { return false }
    if !replay.isAtEnd {
      takeNextCancel(before: id)
      guard tree[branch].mayAct(id) else { return false }
    }
    let index = tree[branch].frames.count - 1
    let question = PendingEntry(
      id: tree[branch].frames[index].step, frame: tree.parentOfInnermost(in: branch),
      outline: outline)
    let target = backStops.target(asking: (question.id, question.frame), in: journal.entries)
    guard target.refusal != nil else { return false }
    switch fate(of: question) {
    case .wasPut?: return false
    case .wasTold?: return !isLeftNext(recordedParent(of: index, in: branch))
    case nil:
      // The flow was changed, or what its question is made of: what is left of the journal is set aside.
      guard replay.inputsLeft == 0 else { return false }
      endReplay(wanting: "answer \(question.id)", in: branch)
      record(question.entry, in: branch)
      return true
    }
  }

  /// What the journal tells of a question that has no answer in it.
  private enum Fate {
    /// It was put: an answer to it was refused, or what a changed flow did not come to was set aside for it.
    case wasPut
    /// It was told and nothing came of it: it failed its flow, or its flow was left.
    case wasTold
  }

  /// What became of a question, by what is told since its flow did something else; nil if nothing is.
  ///
  /// What was told first decides: behind a question that failed, its flow may have asked once more in another
  /// way, or have set aside what it does not come to any more.
  private func fate(of question: PendingEntry) -> Fate? {
    var found: Fate?
    for index in journal.entries.indices.reversed() where !journal.entries[index].isUndone {
      let verb = journal.entries[index].verb
      let frame = journal.entries[index].frame
      guard verb.isRemark || verb == .at else {
        if frame == question.frame || index == question.frame.index { return found }
        continue
      }
      if verb == .aside { found = .wasPut }
      guard journal.entries[index].id == question.id,
        frame == question.frame || frame == .unknown
      else { continue }
      let isSame = journal.entries[index].outline == question.outline
      switch verb {
      case .refuse where isSame: return .wasPut
      case .refuse: found = .wasPut
      case .show where isSame: found = .wasTold
      default: break
      }
    }
    return found
  }

  /// Whether the next that is recorded is that somebody left a flow, or one that it runs in.
  private mutating func isLeftNext(_ flow: FrameRef) -> Bool {
    guard replay.hasCancels, let next = replay.nextInput(), replay.entries[next].verb == .cancel
    else { return false }
    let left = replay.entries[next].frame
    var flow = flow
    while flow != left, left != .unknown {
      guard let index = flow.index, index < replay.entries.count else { return false }
      flow = replay.entries[index].frame
    }
    return true
  }
}
