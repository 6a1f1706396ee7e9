/// Children at once in a replay: each takes what is recorded for it when that is next, so that all
/// comes in the order it came in.
extension FlowMachine {
  /// What is to be done when nothing can run any more.
  enum Turning {
    /// Wake these, in order.
    case wake([Frame.ID])
    /// Flows were told to end: wake what waits in them.
    case unwind
    /// Nothing.
    case rest
  }

  /// Whether a step must wait until the tape comes to it.
  mutating func waitsForTurn(_ step: StepID, at index: Int) -> Bool {
    guard tape.inputsLeft > 0, !hasTurn else { return false }
    wait(.answer, step, at: index, isCommit: false)
    return true
  }

  /// Whether a load or a commit must wait until its reply is next.
  mutating func waitsForReply(of step: StepID, isCommit: Bool, at index: Int) -> Bool {
    guard !hasTurn else { return false }
    if tape.inputsLeft > 0, tape.hasEffects {
      wait(.reply, step, at: index, isCommit: isCommit)
      return true
    }
    guard let recordedEffects, !recordedEffects.isEmpty else { return false }
    wait(.recordedReply, step, at: index, isCommit: isCommit)
    return true
  }

  private var hasTurn: Bool { frames.last.map { many?.turned[$0.id] != nil } ?? false }

  /// Takes the entry that gave the innermost flow its turn.
  mutating func takeTurned() -> (index: Int, entry: JournalEntry)? {
    guard let id = frames.last?.id, let index = many?.turned.removeValue(forKey: id), index >= 0
    else { return nil }
    tape.take(at: index)
    return (index, tape.entries[index])
  }

  private mutating func wait(
    _ kind: Strand.Want.Kind, _ step: StepID, at index: Int, isCommit: Bool
  ) {
    state = .waiting
    many?.strands[current]?.want = Strand.Want(
      kind: kind, step: step, frame: frames[index].recordedRef,
      path: frames[1..<(index + 1)].map(\.step) + [step], isCommit: isCommit)
    many?.waiters[step, default: []].append(current)
    mayWait = true
    if isCommit { many?.committing.insert(current) }
  }

  /// Nothing can run any more. Gives the turn to whoever wants what is next.
  mutating func turnTaken() -> Turning {
    guard isMany, mayWait else { return .rest }
    if tape.inputsLeft > 0, let (index, entry) = tape.nextInput {
      // A question whose answer the journal does not tell stands before everything else.
      if isAnyAsking { return .rest }
      if entry.verb == .cancel, takeCancel(entry, at: index) { return .unwind }
      if let strand = waiter(for: entry) {
        return .wake([give(strand, entry: index)].compactMap(\.self))
      }
      if let strand = waiterForInserted { return .wake([give(strand)].compactMap(\.self)) }
      let works = firstStrand { if case .working = $0 { true } else { false } }
      guard works == nil else { return .rest }
      turnToWaiter()
      let wanted = many?.strands[current]?.want.map { want in
        want.kind == .answer
          ? "answer \(want.step)" : "\(want.isCommit ? "done" : "load") \(want.step)"
      }
      diverge(
        at: tape.line(of: index), recorded: "\(entry.verb.rawValue) \(entry.id)",
        wanting: wanted ?? "something else")
    }
    return wakeAll()
  }

  /// The replay is over: what waited goes on by itself. Where a record has the replies, they come
  /// one by one, unless somebody else says when.
  private mutating func wakeAll() -> Turning {
    let waiting = subtree(of: 0).filter { state(of: $0) == .waiting }
    let ready = waiting.filter { many?.strands[$0]?.want?.kind != .recordedReply }
    if !ready.isEmpty { return .wake(ready.compactMap { give($0) }) }
    let recorded = waiting.first {
      many?.strands[$0]?.want.map { recordedEffects?.has($0.step) ?? false } ?? false
    }
    if !holdsReplies, let recorded { return .wake([give(recorded)].compactMap(\.self)) }
    mayWait = false
    return .rest
  }

  /// Gives a strand its turn, and returns the frame that waits in it.
  mutating func give(_ strand: Int, entry index: Int? = nil) -> Frame.ID? {
    turn(toStrand: strand)
    guard state == .waiting, let id = frames.last?.id else { return nil }
    state = .running
    many?.strands[strand]?.want = nil
    many?.turned[id] = index ?? -1
    return id
  }

  /// The strand that waits for an entry.
  private mutating func waiter(for entry: JournalEntry) -> Int? {
    let kind: Strand.Want.Kind
    switch entry.verb {
    case .answer: kind = .answer
    case .load, .done, .fail: kind = .reply
    default: return nil
    }
    let place = tape.place(of: entry)
    let isMeant = { (want: Strand.Want) in
      guard want.kind == kind else { return false }
      if let place { return want.path.starts(with: place) }
      return entry.frame == .unknown || entry.frame == want.frame
    }
    if let waiter = takeWaiter(for: entry.id, where: isMeant) { return waiter }
    // What a script by hand told last may be over.
    return place == nil ? nil : takeWaiter(for: entry.id) { $0.kind == kind }
  }

  /// The first strand that waits for a step and is meant.
  mutating func takeWaiter(for step: StepID, where isMeant: (Strand.Want) -> Bool) -> Int? {
    guard var waiting = many?.waiters[step] else { return nil }
    waiting.removeAll { state(of: $0) != .waiting || many?.strands[$0]?.want?.step != step }
    let index = waiting.firstIndex { many?.strands[$0]?.want.map(isMeant) ?? false }
    let found = index.map { waiting.remove(at: $0) }
    many?.waiters[step] = waiting.isEmpty ? nil : waiting
    return found
  }

  /// A strand whose question is newer than the journal, and that a migration has an answer for.
  private var waiterForInserted: Int? {
    for strand in subtree(of: 0) where state(of: strand) == .waiting {
      guard let want = many?.strands[strand]?.want, want.kind == .answer else { continue }
      if tape.hasInserted(want.step, in: want.frame) { return strand }
    }
    return nil
  }

  private mutating func turnToWaiter() {
    if let waiting = firstStrand(where: { $0 == .waiting }) { turn(toStrand: waiting) }
  }

  /// A recorded leaving, carried out in whichever strand it was.
  private mutating func takeCancel(_ entry: JournalEntry, at index: Int) -> Bool {
    for strand in subtree(of: 0).reversed() {
      turn(toStrand: strand)
      let base = many?.strands[strand]?.base ?? 0
      let target = frames.indices[base...].last {
        frames[$0].step == entry.id
          && (entry.frame == .unknown || entry.frame == frames[$0].recordedRef)
      }
      guard let target else { continue }
      tape.take(at: index)
      let reason = entry.payload.json?.string.flatMap(CancelReason.init) ?? .user
      close(from: target, .cancelled(reason))
      recordCancel(of: target, reason)
      return true
    }
    return false
  }

  // MARK: - Asking

  /// A presentation is of the current strand.
  mutating func presented(_ presentation: Int) {
    many?.strands[current]?.presented.insert(presentation)
    if let last = frames.last { many?.askers[presentation] = last.id }
  }

  /// A strand's question is over, whatever ended it.
  mutating func forgetAsker(in state: State) {
    switch state {
    case .asking(let presentation): many?.askers[presentation] = nil
    case .working(let effect) where effect.kind == .check:
      many?.askers[effect.call.presentation] = nil
    default: break
    }
  }

  /// Why an answer cannot be taken, where nobody asks the presentation it is meant for.
  mutating func askingRefusal(_ presentation: Int?) -> Refusal.Code {
    if let presentation, isChecked(presentation) { return .checking }
    turnToForeground()
    switch state {
    case .asking: return .stale
    case .working(let effect) where effect.kind == .check && presentation == nil: return .checking
    default: return .nothingAsked
    }
  }

  /// Turns to the strand that showed a presentation.
  mutating func turn(toPresenterOf presentation: Int) {
    guard isMany else { return }
    let presenter = subtree(of: 0).first {
      many?.strands[$0]?.presented.contains(presentation) ?? false
    }
    turn(toStrand: presenter ?? 0)
  }

  /// The strand that a frame of the current chain belongs to.
  func holder(of index: Int) -> Int {
    var holder = current
    while let strand = many?.strands[holder], strand.base > index { holder = strand.parent }
    return holder
  }

  /// A flow ended while children of its were still running at once: they are let go.
  mutating func abandonStrands(of frame: Frame, at index: Int) {
    if index == frames.count - 1 {
      note(
        .outlivedParent, at: path(to: index), "children at once were still running when it ended")
    }
    for below in subtree(of: current).dropFirst() { forget(below) }
    many?.strands[current]?.children = []
    state = .running
    if current == 0 { forgetStrands() }
  }
}
