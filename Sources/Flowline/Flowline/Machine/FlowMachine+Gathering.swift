/// Starting and ending children at once.
extension FlowMachine {
  /// A child as the machine is told of it.
  struct Child {
    let id: StepID
    let version: Int
    let title: Text
    let migrations: [Migration]
  }

  /// What is to be done when a flow runs children at once.
  enum Gathering {
    /// Run their bodies, in order.
    case run([Frame.ID], areNews: [Bool])
    case hindered(Hindrance)
    /// Two of them have the same id.
    case sameID(StepID)
  }

  /// A flow runs children at once: each begins a strand.
  mutating func gathered(_ children: [Child], by id: Frame.ID) -> Gathering {
    if let hindrance = hindrance(for: id) { return .hindered(hindrance) }
    var ids: Set<StepID> = []
    for child in children where !ids.insert(child.id).inserted { return .sameID(child.id) }
    settle(frames.count - 1)
    let recorded = tape.takeEnterings(of: ids, in: frames[frames.count - 1].recordedRef)
    if !isMany {
      many = StrandTable()
      isMany = true
      many?.strands[0] = Strand(path: [], parent: 0, level: 0, base: 0, state: .running)
    }
    let parent = current
    let above = frames.dropFirst().map(\.step)
    let level = (many?.strands[parent]?.level ?? 0) + 1
    var started: [Frame.ID] = []
    started.reserveCapacity(children.count)
    for child in children {
      let id = Frame.ID(number: nextSerial())
      let entering = recorded[child.id]
      if let entering, entering.version < child.version {
        tape.migrate(child.migrations, of: entering.ref, from: entering.version)
      }
      let frame = Frame(
        id: id, step: child.id, version: child.version, title: child.title, ref: .unknown,
        recordedRef: entering?.ref ?? .unknown, isRecorded: entering != nil,
        firstPresentation: entering?.presentation ?? presentationCount,
        openedAt: openingTime(of: entering?.ref ?? .unknown))
      many?.strands[id.number] = Strand(
        path: above + [child.id], parent: parent, level: level, base: frames.count,
        frames: [frame], state: .running)
      many?.strandOf[id] = id.number
      started.append(id)
    }
    many?.strands[parent]?.children = started.map(\.number)
    state = .gathering
    return .run(started, areNews: children.map { isNews(recorded[$0.id]?.ref) })
  }

  /// Whether the body of a child at once is to begin at all; nothing where the child is gone.
  mutating func begins(_ id: Frame.ID) -> Bool? {
    turn(to: id)
    guard let last = frames.last, last.id == id else { return nil }
    return last.closing == nil
  }

  /// A child at once was to end before its body had begun. Nobody was told of it.
  mutating func dropped(_ id: Frame.ID) {
    turn(to: id)
    guard let last = frames.last, last.id == id else { return }
    frames.removeLast()
    many?.strandOf[id] = nil
    endStrand()
  }

  /// The other children at once are to end: one has decided the matter.
  mutating func superseded(by parent: Frame.ID) {
    guard isMany else { return }
    turn(to: parent)
    guard frames.last?.id == parent, state == .gathering else { return }
    closeBelow(current, .cancelled(.superseded))
  }

  /// Marks all that runs in the strands below one as to be ended.
  mutating func closeBelow(_ strand: Int, _ closing: Closing) {
    for below in subtree(of: strand).dropFirst() {
      guard var inner = many?.strands[below] else { continue }
      for index in inner.frames.indices where inner.frames[index].closing == nil {
        inner.frames[index].closing = closing
      }
      inner.pending = nil
      forgetAsker(in: inner.state)
      // A write that is on its way is waited for: its reply must stand in the journal.
      if !isCommittingItself(below) || isTerminating, inner.state != .gathering {
        inner.state = .running
        inner.want = nil
      }
      many?.strands[below] = inner
    }
  }

  /// Why what waits in a frame is to wait no longer; nothing where it is to go on waiting.
  mutating func leaveReason(of id: Frame.ID) -> CancelReason? {
    guard isMany, let strand = many?.strandOf[id] else {
      return isTerminating ? .terminated : .back
    }
    turn(toStrand: strand)
    guard let frame = frames.last, frame.id == id else {
      return isTerminating ? .terminated : .back
    }
    if isCommittingItself(strand), !isTerminating { return nil }
    switch frame.closing {
    case .cancelled(let reason)?: return reason
    case .failed?: return .terminated
    case nil: return nil
    }
  }

  /// What a flow that ends may have on show, where other strands present in between.
  func presentedApart(since first: Int) -> [Range<Int>]? {
    guard isMany, current != 0, let strand = many?.strands[current] else { return nil }
    return strand.presented.ranges.compactMap { range in
      let own = range.clamped(to: min(first, presentationCount)..<presentationCount)
      return own.isEmpty ? nil : own
    }
  }

  /// Ends the current strand where its last frame is gone.
  mutating func endStrand() {
    guard isMany, let ended = many?.strands[current] else { return }
    if current == 0 {
      guard frames.isEmpty else { return }
      return forgetStrands()
    }
    guard frames.count <= ended.base else { return }
    let number = current
    for below in subtree(of: number).dropFirst() { forget(below) }
    many?.strands[number]?.children = []
    state = .running
    turn(toStrand: ended.parent)
    many?.strands[number] = nil
    let parent = ended.parent
    if let index = many?.strands[parent]?.children.firstIndex(of: number) {
      many?.strands[parent]?.children.remove(at: index)
    }
    if parent != 0 { many?.strands[parent]?.presented.insert(contentsOf: ended.presented) }
    guard many?.strands[parent]?.children.isEmpty ?? true else { return }
    if state == .gathering { state = .running }
    if parent == 0 { forgetStrands() }
  }

  /// Lets go of a strand whose flows have ended with the one that ran them.
  mutating func forget(_ strand: Int) {
    if let state = many?.strands[strand]?.state { forgetAsker(in: state) }
    for frame in many?.strands[strand]?.frames ?? [] { many?.strandOf[frame.id] = nil }
    many?.strands[strand] = nil
  }
}
