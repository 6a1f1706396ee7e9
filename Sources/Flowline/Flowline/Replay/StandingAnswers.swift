/// The answers that stand, while a journal's entries are gone through in order.
struct StandingAnswers {
  /// Indices of `answer` entries.
  private var indices: [Int] = []

  mutating func add(_ index: Int) { indices.append(index) }

  /// Undoes the answer that a `back` or `jump` entry went to and those after it.
  ///
  /// Returns the indices.
  ///
  /// The entry names the step; if an earlier answer of the same step is meant, its payload says
  /// which, counted from the last one, which is 1.
  mutating func undo(_ back: JournalEntry, in entries: [JournalEntry]) -> [Int] {
    var place = back.place
    for (position, index) in indices.enumerated().reversed() where entries[index].id == back.id {
      place -= 1
      guard place == 0 else { continue }
      defer { indices.removeSubrange(position...) }
      return Array(indices[position...])
    }
    return []
  }
}
