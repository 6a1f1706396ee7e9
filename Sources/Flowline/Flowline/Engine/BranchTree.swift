/// The branches of a session.
///
/// Nearly every session is a tree of one: the trunk.
struct BranchTree: Hashable, Sendable {
  /// The trunk, and behind it the branches of children at once in no order.
  private var branches = [
    Branch(id: .trunk, parent: .trunk, path: [], base: nil, above: .root)
  ]
  /// Where in ``branches`` those of children at once are.
  private var places: [BranchID: Int] = [:]
  /// Which branch asks a presentation, while children at once run.
  private(set) var askers: [Int: BranchID] = [:]
  /// The branches with a commit under way, while children at once run.
  private var committing: Set<BranchID> = []
  /// The branches that are held, while children at once run.
  private var held: Set<BranchID> = []

  /// Whether children at once are running.
  var isForked: Bool { branches.count > 1 }

  /// The branch of the root flow.
  var trunk: Branch {
    @inline(__always) _read { yield branches[0] }
  }

  func contains(_ id: BranchID) -> Bool { id == .trunk || places[id] != nil }

  /// A branch; one that has ended has no frames, and cannot be changed.
  subscript(id: BranchID) -> Branch {
    // One `yield` each: a coroutine with two is not inlined, and every look at a branch would cost
    // an allocation.
    @inline(__always) _read {
      let place = place(of: id)
      let found = place == nil ? Self.ended : branches
      yield found[place ?? 0]
    }
    @inline(__always) _modify {
      let place = place(of: id)
      if place == nil { branches += Self.ended }
      yield &branches[place ?? branches.count - 1]
      if place == nil { branches.removeLast() }
    }
  }

  @inline(__always)
  private func place(of id: BranchID) -> Int? { id == .trunk ? 0 : places[id] }

  private static let ended = [
    Branch(id: BranchID(number: -1), parent: .trunk, path: [], base: nil, above: .unknown)
  ]

  // MARK: - Changing

  mutating func insert(_ branch: Branch) {
    places[branch.id] = branches.count
    branches.append(branch)
    self[branch.parent].children.append(branch.id)
  }

  /// Changes what a branch does, and keeps in mind which branches ask.
  @inline(__always)
  mutating func set(_ state: Branch.State, of id: BranchID) {
    if isForked { setForked(state, of: id) } else { self[id].state = state }
  }

  private mutating func setForked(_ state: Branch.State, of id: BranchID) {
    guard contains(id) else { return }
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
      takeOut(below)
    }
    if !isForked { askers = [:] }
  }

  /// The last branch takes the place of one that has ended.
  private mutating func takeOut(_ id: BranchID) {
    guard let place = places.removeValue(forKey: id) else { return }
    let last = branches.removeLast()
    guard last.id != id else { return }
    branches[place] = last
    places[last.id] = place
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

  /// The branch that a person sees: the first that is held, then the first that asks, then the first
  /// that works, or else the first that waits for something outside.
  @inline(__always)
  var foreground: BranchID { isForked ? foregroundOfMany : .trunk }

  private var foregroundOfMany: BranchID {
    if !held.isEmpty, let first = first(where: { held.contains($0.id) }) { return first }
    if !askers.isEmpty,
      let asking = first(where: { if case .asking = $0.state { true } else { false } })
    {
      return asking
    }
    let working = first { branch in
      switch branch.state {
      case .loading(let effect): !effect.kind.isWait
      case .checking, .committing: true
      default: false
      }
    }
    return working ?? first { if case .loading = $0.state { true } else { false } } ?? .trunk
  }

  /// Whether a branch is held.
  @inline(__always) var isHeld: Bool {
    if isForked { return !held.isEmpty }
    if case .held = branches[0].state { return true }
    return false
  }

  /// Whether a question waits for an answer, in whichever branch.
  @inline(__always) var isAsking: Bool { isForked ? !askers.isEmpty : trunk.asked != nil }

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

  /// Where the texts of the innermost flow of a branch are found.
  @inline(__always)
  func placeOfInnermost(in id: BranchID) -> TextPlace? {
    // Looked at in place: a frame is dear to copy.
    let last = self[id].frames.count - 1
    return last >= 0 ? self[id].frames[last].place : nil
  }

  /// The flow that runs the innermost flow of a branch, as entries refer to it.
  @inline(__always)
  func parentOfInnermost(in id: BranchID) -> FrameRef {
    let above = self[id].frames.count - 2
    return above >= 0 ? self[id].frames[above].ref : self[id].above
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

  /// Where a frame is.
  ///
  /// It costs no more than the last id where the flow above is known to run others.
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
