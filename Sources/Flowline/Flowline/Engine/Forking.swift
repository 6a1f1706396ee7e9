/// Starting children at once.
extension Engine {
  /// What the engine knows of a child.
  struct Child: Hashable {
    let id: StepID
    let version: Int
    let title: Text
    var place: TextPlace?
  }

  /// What is to be done when a flow runs children at once.
  enum Forking: Hashable {
    /// Run their bodies, in order.
    case run([Entered])
    case denied(Denial)
    /// Two of them have the same id.
    case sameID(StepID)
  }

  /// A flow runs children at once: each begins a branch.
  ///
  /// If a newer version of one of them recorded it, the session is left as it is.
  mutating func forked(_ children: [Child], by id: FrameID) -> Forking {
    if let denial = denial(for: id) { return .denied(denial) }
    var ids: Set<StepID> = []
    for child in children where !ids.insert(child.id).inserted { return .sameID(child.id) }
    let index = tree[id.branch].frames.count - 1
    settle(index, in: id.branch)
    let parent = tree[id.branch].frames[index]
    let base = tree.path(of: index, in: id.branch)
    let below = Array(base.ids.dropFirst())
    let recorded = replay.takeEnterings(of: ids, in: parent.recordedRef, below: below)
    for child in children {
      if case .newer(let version)? = recorded[child.id]?.age(for: child.version) {
        return .denied(leaveNewer(child.id, recorded: version, known: child.version))
      }
    }
    var started: [Entered] = []
    started.reserveCapacity(children.count)
    for child in children {
      let number = nextSerial()
      let entering = recorded[child.id]
      let branch = BranchID(number: number)
      let frame = Frame(
        id: FrameID(branch: branch, number: number), step: child.id, version: child.version,
        title: child.title, place: child.place,
        openedAt: openingTime(of: entering?.ref ?? .unknown), ref: .unknown,
        recordedRef: entering?.ref ?? .unknown,
        firstPresentation: entering?.presentation ?? numbers.presentations)
      var grown = Branch(
        id: branch, parent: id.branch, path: below + [child.id], base: base, above: parent.ref)
      grown.frames = [frame]
      tree.insert(grown)
      noteBegun(branch, of: id.branch, place: started.count)
      started.append(
        Entered(
          frame.id, isNews: isNews(entering?.ref), entering?.age(for: child.version)))
    }
    tree.set(.forked, of: id.branch)
    return .run(started)
  }

  /// Whether the body of a child at once is to begin at all; nil if the child is gone.
  func begins(_ id: FrameID) -> Bool? {
    guard let last = tree[id.branch].frames.last, last.id == id else { return nil }
    return last.closing == nil
  }

  /// The other children at once are to end: one has decided the matter.
  mutating func superseded(by parent: FrameID) {
    guard tree[parent.branch].frames.last?.id == parent,
      case .forked = tree[parent.branch].state
    else { return }
    closeBelow(parent.branch, .cancelled(.superseded))
  }

  /// A child at once was to end before its body had begun.
  ///
  /// Nobody was told of it.
  mutating func dropped(_ id: FrameID) {
    guard let last = tree[id.branch].frames.last, last.id == id else { return }
    tree[id.branch].frames.removeLast()
    endBranch(id.branch)
  }
}
