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
    if let refusal = leavingRefusal { return .refused(refusal) }
    end(innermostComposite, reason)
    return .unwind
  }

  /// What a flow presented is gone. Without a number it is everything on show.
  mutating func gone(_ presentation: Int?) -> Ending {
    if let refusal = leavingRefusal { return .refused(refusal) }
    guard let presentation else {
      _ = shown.remove(0..<presentationCount)
      end(0, .dismissed)
      return .unwind
    }
    guard shown.contains(presentation) else { return .refused(.stale) }
    _ = shown.remove(presentation..<presentation + 1)
    let owner = frames[...innermostComposite].lastIndex { $0.firstPresentation <= presentation }
    end(owner ?? 0, .dismissed)
    return .unwind
  }

  /// What a flow presented is gone, as a script tells it: by the outermost open flow of a name.
  mutating func gone(of step: StepID) -> Ending {
    if let refusal = leavingRefusal { return .refused(refusal) }
    guard let index = frames.firstIndex(where: { $0.step == step }) else {
      return .refused(.stale)
    }
    _ = shown.remove(frames[index].firstPresentation..<presentationCount)
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
    for index in frames.indices[index...] where frames[index].closing == nil {
      frames[index].closing = closing
    }
    if state != .ended { state = .running }
    journal.pending = nil
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
    rememberPending()
    close(from: index, .cancelled(reason))
    recordCancel(of: index, reason)
  }

  /// Writes down the question that waits, where something else than an answer ends it.
  mutating func rememberPending() {
    guard let pending = journal.pending.take() else { return }
    journal.entries.append(pending.entry)
  }

  mutating func recordCancel(of index: Int, _ reason: CancelReason) {
    if index > 0 { settle(index) }
    journal.entries.append(
      JournalEntry(
        .cancel, frames[index].step, in: frames[index].ref, .json(.string(reason.rawValue))))
    carryOver()
  }

  /// Why nothing can be left now: nothing runs, or a commit is under way.
  var leavingRefusal: Refusal.Code? {
    switch state {
    case .idle, .ended: .notRunning
    case .working(let effect) where effect.isCommit: .committing
    default: nil
    }
  }

  /// Why the session cannot be ended now: nothing runs.
  var terminateRefusal: Refusal.Code? { state == .idle || state == .ended ? .notRunning : nil }

  /// Why no session can be started now: one is running.
  var startRefusal: Refusal.Code? { state == .idle || state == .ended ? nil : .alreadyRunning }
}
