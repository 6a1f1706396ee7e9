/// The answers that come before a question: what tells it from the same question asked after others.
///
/// They are those that it can depend on, see ``AnswerLineage``: in a session without children at once, all
/// valid ones. They are equal for the same answers, whatever the order in which children at once gave theirs,
/// whether or not the first of them had siblings that answered nothing, and in every process.
package struct AnswersBefore: Sendable, Hashable {
  /// How many.
  package let count: Int
  /// A hash of them, the same in every process.
  package let digest: UInt64
}

/// A hash of answers: of their steps and what was answered.
struct AnswersDigest {
  private var hash = StableHash()
  /// The sum of what children at once answered since the last answer: it is the same in whichever order they
  /// ended.
  private var joined: UInt64 = 0
  /// The hash behind the answers of the first child if no other has answered since: as nothing else was
  /// answered, they come before what follows as if it had asked without the others.
  private var alone: StableHash?

  var value: UInt64 {
    var settled = self
    settled.settle()
    return settled.hash.value
  }

  mutating func add(_ id: StepID, _ answer: JSONValue) {
    settle()
    hash.add(id.rawValue)
    hash.add(0xFF as UInt8)
    hash.add(answer.text)
    hash.add(0xFF as UInt8)
  }

  /// Adds what a child at once answered.
  ///
  /// - Parameters:
  ///   - child: the hash of the answers that the child began with, and of its own.
  ///   - place: the child's place among its siblings.
  mutating func join(_ child: AnswersDigest, at place: Int32) {
    var hash = StableHash()
    hash.add(UInt64(truncatingIfNeeded: place).bytes)
    hash.add(child.value.bytes)
    alone = joined == 0 && place == 0 ? StableHash(basis: child.value) : nil
    joined &+= hash.value
  }

  /// The next answer comes behind what children at once have answered so far.
  mutating func settle() {
    guard joined != 0 else { return }
    if let alone { hash = alone } else { hash.add(joined.bytes) }
    (joined, alone) = (0, nil)
  }
}

/// What comes before the questions of a session's branches, kept so that each answer is hashed once.
struct KeptAnswersDigest {
  /// The answers of a branch, behind those that it began with.
  private struct Line {
    var count = 0
    var digest = AnswersDigest()

    var before: AnswersBefore { AnswersBefore(count: count, digest: digest.value) }

    mutating func add(_ answer: JournalEntry) {
      count += 1
      digest.add(answer.id, answer.payload.json ?? .null)
    }

    mutating func join(_ child: Child) {
      count += child.line.count - child.inherited
      digest.join(child.line.digest, at: child.place)
    }
  }

  /// One of several children at once.
  private struct Child {
    let parent: BranchID
    let place: Int32
    /// How many answers it began with.
    let inherited: Int
    var line: Line
  }

  private var trunk = Line()
  private var children: [BranchID: Child] = [:]
  /// How many of the journal's entries are in it.
  private var entriesSeen = 0
  /// How many notes of the lineage are in it.
  private var notesSeen = 0
  /// The undoings that it knows of, see ``Engine/Numbers``.
  private var undoings = -1

  /// What comes before the question that a branch asks, or would ask now.
  ///
  /// - Parameters:
  ///   - branch: the branch.
  ///   - journal: the session's journal.
  ///   - lineage: whose its answers are.
  ///   - undoings: how often answers were taken back, see ``Engine/Numbers``.
  mutating func answersBefore(
    in branch: BranchID, of journal: Journal, _ lineage: AnswerLineage, undoings: Int
  ) -> AnswersBefore {
    catchUp(with: journal, lineage, undoings: undoings) { _ in }
    return line(of: branch).before
  }

  /// Takes in what has happened since.
  ///
  /// - Parameters:
  ///   - journal: the session's journal.
  ///   - lineage: whose its answers are.
  ///   - undoings: how often answers were taken back.
  ///   - tell: is told what came before each answer, in the order of the journal.
  mutating func catchUp(
    with journal: Journal, _ lineage: AnswerLineage, undoings: Int, _ tell: (AnswersBefore) -> Void
  ) {
    if self.undoings != undoings {
      self = KeptAnswersDigest()
      self.undoings = undoings
    }
    let (entries, notes) = (journal.entries, lineage.notes)
    for note in notes[notesSeen...] {
      let index = Int(note.index)
      take(entries[entriesSeen..<index], tell)
      entriesSeen = index
      switch note.event {
      case .began(let branch, let parent, let place): begin(branch, of: parent, at: place)
      case .answered(let branch):
        take(entries[index], of: branch, tell)
        entriesSeen += 1
      case .ended(let branch): end(branch)
      }
    }
    notesSeen = notes.count
    take(entries[entriesSeen...], tell)
    entriesSeen = entries.count
  }

  private func line(of branch: BranchID) -> Line { children[branch]?.line ?? trunk }

  /// Entries between those of children at once: the answers among them are the trunk's.
  private mutating func take(
    _ entries: ArraySlice<JournalEntry>, _ tell: (AnswersBefore) -> Void
  ) {
    for entry in entries where entry.isStandingAnswer {
      tell(trunk.before)
      trunk.add(entry)
    }
  }

  private mutating func take(
    _ answer: JournalEntry, of branch: BranchID, _ tell: (AnswersBefore) -> Void
  ) {
    guard answer.isStandingAnswer else { return }
    tell(line(of: branch).before)
    children[branch]?.line.add(answer)
  }

  private mutating func begin(_ branch: BranchID, of parent: BranchID, at place: Int32) {
    if parent == .trunk {
      trunk.digest.settle()
    } else {
      children[parent]?.line.digest.settle()
    }
    let line = line(of: parent)
    children[branch] = Child(parent: parent, place: place, inherited: line.count, line: line)
  }

  private mutating func end(_ branch: BranchID) {
    // A child that answered nothing leaves nothing behind.
    guard let child = children.removeValue(forKey: branch), child.line.count > child.inherited
    else { return }
    if child.parent == .trunk {
      trunk.join(child)
    } else {
      children[child.parent]?.line.join(child)
    }
  }
}

extension Engine {
  /// What came before each valid answer, in the order of the journal.
  ///
  /// It takes time linear in the journal.
  var answersBefore: [AnswersBefore] {
    var all: [AnswersBefore] = []
    var digest = KeptAnswersDigest()
    digest.catchUp(with: journal, lineage, undoings: numbers.undoings) { all.append($0) }
    return all
  }
}

extension UInt64 {
  /// Its bytes, the lowest first.
  fileprivate var bytes: some Sequence<UInt8> {
    stride(from: 0, to: 64, by: 8).lazy.map { UInt8(truncatingIfNeeded: self >> UInt64($0)) }
  }
}
