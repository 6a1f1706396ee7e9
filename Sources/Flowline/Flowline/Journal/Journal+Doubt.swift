extension Journal {
  /// Whether a write has no answer: unless the session resumes, nobody knows whether it was carried out.
  package var hasWriteInDoubt: Bool { !commitsInDoubt.isEmpty }

  /// How many valid answers came before each write that has a reply, in the order of the writes.
  ///
  /// A reply may also say that nothing was written: only the flow can tell.
  package var answersBeforeWrites: [Int] {
    var answers = 0
    var counts: [Int] = []
    for entry in entries {
      if entry.isStandingAnswer { answers += 1 }
      if entry.verb == .done { counts.append(answers) }
    }
    return counts
  }

  /// The commits without an answer, in the order they were begun.
  var commitsInDoubt: [HeldEffect] {
    struct Write: Hashable {
      let id: StepID
      let frame: FrameRef
    }
    var open: [Write: (index: Int, entry: JournalEntry)] = [:]
    for (index, entry) in entries.enumerated() {
      switch entry.verb {
      case .commit: open[Write(id: entry.id, frame: entry.frame)] = (index, entry)
      case .done, .fail: open[Write(id: entry.id, frame: entry.frame)] = nil
      default: break
      }
    }
    return open.values.sorted { $0.index < $1.index }.map { _, entry in
      HeldEffect(step: path(of: entry), message: "", text: nil, mayHaveBeenDone: true)
    }
  }
}
