extension Journal {
  /// Whether a write has no answer: unless the session resumes, nobody knows whether it was carried out.
  package var hasWriteInDoubt: Bool { !commitsInDoubt.isEmpty }

  /// Whether the session was given up over a write that was found to have been carried out: its reply could not
  /// be recorded.
  package var hasWriteDoneAndGivenUp: Bool { entries.contains(where: \.isDoneAndGivenUp) }

  /// How many valid answers came before each write that has a reply, in the order of the writes.
  ///
  /// A reply may also say that nothing was written: only the flow can tell. A write that was carried out
  /// and given up counts as well.
  package var answersBeforeWrites: [Int] {
    var answers = 0
    var counts: [Int] = []
    for entry in entries {
      if entry.isStandingAnswer { answers += 1 }
      if entry.verb == .done || entry.isDoneAndGivenUp { counts.append(answers) }
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

extension JournalEntry {
  /// Makes the line of a write that was carried out, and over which the session was given up: its reply
  /// could not be recorded.
  ///
  /// Older versions of the program read that it failed, which leaves nothing in doubt either.
  ///
  /// - Parameters:
  ///   - step: the commit.
  ///   - message: why its reply could not be recorded.
  ///   - frame: the flow that it belongs to.
  init(doneAndGivenUp step: StepID, _ message: String, in frame: FrameRef) {
    self.init(.fail, step, in: frame, .json(["done": true, "error": .string(message)]))
  }

  /// Whether it tells that a write was carried out, and that the session was given up over it.
  var isDoneAndGivenUp: Bool { verb == .fail && payload.json?["done"] == .bool(true) }
}
