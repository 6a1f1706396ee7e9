/// The presentations on show.
///
/// Nearly always they follow one another, so that the newest of them are kept apart from the set.
struct ShownPresentations {
  private var newest = 0..<0
  private var older = RangeSet<Int>()

  mutating func insert(_ presentation: Int) {
    if presentation == newest.upperBound, !newest.isEmpty {
      newest = newest.lowerBound..<presentation + 1
    } else {
      if !newest.isEmpty { older.insert(contentsOf: newest) }
      newest = presentation..<presentation + 1
    }
  }

  var all: RangeSet<Int> {
    var all = older
    all.insert(contentsOf: newest)
    return all
  }

  /// Takes out what is on show of a range.
  ///
  /// Returns what was.
  @discardableResult
  mutating func remove(_ range: Range<Int>) -> [Range<Int>] {
    if range.lowerBound <= newest.lowerBound, older.isEmpty {
      let gone = newest.clamped(to: range)
      newest = max(newest.lowerBound, min(newest.upperBound, range.upperBound))..<newest.upperBound
      return gone.isEmpty ? [] : [gone]
    }
    let gone = all.intersection(RangeSet(range))
    older = all.subtracting(gone)
    newest = 0..<0
    return Array(gone.ranges)
  }
}
