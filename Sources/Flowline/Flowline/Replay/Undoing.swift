/// What going back undoes, said once: for live sessions, for scripts that are read, and for drafts.
extension [JournalEntry] {
  /// Marks what going back to an answer undoes: all from it on, but the languages that were chosen and
  /// the events that came.
  ///
  /// Returns the answers that stood.
  mutating func undo(from target: Int) -> [JournalEntry] {
    var undone: [JournalEntry] = []
    for index in indices[target...] where !self[index].isUndone && !self[index].verb.outlastsBack {
      if self[index].verb == .answer { undone.append(self[index]) }
      self[index].isUndone = true
    }
    return undone
  }

  /// The place of an answer among those of its step that stand, counted from the last one, which
  /// is 1.
  func place(of target: Int) -> Int {
    self[target...].count { $0.isStandingAnswer && $0.id == self[target].id }
  }

  /// The entries before one that went back, as they stood then.
  func standing(before back: Int) -> [JournalEntry] {
    var made: [JournalEntry] = []
    var answers = StandingAnswers()
    for var entry in self[..<back] {
      entry.isUndone = false
      switch entry.verb {
      case .answer: answers.add(made.count)
      case .back, .jump:
        if let target = answers.undo(entry, in: made).first { _ = made.undo(from: target) }
      default: break
      }
      made.append(entry)
    }
    return made
  }

  /// The answer that a `back` or `jump` entry went to; nil if none of its step stands.
  func target(of back: JournalEntry) -> Int? {
    var place = back.place
    for index in indices.reversed() where self[index].isStandingAnswer && self[index].id == back.id
    {
      place -= 1
      if place == 0 { return index }
    }
    return nil
  }

  /// The entry that tells a step back to an answer, or a jump.
  func back(to target: Int, _ verb: JournalEntry.Verb = .back) -> JournalEntry {
    let place = place(of: target)
    return JournalEntry(
      verb, self[target].id, in: self[target].frame,
      place == 1 ? .none : .json(.integer(Int64(place))))
  }

  /// The ids below the root down to an entry's step, as far as the entries tell them.
  func path(of entry: JournalEntry) -> [StepID] {
    var ids = [entry.id]
    var frame = entry.frame
    while let index = frame.index, index < count {
      ids.append(self[index].id)
      frame = self[index].frame
    }
    return ids.reversed()
  }

  /// The same from the root on.
  func stepPath(of entry: JournalEntry, below root: FlowID) -> StepPath {
    StepPath([root] + path(of: entry))
  }
}

extension JournalEntry {
  /// Which answer of the step a `back` or `jump` entry went to, counted from the last one that stood,
  /// which is 1.
  var place: Int {
    if case .integer(let number)? = payload.json { max(1, Int(clamping: number)) } else { 1 }
  }

  /// Whether it is an answer that was not gone back from.
  var isStandingAnswer: Bool { verb == .answer && !isUndone }

  /// Whether the entry tells the branch of those that follow, and was not gone back from.
  var isSwitch: Bool { verb == .at && !isUndone }

  /// Whether the entry tells the end of a flow that was started by another, and still stands.
  var isLeaving: Bool { !isUndone && (verb == .leave || verb == .abandon) }

  /// Whether the entry only tells what was tried.
  var isRemark: Bool { verb.isRemark }

  /// Whether the entry feeds the flow: without it, the flow would stop there.
  var isInput: Bool { verb.isInput }

  /// Whether it tells of a load or a commit.
  var isEffect: Bool { verb.isEffect }
}

// Asked of the verb alone where entries are looked at in place: a property of an entry is read from a
// copy of it.
extension JournalEntry.Verb {
  /// Whether entries of it only tell what was tried.
  var isRemark: Bool {
    switch self {
    case .refuse, .back, .jump, .show, .aside, .language, .event: true
    default: false
    }
  }

  /// Whether entries of it feed the flow.
  var isInput: Bool {
    switch self {
    case .answer, .cancel, .load, .commit, .done, .fail, .wait: true
    default: false
    }
  }

  /// Whether going back does not undo entries of it.
  var outlastsBack: Bool { self == .language || self == .event }

  /// Whether entries of it tell of a load or a commit.
  var isEffect: Bool {
    switch self {
    case .load, .commit, .done, .fail: true
    default: false
    }
  }
}
