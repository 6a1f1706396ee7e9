/// The answers of a journal that still stand, while its entries are gone through in order.
struct StandingAnswers {
  /// Indices of `answer` entries.
  private var indices: [Int] = []

  mutating func stands(_ index: Int) {
    indices.append(index)
  }

  /// Undoes the answer that a `back` entry went back to and those after it, and returns the indices.
  ///
  /// The entry names the step; where an earlier answer of the same step is meant, its payload says
  /// which, counted from the last one, which is 1.
  mutating func undo(_ back: JournalEntry, in entries: [JournalEntry]) -> ArraySlice<Int> {
    var place = 1
    if case .integer(let number)? = back.payload.json { place = max(1, Int(clamping: number)) }
    for (position, index) in indices.enumerated().reversed() where entries[index].id == back.id {
      place -= 1
      guard place == 0 else { continue }
      defer { indices.removeSubrange(position...) }
      return indices[position...]
    }
    return []
  }

  /// The place of an answer among those of its step, counted from the last one, which is 1.
  static func place(of target: Int, in entries: [JournalEntry]) -> Int {
    entries[target...].count {
      $0.verb == .answer && !$0.isUndone && $0.id == entries[target].id
    }
  }
}
