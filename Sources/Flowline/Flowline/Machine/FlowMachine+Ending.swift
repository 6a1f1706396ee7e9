/// Leaving flows before their end.
extension FlowMachine {
  /// What is to be done when a flow is to be left.
  enum Ending: Equatable {
    /// Wake the body, so that it unwinds.
    case unwind
    case refused(Refusal.Code)
  }

  /// The person leaves the innermost flow that is more than a screen.
  mutating func cancelled(_ reason: CancelReason) -> Ending {
    turnToForeground()
    let target = innermostComposite
    if let refusal = leavingRefusal(from: target) { return .refused(refusal) }
    end(target, reason)
    return .unwind
  }

  /// What a flow presented is gone. Without a number it is everything on show.
  mutating func gone(_ presentation: Int?) -> Ending {
    if let refusal = isMany ? terminateRefusal : leavingRefusal { return .refused(refusal) }
    guard let presentation else {
      turnToForeground()
      if let refusal = leavingRefusal(from: 0) { return .refused(refusal) }
      _ = shown.remove(0..<presentationCount)
      end(0, .dismissed)
      return .unwind
    }
    guard shown.contains(presentation) else { return .refused(.stale) }
    turn(toPresenterOf: presentation)
    let target = frames[...innermostComposite].lastIndex { $0.firstPresentation <= presentation }
    if let refusal = leavingRefusal(from: target ?? 0) { return .refused(refusal) }
    _ = shown.remove(presentation..<presentation + 1)
    end(target ?? 0, .dismissed)
    return .unwind
  }

  /// What a flow presented is gone, as a script tells it: by the outermost open flow of a name.
  mutating func gone(of step: StepID) -> Ending {
    if let refusal = terminateRefusal { return .refused(refusal) }
    guard let index = turn(toOutermost: step) else { return .refused(.stale) }
    if let refusal = leavingRefusal(from: index) { return .refused(refusal) }
    let first = min(frames[index].firstPresentation, presentationCount)
    for part in presentedApart(since: first) ?? [first..<presentationCount] {
      _ = shown.remove(part)
    }
    end(index, .dismissed)
    return .unwind
  }

  /// The session is to end as a whole, at once.
  mutating func terminated(_ reason: CancelReason) -> Ending {
    if let refusal = terminateRefusal { return .refused(refusal) }
    isTerminating = true
    close(from: 0, .cancelled(reason))
    return .unwind
  }

  /// What carries the session broke: a presenter or a store.
  mutating func broke() {
    guard state != .idle, state != .ended else { return }
    isTerminating = true
    close(from: 0, .failed)
  }

  /// Marks flows as to be ended, without overruling what was decided before.
  mutating func close(from index: Int, _ closing: Closing) {
    turn(toHolderOf: index)
    for index in frames.indices[index...] where frames[index].closing == nil {
      frames[index].closing = closing
    }
    if isMany { forgetAsker(in: state) }
    if state != .ended, state != .gathering { state = .running }
    journal.pending = nil
    if isMany {
      many?.strands[current]?.want = nil
      closeBelow(current, closing)
    }
  }

  /// The index of the innermost flow that is more than a screen; the root, where it is a screen.
  var innermostComposite: Int {
    guard frames.count > 1, frames[frames.count - 1].isScreen else {
      return max(0, frames.count - 1)
    }
    return frames.count - 2
  }

  private mutating func end(_ index: Int, _ reason: CancelReason) {
    let step = frames[index].step
    endReplay(wanting: "cancel \(step)")
    if isMany {
      turn(toHolderOf: index)
      turnToAsker(below: current)
    }
    rememberPending()
    close(from: index, .cancelled(reason))
    recordCancel(of: index, reason)
  }

  /// Writes down the question that waits, where something else than an answer ends it.
  mutating func rememberPending() {
    guard let pending = journal.pending.take() else { return }
    record(pending.entry)
  }

  mutating func recordCancel(of index: Int, _ reason: CancelReason) {
    if index > 0 { settle(index) }
    record(
      JournalEntry(
        .cancel, frames[index].step, in: frames[index].ref, .json(.string(reason.rawValue))))
    carryOver()
  }

  /// Turns to the strand of the outermost open flow of a name, and returns its index there.
  private mutating func turn(toOutermost step: StepID) -> Int? {
    guard isMany else { return frames.firstIndex { $0.step == step } }
    for strand in subtree(of: 0) {
      turn(toStrand: strand)
      let own = frames.indices[(many?.strands[strand]?.base ?? 0)...]
      if let index = own.first(where: { frames[$0].step == step }) { return index }
    }
    return nil
  }

  /// Why the innermost flow that the person sees cannot be left now.
  var leavingRefusal: Refusal.Code? { leavingRefusal(from: innermostComposite) }

  /// Why nothing can be left now: nothing runs, or a commit is under way.
  func leavingRefusal(from index: Int) -> Refusal.Code? {
    if state == .idle || state == .ended { return .notRunning }
    return isCommitting(in: holder(of: index)) ? .committing : nil
  }

  /// Why the session cannot be ended now: nothing runs.
  var terminateRefusal: Refusal.Code? { state == .idle || state == .ended ? .notRunning : nil }

  /// Why no session can be started now: one is running.
  var startRefusal: Refusal.Code? { state == .idle || state == .ended ? nil : .alreadyRunning }
}
