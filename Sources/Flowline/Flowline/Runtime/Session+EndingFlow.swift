/// Ending one flow of several, without the others.
extension Session {
  /// Ends a nested flow with all inside it.
  ///
  /// What it presented is taken off show.
  ///
  /// - Parameters:
  ///   - number: that of its frame.
  ///   - reason: what its outcome says.
  /// - Returns: whether it was done, or why not.
  func endFlow(_ number: Int, _ reason: CancelReason) -> FlowController.Reception {
    let presented = engine.presentations(ofFlow: number)
    switch engine.ended(number: number, reason) {
    case .refused(let code): return refuse(code, .cancel)
    case .unwind:
      dismiss(presented)
      return .accepted
    }
  }
}

extension FlowController {
  /// Ends a flow as a line of a script tells it; nil if no such flow is open.
  ///
  /// - Parameters:
  ///   - flow: its id.
  ///   - place: which of the flows of its name, counted from the innermost, which is 1.
  ///   - path: the ids below the root that the line happens under; nil if no children run at once.
  ///   - reason: what its outcome says.
  /// - Returns: whether it was done, or why not; nil if no such flow is open.
  func end(
    asTold flow: FlowID, at place: Int?, under path: [StepID]?, _ reason: CancelReason
  ) -> Reception? {
    act { session in
      session.engine.openFlow(named: flow, at: place ?? 1, under: path)
        .map { session.endFlow($0, reason) }
    }
  }
}

extension Engine {
  /// What an open flow has presented, and what runs in it.
  func presentations(ofFlow number: Int) -> [Range<Int>] {
    for branch in tree.subtree(of: .trunk) {
      guard let frame = tree[branch].frames.first(where: { $0.id.number == number }) else {
        continue
      }
      let own = presentations(since: frame.firstPresentation, in: branch)
      guard branch != .trunk else { return own }
      let below = tree.subtree(of: branch).dropFirst().flatMap {
        presentations(since: frame.firstPresentation, in: $0)
      }
      return own + below
    }
    return []
  }

  /// The number of the open flow that a line of a script means.
  fileprivate func openFlow(named step: StepID, at place: Int, under path: [StepID]?) -> Int? {
    let named = tree.subtree(of: .trunk).flatMap { branch in
      tree[branch].frames.indices
        .filter { tree[branch].frames[$0].step == step }
        .map { (path: tree.path(of: $0, in: branch).ids.dropFirst(), at: (branch, $0)) }
    }
    // A screen that is asked in passing is meant only if no other flow is.
    let others = named.filter { !tree[$0.at.0].frames[$0.at.1].isLeaf }
    let meant = (others.isEmpty ? named : others).filter { path?.starts(with: $0.path) ?? true }
      .sorted { $0.path.count > $1.path.count }
    guard meant.indices.contains(place - 1) else { return nil }
    let (branch, index) = meant[place - 1].at
    return tree[branch].frames[index].id.number
  }
}
