/// Which branch each answer was given in while children at once ran.
///
/// It tells which answers come before a question: those of the question's own branch, and those that were
/// given before that branch began in the ones it grows from, with all that children at once answered there
/// who have ended. What siblings answer meanwhile does not come before it.
///
/// A session without children at once notes nothing: all its answers are the trunk's.
struct AnswerLineage: SharedAtFirst {
  static let unchanged = CopyOnWriteBox(AnswerLineage())

  /// What happened to a branch.
  enum Event: Hashable, Sendable {
    /// It began, as the child at this place among those that began with it.
    case began(BranchID, of: BranchID, place: Int32)
    /// The entry is an answer of the branch.
    case answered(BranchID)
    /// It ended; those that grew from it ended before.
    case ended(BranchID)
  }

  /// An event, and where it is in the journal.
  struct Note: Hashable, Sendable {
    /// The index of the answer, or of the first entry behind a beginning or an end.
    let index: Int32
    let event: Event
  }

  /// In their order.
  private(set) var notes: [Note] = []

  mutating func note(_ event: Event, at index: Int) {
    notes.append(Note(index: Int32(clamping: index), event: event))
  }

  /// The answers, by their indices, that were given beside a branch: they do not come before what it asks.
  ///
  /// Costs the number of notes.
  func answers(beside branch: BranchID) -> Set<Int> {
    guard branch != .trunk, !notes.isEmpty else { return [] }
    var beginnings: [BranchID: (parent: BranchID, note: Int)] = [:]
    for (number, note) in notes.enumerated() {
      if case .began(let began, let parent, _) = note.event { beginnings[began] = (parent, number) }
    }
    // For the branch and each that it grows from, the note behind which others answered beside it.
    var ends: [BranchID: Int] = [branch: notes.count]
    var grown = branch
    while let beginning = beginnings[grown] {
      ends[beginning.parent] = beginning.note
      grown = beginning.parent
    }
    var beside: Set<Int> = []
    for (number, note) in notes.enumerated() {
      guard case .answered(let giver) = note.event, ends[giver] == nil else { continue }
      var common = giver
      while ends[common] == nil, let beginning = beginnings[common] { common = beginning.parent }
      if number > ends[common] ?? notes.count { beside.insert(Int(note.index)) }
    }
    return beside
  }
}

extension Engine {
  /// Writes down an answer that was taken.
  @inline(__always)
  mutating func recordAnswer(_ answer: consuming JournalEntry, in branch: BranchID) {
    record(consume answer, in: branch)
    answersStanding += 1
    if tree.isForked { lineage.note(.answered(branch), at: journal.entries.count - 1) }
  }

  /// A child at once begins a branch.
  mutating func noteBegun(_ branch: BranchID, of parent: BranchID, place: Int) {
    lineage.note(
      .began(branch, of: parent, place: Int32(clamping: place)), at: journal.entries.count)
  }

  /// A branch ends: what it answered comes before what is asked next in the one that it grew from.
  mutating func noteEnded(_ branch: BranchID) {
    lineage.note(.ended(branch), at: journal.entries.count)
  }
}
