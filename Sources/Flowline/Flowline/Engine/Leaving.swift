/// Leaving flows before their bodies end: by a person, by the front end, or as a whole.
extension Engine {
  /// What is to be done when a flow is to be left.
  enum Ending: Hashable {
    /// What waits is woken, so that the bodies unwind.
    case unwind
    case refused(Refusal.Code)
  }

  /// The person leaves the innermost flow of a branch that is more than a screen.
  mutating func cancelled(in branch: BranchID, _ reason: CancelReason) -> Ending {
    guard phase == .running else { return .refused(.notRunning) }
    let target = composite(from: branch)
    if let refusal = leavingRefusal(of: target.branch) { return .refused(refusal) }
    end(target, reason)
    return .unwind
  }

  /// What a flow presented is gone.
  ///
  /// - Parameter presentation: one that is on show; nil for everything that is.
  /// - Returns: whether it was done, or why not.
  mutating func gone(_ presentation: Int?) -> Ending {
    guard phase == .running else { return .refused(.notRunning) }
    var target = (branch: BranchID.trunk, index: 0)
    if let presentation {
      let branch = tree.subtree(of: .trunk).first {
        $0 != .trunk && tree[$0].presented.contains { $0.contains(presentation) }
      }
      let innermost = composite(from: branch ?? .trunk)
      let chain = tree.chain(from: innermost.branch)
        .drop { $0.branch == innermost.branch && $0.index > innermost.index }
      target =
        chain.first { tree[$0.branch].frames[$0.index].firstPresentation <= presentation }
        .map { ($0.branch, $0.index) } ?? target
    }
    if let refusal = leavingRefusal(of: target.branch) { return .refused(refusal) }
    end(target, .dismissed)
    return .unwind
  }

  /// What a flow presented is gone, as a script tells it: by the outermost open flow of a name, or
  /// by its place among them.
  ///
  /// Returns what it had presented.
  mutating func goneAsTold(
    of step: StepID, at place: Int?
  ) -> Result<[Range<Int>], Refusal.Code> {
    guard phase == .running else { return .failure(.notRunning) }
    let target: (branch: BranchID, index: Int)?
    if let place {
      let named = openFlows(named: step)
      target = named.indices.contains(place - 1) ? named[place - 1] : nil
    } else {
      target =
        tree.subtree(of: .trunk).lazy.compactMap { [tree] branch in
          tree[branch].frames.firstIndex { $0.step == step }.map { (branch, $0) }
        }.first
    }
    guard let (branch, index) = target else { return .failure(.stale) }
    if let refusal = leavingRefusal(of: branch) { return .failure(refusal) }
    let gone = presentations(since: tree[branch].frames[index].firstPresentation, in: branch)
    end((branch, index), .dismissed)
    return .success(gone)
  }

  /// A nested flow is to end, whatever its siblings do.
  ///
  /// - Parameters:
  ///   - number: that of its frame.
  ///   - reason: what its outcome says.
  /// - Returns: whether it was done, or why not.
  mutating func ended(number: Int, _ reason: CancelReason) -> Ending {
    guard phase == .running else { return .refused(.notRunning) }
    for branch in tree.subtree(of: .trunk) {
      guard let index = tree[branch].frames.firstIndex(where: { $0.id.number == number }) else {
        continue
      }
      if let refusal = leavingRefusal(of: branch) { return .refused(refusal) }
      end((branch, index), reason)
      return .unwind
    }
    return .refused(.stale)
  }

  /// The session is to end as a whole, at once.
  mutating func terminated(_ reason: CancelReason) -> Ending {
    if let refusal = terminateRefusal { return .refused(refusal) }
    beginTerminating()
    close(from: 0, in: .trunk, .cancelled(reason))
    return .unwind
  }

  /// The session is left as it is: its bodies unwind without a line, an outcome or a dismissal.
  mutating func unloaded() -> Ending {
    guard isRunning else { return .refused(.notRunning) }
    isUnloading = true
    isTerminating = true
    close(from: 0, in: .trunk, .cancelled(.terminated))
    return .unwind
  }

  /// A newer version of a flow recorded the session: it is left as it is.
  ///
  /// - Returns: what the flow is told that was about to run it.
  mutating func leaveNewer(_ id: FlowID, recorded: Int, known: Int) -> Denial {
    leave(for: .newerFlow(NewerFlow(id: id, recorded: recorded, known: known)))
    return .leave(.terminated)
  }

  /// What carries the session broke, or was given up.
  mutating func broke() {
    guard terminateRefusal == nil else { return }
    beginTerminating()
    close(from: 0, in: .trunk, .failed)
  }

  private mutating func beginTerminating() {
    isTerminating = true
    noteEndsTold()
    // A flow whose write may be under way gets no outcome: a rebuilt session asks what became of it.
    for id in tree.subtree(of: .trunk) where tree[id].isCommitting {
      for (branch, index) in tree.chain(from: id) where tree[branch].frames[index].closing != nil {
        tree[branch].frames[index].closing = .cancelled(.terminated)
      }
    }
  }

  /// Marks flows as to be ended, without overruling what was decided before, and releases what
  /// waits in them.
  mutating func close(from index: Int, in id: BranchID, _ closing: Closing) {
    for index in tree[id].frames.indices[index...] where tree[id].frames[index].closing == nil {
      tree[id].frames[index].closing = closing
    }
    closeWaiting(in: id)
    closeBelow(id, closing)
  }

  /// Marks all that runs in the branches that grow from one as to be ended.
  mutating func closeBelow(_ id: BranchID, _ closing: Closing) {
    for below in tree.subtree(of: id).dropFirst() {
      for index in tree[below].frames.indices where tree[below].frames[index].closing == nil {
        tree[below].frames[index].closing = closing
      }
      closeEffect(in: below)
    }
  }

  mutating func closeWaiting(in id: BranchID) {
    switch tree[id].state {
    case .forked: return
    // What is decided is told first, once it is durable; the body finds out when it acts again.
    case .telling where !isTerminating: return
    default: break
    }
    guard tree[id].wait != nil else { return }
    let reason: CancelReason
    if case .cancelled(let decided)? = tree[id].frames.last?.closing {
      reason = decided
    } else {
      reason = .terminated
    }
    release(id, reason)
    tree.set(.running, of: id)
  }

  /// Why what waits in a branch is to wait no longer; nil if it is to go on waiting.
  ///
  /// - Parameters:
  ///   - id: the branch.
  ///   - isAnswered: whether a write that it waited for has its answer.
  /// - Returns: the reason with which its flow is cancelled.
  func leaveReason(of id: BranchID, isAnswered: Bool = false) -> CancelReason? {
    if tree[id].isCommitting, !isAnswered, !isTerminating { return nil }
    switch tree[id].frames.last?.closing {
    case .cancelled(let reason)?: return reason
    case .failed?: return .terminated
    case nil: return nil
    }
  }

  /// The innermost flow of a branch that is more than a screen; the root, if it is a screen.
  func composite(from branch: BranchID) -> (branch: BranchID, index: Int) {
    var branch = branch
    while true {
      let index = tree[branch].innermostComposite
      if index >= 0 { return (branch, index) }
      guard branch != .trunk else { return (.trunk, 0) }
      branch = tree[branch].parent
    }
  }

  private mutating func end(_ target: (branch: BranchID, index: Int), _ reason: CancelReason) {
    let frame = tree[target.branch].frames[target.index]
    // It is being left already, and waits for what is told.
    if frame.closing != nil { return }
    endReplay(wanting: "cancel \(frame.step)", in: target.branch)
    // The question that a person sees is told, of those that the flow leaves open.
    let asking = tree.subtree(of: target.branch).first { id in
      if case .asking = tree[id].state { true } else { false }
    }
    rememberPending(in: asking ?? target.branch)
    recordCancel(of: target.index, in: target.branch, reason)
    close(from: target.index, in: target.branch, .cancelled(reason))
  }

  mutating func recordCancel(of index: Int, in branch: BranchID, _ reason: CancelReason) {
    settle(index, in: branch)
    let frame = tree[branch].frames[index]
    if tree.isForked { tellBranch(branch) }
    let named = openFlows(named: frame.step).map { tree[$0.branch].frames[$0.index].id }
    let place = (named.firstIndex(of: frame.id) ?? 0) + 1
    let isPlain = place == (reason == .dismissed ? named.count : 1)
    let text = JSONValue.string(reason.rawValue)
    append(
      JournalEntry(
        .cancel, frame.step, in: frame.ref,
        .json(isPlain ? text : [text, .integer(Int64(place))])))
    carryOver()
  }

  /// The open flows of a name that a line of the journal can mean, the innermost first.
  private func openFlows(named step: StepID) -> [(branch: BranchID, index: Int)] {
    var path = toldBranch
    var told: BranchID?
    while tree.isForked, told == nil, !path.isEmpty {
      told = tree.first { $0.id != .trunk && $0.path == path }
      path.removeLast()
    }
    return tree.chain(from: told ?? .trunk).filter {
      let frame = tree[$0.branch].frames[$0.index]
      return frame.step == step && frame.ref != .unknown
    }
  }

  /// Why a flow of a branch cannot be left now: a commit is under way in it or inside it, or children
  /// at once have not come to rest, of which a journal has all in the order that they rest in.
  func leavingRefusal(of branch: BranchID) -> Refusal.Code? {
    if tree.isCommitting(in: branch) { return .committing }
    return tree.isForked && !due.ready.isEmpty ? .notKept : nil
  }

  /// Why the innermost flow that the person sees cannot be left now.
  var leavingRefusal: Refusal.Code? {
    guard phase == .running else { return .notRunning }
    return leavingRefusal(of: composite(from: tree.foreground).branch)
  }

  /// The flows that leaving the innermost one that the person sees ends, the innermost first.
  var leftByCancelling: [FlowID] {
    guard phase == .running else { return [] }
    let target = composite(from: tree.foreground)
    let own = tree[target.branch].frames[target.index...].map(\.step)
    let below = tree.subtree(of: target.branch).dropFirst().flatMap { tree[$0].frames.map(\.step) }
    return (own + below).reversed()
  }
}
