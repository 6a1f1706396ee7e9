/// The branches of a session. Nearly every session is a tree of one: the trunk.
struct BranchTree: Hashable, Sendable {
  private(set) var trunk = Branch(
    id: .trunk, parent: .trunk, path: [], base: nil, above: .root)
  private var others: [BranchID: Branch] = [:]
  /// Which branch asks a presentation, while children at once run.
  private(set) var askers: [Int: BranchID] = [:]
  /// The branches with a commit under way, while children at once run.
  private var committing: Set<BranchID> = []
  /// The branches that are held, while children at once run.
  private var held: Set<BranchID> = []

  /// Whether children at once are running.
  var isForked: Bool { !others.isEmpty }

  func contains(_ id: BranchID) -> Bool { id == .trunk || others[id] != nil }

  /// A branch; one that has ended has no frames.
  subscript(id: BranchID) -> Branch {
    @inline(__always) _read {
      if id == .trunk { yield trunk } else { yield others[id] ?? Self.ended(id) }
    }
    @inline(__always) _modify {
      if id == .trunk {
        yield &trunk
      } else {
        yield &others[id, default: Self.ended(id)]
      }
    }
  }

  private static func ended(_ id: BranchID) -> Branch {
    Branch(id: id, parent: .trunk, path: [], base: nil, above: .unknown)
  }

  // MARK: - Changing

  mutating func insert(_ branch: Branch) {
    others[branch.id] = branch
    self[branch.parent].children.append(branch.id)
  }

  /// Changes what a branch does, and keeps in mind which branches ask.
  @inline(__always)
  mutating func set(_ state: Branch.State, of id: BranchID) {
    if others.isEmpty { trunk.state = state } else if contains(id) { setForked(state, of: id) }
  }

  private mutating func setForked(_ state: Branch.State, of id: BranchID) {
    if let asked = self[id].asked { askers[asked.presentation] = nil }
    self[id].state = state
    if let asked = self[id].asked { askers[asked.presentation] = id }
    if self[id].isCommitting { committing.insert(id) } else { committing.remove(id) }
    if case .held = state { held.insert(id) } else { held.remove(id) }
  }

  /// Takes a branch out, with all that grow from it.
  mutating func remove(_ id: BranchID) {
    for below in subtree(of: id).reversed() where below != .trunk {
      if let asked = self[below].asked { askers[asked.presentation] = nil }
      committing.remove(below)
      held.remove(below)
      others[below] = nil
    }
    if others.isEmpty { askers = [:] }
  }

  // MARK: - Looking

  /// A branch and those that grow from it, from the outside in, children in their order.
  func subtree(of id: BranchID) -> [BranchID] {
    guard isForked else { return [id] }
    var found: [BranchID] = []
    // A stack of its own: branches may be nested deeply.
    var open = [id]
    while let next = open.popLast() {
      found.append(next)
      open.append(contentsOf: self[next].children.reversed())
    }
    return found
  }

  /// The first branch for which something holds, from the outside in, children in their order.
  func first(below id: BranchID = .trunk, where matches: (Branch) -> Bool) -> BranchID? {
    if matches(self[id]) { return id }
    guard isForked else { return nil }
    var open = [(branch: id, next: 0)]
    while let top = open.last {
      let children = self[top.branch].children
      guard top.next < children.count else {
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      let child = children[top.next]
      if matches(self[child]) { return child }
      open.append((child, 0))
    }
    return nil
  }

  /// The branch that a person sees: the first that is held, then the first that asks, or else the
  /// first that works.
  var foreground: BranchID {
    guard isForked else { return .trunk }
    if !held.isEmpty, let first = first(where: { held.contains($0.id) }) { return first }
    if !askers.isEmpty,
      let asking = first(where: { if case .asking = $0.state { true } else { false } })
    {
      return asking
    }
    let working = first { branch in
      switch branch.state {
      case .checking, .loading, .committing: true
      default: false
      }
    }
    return working ?? .trunk
  }

  /// The branches that ask, in the order of the children.
  var asking: [BranchID] {
    subtree(of: .trunk).filter { if case .asking = self[$0].state { true } else { false } }
  }

  /// Whether a commit is under way in a branch or in one that grows from it.
  func isCommitting(in id: BranchID = .trunk) -> Bool {
    guard isForked else { return trunk.isCommitting }
    return committing.contains { committing in
      var above = committing
      while above != id, above != .trunk { above = self[above].parent }
      return above == id
    }
  }

  /// The frame, if it is open.
  subscript(frame id: FrameID) -> Frame? {
    let branch = self[id.branch]
    return branch.index(of: id).map { branch.frames[$0] }
  }

  /// Every flow that has started and not ended, each before those inside it.
  var openFrames: [Frame] { subtree(of: .trunk).flatMap { self[$0].frames } }

  /// A branch and those it grows from, the innermost first, each with its frames' indices from the
  /// innermost out.
  func chain(from id: BranchID) -> [(branch: BranchID, index: Int)] {
    var chain: [(branch: BranchID, index: Int)] = []
    var branch = id
    while true {
      chain += self[branch].frames.indices.reversed().map { (branch, $0) }
      guard branch != .trunk else { return chain }
      branch = self[branch].parent
    }
  }

  /// Where a frame is. It costs no more than the last id where the flow above is known to run others.
  func path(of index: Int, in id: BranchID) -> StepPath {
    let branch = self[id]
    guard branch.frames.indices.contains(index) else { return branch.base ?? StepPath([]) }
    if let path = branch.frames[index].path { return path }
    let above = index > 0 ? path(of: index - 1, in: id) : branch.base
    return above.map { $0.appending(branch.frames[index].step) }
      ?? StepPath([branch.frames[index].step])
  }

  /// Where the innermost flow of a branch is.
  func path(of id: BranchID) -> StepPath { path(of: self[id].frames.count - 1, in: id) }
}
