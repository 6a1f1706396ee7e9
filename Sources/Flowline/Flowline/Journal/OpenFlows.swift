/// The flows that are open where a script has been read to, in each of the branches it tells.
struct OpenFlows {
  /// A branch, by the flow that runs it and the child that began it.
  private struct Key: Hashable {
    let above: FrameRef
    let child: StepID
  }

  private struct OpenBranch {
    /// The branch that holds the flow above.
    let parent: Int
    let above: FrameRef
    /// The ids below the root down to its child.
    let path: [StepID]
    /// What stands for it where the script tells no flows: its `at` entry.
    let at: FrameRef
    var own: [(ref: FrameRef, id: StepID)] = []
  }

  private var branches = [OpenBranch(parent: 0, above: .root, path: [], at: .unknown)]
  private var current = 0
  private var numbers: [Key: Int] = [:]
  /// Where a flow is open, by the flow above it and its id.
  private var places: [Key: (ref: FrameRef, branch: Int)] = [:]

  /// Whether the script told a branch.
  var tellsBranches: Bool { branches.count > 1 }

  /// The flow in which what follows happens.
  var innermost: FrameRef { branches[current].own.last?.ref ?? branches[current].above }

  /// What an entry of a script refers to that does not tell its flows.
  func untold(_ id: StepID) -> FrameRef {
    let branch = branches[current]
    return branch.path.last == id ? .unknown : branch.at
  }

  /// The ids below the root that what follows happens under.
  func place(tellsFlows: Bool) -> [StepID] {
    guard tellsFlows else { return branches[current].path }
    var ids: [StepID] = []
    var branch = current
    while true {
      ids.append(contentsOf: branches[branch].own.reversed().map(\.id))
      guard branch > 0 else { return ids.reversed() }
      branch = branches[branch].parent
    }
  }

  mutating func enter(_ id: StepID, at index: Int) {
    let ref = FrameRef.entered(at: index)
    places[Key(above: innermost, child: id)] = (ref, current)
    branches[current].own.append((ref, id))
  }

  /// Ends the nearest flow of a name with all inside it.
  mutating func leave(_ id: StepID) {
    guard let (branch, index) = nearest(id) else {
      if !branches[current].own.isEmpty { branches[current].own.removeLast() }
      return
    }
    branches[branch].own.removeSubrange(index...)
    current = branch
  }

  /// The open flows of a name, the innermost first.
  func open(_ id: StepID) -> [FrameRef] {
    var found: [FrameRef] = []
    var branch = current
    while true {
      found += branches[branch].own.reversed().filter { $0.id == id }.map(\.ref)
      guard branch > 0 else { return found }
      branch = branches[branch].parent
    }
  }

  private func nearest(_ id: StepID) -> (branch: Int, index: Int)? {
    var branch = current
    while true {
      let index = branches[branch].own.lastIndex { $0.id == id }
      if let index { return (branch, index) }
      guard branch > 0 else { return nil }
      branch = branches[branch].parent
    }
  }

  /// Turns to the branch of a child, and returns the flow that runs it.
  mutating func turn(to path: [StepID], at index: Int) -> FrameRef {
    var above = FrameRef.root
    var holder = 0
    for id in path.dropLast() {
      guard let place = places[Key(above: above, child: id)] else { break }
      (above, holder) = (place.ref, place.branch)
    }
    guard let child = path.last else { return above }
    let key = Key(above: above, child: child)
    if let known = numbers[key], branches[known].path == path {
      current = known
    } else {
      numbers[key] = branches.count
      current = branches.count
      branches.append(
        OpenBranch(parent: holder, above: above, path: path, at: .entered(at: index)))
    }
    return above
  }

  /// Goes back to where the script stood before an entry.
  ///
  /// Which branch follows is told anew.
  mutating func reset(to target: Int, of entries: [JournalEntry]) {
    let toldBranches = tellsBranches
    self = OpenFlows()
    guard toldBranches else {
      var open: [(index: Int, id: StepID)] = []
      var frame = entries[target].frame
      while let index = frame.index {
        open.append((index, entries[index].id))
        frame = entries[index].frame
      }
      for flow in open.reversed() { enter(flow.id, at: flow.index) }
      return
    }
    for (index, entry) in entries[..<target].enumerated() where !entry.isUndone {
      switch entry.verb {
      case .enter: enter(entry.id, at: index)
      case .leave, .abandon: leave(entry.id)
      case .at: _ = turn(to: entry.branchPath, at: index)
      default: break
      }
    }
    // Of children at once, the next line tells which one follows. A flow that runs alone once they
    // have ended is kept in the branch of the last.
    let frame = entries[target].frame
    current = branches.firstIndex { ($0.own.last?.ref ?? $0.above) == frame } ?? 0
  }
}
