@testable import Flowline

/// What must hold of an engine after every event.
///
/// Each names its rule.
struct EngineInvariants {
  let engine: Engine

  /// The first that does not hold; nil if all do.
  var broken: String? {
    phases ?? frames ?? waits ?? branches ?? closing ?? back ?? answers ?? lineage ?? keys ?? shown
  }

  private var ids: [BranchID] { engine.tree.subtree(of: .trunk) }

  /// Rules 1 and 5: flows are open while the session runs, and none after.
  private var phases: String? {
    let isOpen = !engine.tree.openFrames.isEmpty
    switch engine.phase {
    case .idle, .starting, .ended, .finishing:
      return isOpen ? "rule 5: flows are open while \(engine.phase)" : nil
    case .running: return isOpen ? nil : "rule 1: nothing is open while running"
    }
  }

  /// Rule 3: a frame is open once, and its children are newer than it.
  private var frames: String? {
    let open = engine.tree.openFrames.map(\.id)
    if Set(open).count != open.count { return "rule 3: a flow is open twice" }
    for id in ids {
      let branch = engine.tree[id]
      let numbers = branch.frames.map(\.id.number)
      if numbers != numbers.sorted() { return "rule 3: a child is older than its parent" }
      if branch.frames.contains(where: { $0.id.branch != id }) { return "rule 3: a strange frame" }
      if id != .trunk, branch.frames.isEmpty { return "rule 5: a branch without frames is left" }
      if numbers.contains(where: { $0 > engine.numbers.serial }) {
        return "rule 3: a frame is not numbered"
      }
    }
    return nil
  }

  /// A wait is in one branch, which it names.
  private var waits: String? {
    var seen: Set<Int> = []
    for id in ids {
      guard let wait = engine.tree[id].wait else { continue }
      if wait.branch != id { return "\(wait) waits in \(id)" }
      if !seen.insert(wait.number).inserted { return "\(wait) waits twice" }
      if wait.number > engine.numbers.serial { return "\(wait) is not numbered" }
    }
    return nil
  }

  /// What the tree keeps in mind is what its branches say.
  private var branches: String? {
    let tree = engine.tree
    var askers: [Int: BranchID] = [:]
    for id in ids {
      if let asked = tree[id].asked { askers[asked.presentation] = id }
      let naive = tree.subtree(of: id).contains { tree[$0].isCommitting }
      if tree.isCommitting(in: id) != naive { return "rule 12: who commits in \(id) is not known" }
      let isForked: Bool
      if case .forked = tree[id].state { isForked = true } else { isForked = false }
      if isForked, tree[id].children.isEmpty { return "rule 5: \(id) waits for no children" }
      if tree[id].children.contains(where: { tree[$0].parent != id || !tree.contains($0) }) {
        return "rule 5: \(id) has children that are not its own"
      }
    }
    if tree.isForked, tree.askers != askers { return "askers are \(tree.askers), not \(askers)" }
    if !tree.isForked, !tree.askers.isEmpty { return "askers are left: \(tree.askers)" }
    if tree.foreground != naiveForeground { return "the foreground is \(tree.foreground)" }
    return nil
  }

  private var naiveForeground: BranchID {
    guard engine.tree.isForked else { return .trunk }
    func first(_ isMeant: (Branch.State) -> Bool) -> BranchID? {
      ids.first { isMeant(engine.tree[$0].state) }
    }
    return first { if case .held = $0 { true } else { false } }
      ?? first { if case .asking = $0 { true } else { false } }
      ?? first { state in
        switch state {
        case .loading(let effect): effect.kind == .load
        case .checking, .committing: true
        default: false
        }
      } ?? first { if case .loading = $0 { true } else { false } } ?? .trunk
  }

  /// Rule 4: what is inside a flow that is being left is being left too, but a write on its way.
  private var closing: String? {
    for id in ids {
      let branch = engine.tree[id]
      if let first = branch.frames.firstIndex(where: { $0.closing != nil }),
        branch.frames[first...].contains(where: { $0.closing == nil })
      {
        return "rule 4: a flow is open inside one that is being left"
      }
      let isClosing = branch.frames.last?.closing != nil
      switch branch.state {
      case .asking, .checking, .loading:
        if isClosing { return "rule 4: a flow that is being left waits" }
      case .running, .forked, .committing, .held, .waiting, .telling, .loaded: break
      }
      if case .asking = branch.state, branch.frames.last?.isLeaf != true {
        return "what asks is no screen"
      }
    }
    return nil
  }

  /// Rule 12: going back leads to where the plain definition says.
  private var back: String? {
    let entries = engine.journal.entries
    // A scan from the end misses a flow that was left while a sibling's, left later, was open.
    if entries.contains(where: \.isSwitch),
      entries.count(where: { $0.verb == .cancel && !$0.isUndone }) > 1
    {
      return nil
    }
    let naive = NaiveBack(entries: entries)
    var asked = [
      engine.tree[engine.tree.foreground].asked.map { ($0.pending.id, $0.pending.frame) }
    ]
    if asked[0] != nil { asked.append(nil) }
    for asked in asked {
      let target = engine.backStops.target(asking: asked, in: entries)
      if target != naive.target(asking: asked) {
        return "rule 12: back leads to \(target), not \(naive.target(asking: asked))"
      }
      if engine.backStops.targets(asking: asked, in: entries) != naive.targets(asking: asked) {
        return "rule 12: back again and again differs"
      }
    }
    let since = naive.sinceWrite
    if engine.backStops.lastWrite != since.index { return "rule 12: the last write is not known" }
    if engine.backStops.answersSinceWrite != since.answers {
      return "rule 12: \(engine.backStops.answersSinceWrite) answers since the write"
    }
    return nil
  }

  /// How many answers stand is what the journal tells.
  private var answers: String? {
    let standing = engine.journal.entries.count(where: \.isStandingAnswer)
    return engine.answersStanding == standing
      ? nil : "\(engine.answersStanding) answers stand, of \(standing)"
  }

  /// Rule 3: before a question of children at once come all valid answers but those of its siblings.
  private var lineage: String? {
    let entries = engine.journal.entries
    var digest = KeptAnswersDigest()
    for id in engine.tree.asking where id != .trunk {
      let around = Set(engine.tree.chain(from: id).map(\.branch)).subtracting([.trunk])
      let starts = around.compactMap { engine.tree[$0].frames.first?.ref.index }
      // All children have begun before one of them is answered.
      let naive = entries.indices.filter { index in
        entries[index].isStandingAnswer
          && starts.allSatisfy { index < $0 || isInside(entries[index].frame, of: $0) }
      }
      let count = digest.answersBefore(in: id, of: engine).count
      if starts.count == around.count, count != naive.count {
        return "rule 3: \(count) answers come before what \(id) asks, not \(naive.count)"
      }
    }
    return nil
  }

  /// Whether a flow is the one that an entry started, or inside it.
  private func isInside(_ flow: FrameRef, of start: Int) -> Bool {
    var flow = flow
    while let index = flow.index {
      if index == start { return true }
      flow = engine.journal.entries[index].frame
    }
    return false
  }

  /// Rule 14: no two writes share a key.
  private var keys: String? {
    let keys = engine.journal.entries.filter { !$0.isUndone }.compactMap(\.keyOfCommit)
    return Set(keys).count == keys.count ? nil : "rule 14: two commits share a key"
  }

  /// Rule 13: nothing is asked that follows from what is not durable.
  private var shown: String? {
    guard engine.isHeldBack else { return nil }
    if case .success = engine.asker(of: nil) { return "rule 13: an answer is taken too early" }
    if engine.backRefusal == nil { return "rule 13: one goes back too early" }
    if engine.keeping.fault == nil, engine.presentationAsked != nil {
      return "rule 13: a prompt shows too early"
    }
    return nil
  }
}

extension PlannedSession {
  /// What is broken now; nil if nothing is.
  var fault: String? {
    broken ?? log.broken ?? EngineInvariants(engine: engine).broken ?? stuck ?? unheard
      ?? notRebuilt
  }

  /// Rule 24: what is held back waits for the store, or a person is asked about it.
  var stuck: String? {
    let isWaiting = handed != nil || engine.keeping.fault != nil
    return engine.isHeldBack && !isWaiting && engine.phase != .ended
      ? "rule 24: all is held back, and nobody writes" : nil
  }

  /// Rule 1: once the session has ended, every handler was told.
  private var unheard: String? {
    guard engine.phase == .ended, !engine.isUnloading, !log.hasCrashed,
      let (path, _) = log.open.first
    else {
      return nil
    }
    return "rule 1: the handler of \(path) was told no outcome"
  }

  /// Rules 15 to 17: at rest, the journal rebuilds to a session with the same journal.
  var notRebuilt: String? {
    guard engine.phase == .running || engine.phase == .ended, !engine.isHeldBack else { return nil }
    // One that stopped for a secret has not come to all that is kept of it.
    if !engine.replay.isAtEnd, !engine.isTerminating {
      var answered = self
      answered.answerSecrets()
      return answered.engine.replay.isAtEnd ? answered.fault : nil
    }
    // One that was terminated, or unloaded, or broke, is left in the middle.
    let isCut = engine.isTerminating
    let journal = engine.told
    // Nobody goes on with a session that was given up.
    guard !journal.entries.isEmpty || !isCut, engine.givenUp == nil else { return nil }
    let text = journal.text
    guard let read = try? Script(parsing: text).journal(or: .test) else {
      return "rule 17: what was written is not read:\n\(text)"
    }
    if read.text != text { return "rule 17: reading changes the text:\n\(text)\n\(read.text)" }
    var again = PlannedSession(plan, replaying: read)
    again.start()
    again.answerSecrets()
    if let broken = again.broken { return "rebuilt: \(broken)" }
    if let divergence = again.engine.divergence {
      return "rule 16: rebuilding diverged: \(divergence)\n\(text)"
    }
    let rebuilt = again.engine.told.text
    if rebuilt != text, !(isCut && rebuilt.hasPrefix(text)) {
      return "rule 17: rebuilt:\n\(rebuilt)instead of:\n\(text)"
    }
    return isCut || engine.phase == .ended ? nil : differs(from: again.engine)
  }

  /// What a person would see that is not as it was.
  private func differs(from other: Engine) -> String? {
    func asked(_ engine: Engine) -> [StepPath] {
      engine.tree.asking.map { engine.tree.path(of: $0) }
    }
    func before(_ engine: Engine) -> [AnswersBefore] {
      var digest = KeptAnswersDigest()
      return engine.tree.asking.map { digest.answersBefore(in: $0, of: engine) }
        + engine.answersBefore
    }
    if isAtRest, asked(engine) != asked(other) {
      return "rule 15: \(asked(other)) is asked, not \(asked(engine))"
    }
    if engine.setAside.drafts != other.setAside.drafts {
      return
        "rule 12: \(other.setAside.drafts) set aside, not \(engine.setAside.drafts)\n\(engine.told.text)"
    }
    if isAtRest, before(engine) != before(other) {
      return "rule 15: other answers come before what is asked\n\(engine.told.text)"
    }
    let changeable = ReachableAnswers(in: engine).changeable
    let others = ReachableAnswers(in: other).changeable
    if isAtRest, changeable != others, engine.backRefusal == nil {
      return "rule 12: other answers can be changed: \(others), not \(changeable)"
    }
    return nil
  }

  /// Whether nothing runs outside, and nobody is asked what to do about something that went wrong.
  private var isAtRest: Bool {
    outside.isEmpty && engine.tree.first { if case .held = $0.state { true } else { false } } == nil
  }

  /// Secrets are in no journal: they are asked for again.
  mutating func answerSecrets() {
    while !engine.replay.isAtEnd, case .success(let asked) = engine.asker(of: nil),
      asked.isSensitive
    {
      take(.answer(1))
      if let check = outside.firstIndex(where: { $0.kind == .check }) {
        take(.verdict(check, .accepted))
      }
    }
  }
}

extension KeptAnswersDigest {
  fileprivate mutating func answersBefore(in branch: BranchID, of engine: Engine) -> AnswersBefore {
    answersBefore(
      in: branch, of: engine.journal, engine.lineage, undoings: engine.numbers.undoings)
  }
}
