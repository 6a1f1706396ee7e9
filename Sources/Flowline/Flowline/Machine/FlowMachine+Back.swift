/// Going back: the one place that decides it, for every front end.
extension FlowMachine {
  /// What is to be done when the person goes back.
  enum Backing: Equatable {
    /// Let the old bodies unwind, tell the handlers of the flows that are left, close what they
    /// showed, and run the root again over the tape.
    case rewind(leaving: [Frame.ID], presentations: [Range<Int>])
    case refused(Refusal.Code)
  }

  /// The person goes back. It never validates; the last answer that may be reached is undone, or the
  /// given one with all that followed.
  mutating func wentBack(to given: Int? = nil) -> Backing {
    turnToForeground()
    if let refusal = backRefusal(to: given) { return .refused(refusal) }
    guard case .found(let found) = backTarget else { return .refused(.atFirstStep) }
    let target = given ?? found
    let place = StandingAnswers.place(of: target, in: journal.entries)
    let entry = journal.entries[target]
    let left = openFrames().filter { $0.ref == .unknown || ($0.ref.index ?? -1) >= target }
      .map(\.id)
    tellBack(to: entry, leaving: left)
    reopen(to: target, leaving: left)
    keepOpeningTimes(except: left)
    turnToForeground()
    rememberPending()
    undo(from: target)
    journal.entries.append(
      JournalEntry(
        .back, entry.id, in: entry.frame, place == 1 ? .none : .json(.integer(Int64(place)))))
    change(tape: Tape(journal.entries))
    journal.entries = []
    journal.pending = nil
    recordedAnswer = nil
    frames = []
    let first = entry.presentation < 0 ? presentationCount : Int(entry.presentation)
    // What children at once asked before it is asked anew.
    let asked = many?.askers.keys.filter { $0 < first }.sorted().map { $0..<$0 + 1 } ?? []
    forgetStrands()
    answersStanding = 0
    spoken = nil
    commitCount = 0
    madeIDs = 0
    state = .running
    return .rewind(leaving: left, presentations: asked + [first..<presentationCount])
  }

  /// Notes the flows that had ended and that going back leads into again: they start once more.
  private mutating func reopen(to target: Int, leaving left: [Frame.ID]) {
    let kept = Set(openFrames().filter { !left.contains($0.id) }.map(\.ref))
    reopening = []
    var ref = journal.entries[target].frame
    while let index = ref.index {
      if !kept.contains(ref) { reopening.insert(ref) }
      ref = journal.entries[index].frame
    }
    // Of children at once, one may have ended since that is not on the way there.
    for end in journal.entries.indices[target...] where journal.entries[end].isLeaving {
      let start = journal.entries[..<end].lastIndex {
        $0.verb == .enter && $0.id == journal.entries[end].id
          && $0.frame == journal.entries[end].frame
      }
      if let start, start < target { reopening.insert(.entered(at: start)) }
    }
  }

  /// Why one cannot go back now; nothing where one can.
  var backRefusal: Refusal.Code? { backRefusal(to: nil) }

  /// Why one cannot go back to an answer now; nothing where one can.
  func backRefusal(to given: Int?) -> Refusal.Code? {
    if let given, journal.entries[given...].contains(where: { $0.isWrite && !$0.isUndone }) {
      return .committed
    }
    switch state {
    case .idle, .ended: return .notRunning
    default: if isCommitting() { return .committing }
    }
    if tape.inputsLeft > 0, !tape.left.commits.isEmpty { return .committed }
    return backTarget.refusal
  }

  enum BackTarget: Equatable {
    case found(Int)
    case committed
    case none

    var refusal: Refusal.Code? {
      switch self {
      case .found: nil
      case .committed: .committed
      case .none: .atFirstStep
      }
    }
  }

  /// The answer that going back undoes.
  ///
  /// A flow that was left is passed over as a whole, together with the answer that led into it
  /// where its question is the one that is asked again now.
  var backTarget: BackTarget {
    backTarget(before: journal.entries.count, asking: journal.pending.map { ($0.id, $0.frame) })
  }

  /// The answers that going back again and again leads to, the nearest first.
  var backTargets: [Int] {
    guard backRefusal == nil else { return [] }
    var targets: [Int] = []
    var next = backTarget
    while case .found(let target) = next {
      targets.append(target)
      let entry = journal.entries[target]
      next = backTarget(before: target, asking: (entry.id, entry.frame))
    }
    return targets
  }

  private func backTarget(before end: Int, asking pending: (StepID, FrameRef)?) -> BackTarget {
    var index = end - 1
    var hasPassedLeftFlow = false
    while index >= 0 {
      let entry = journal.entries[index]
      if !entry.isUndone {
        switch entry.verb {
        case .commit, .done: return .committed
        case .cancel:
          hasPassedLeftFlow = true
          let start = entry.frame.index ?? index
          // What a flow wrote outside before it was left was written all the same.
          if journal.entries[start..<index].contains(where: { $0.verb == .commit }) {
            return .committed
          }
          index = start
        case .answer where entry.isSkippedByBack: break
        case .answer where hasPassedLeftFlow && isAsked(entry, pending): hasPassedLeftFlow = false
        case .answer: return .found(index)
        default: break
        }
      }
      index -= 1
    }
    return .none
  }

  /// The last answer that going back stops at, before the last so many that stand.
  func lastAnswer(beforeLast count: Int) -> Int? {
    journal.entries.indices.filter {
      journal.entries[$0].verb == .answer && !journal.entries[$0].isUndone
    }
    .dropLast(count).last { !journal.entries[$0].isSkippedByBack }
  }

  /// Whether the session can go back to the question of an answer that stands.
  func isReachable(_ index: Int) -> Bool { backRefusal(to: index) == nil }

  private func isAsked(_ entry: JournalEntry, _ pending: (StepID, FrameRef)?) -> Bool {
    pending.map { $0 == (entry.id, entry.frame) } ?? false
  }

  /// Marks entries as undone and keeps their answers as drafts, before older drafts.
  private mutating func undo(from target: Int) {
    var undone: [(StepPath, JSONValue)] = []
    for index in journal.entries[target...].indices
    where !journal.entries[index].isUndone && journal.entries[index].verb != .language {
      let entry = journal.entries[index]
      if entry.verb == .answer {
        undone.append((journal.path(of: entry), entry.payload.json ?? .null))
      }
      journal.entries[index].isUndone = true
    }
    asides.keep(undone)
    // Where a rebuilt session stopped for a secret, more was answered than it has come to again.
    if !tape.isAtEnd {
      journal.entries.append(contentsOf: asides.take(tape.left, of: journal.head.flow))
    }
  }
}
