/// Which items of a long list are seen at once.
package struct MenuWindow: Equatable, Sendable {
  /// The indices of the items to draw.
  package let range: Range<Int>

  /// How many there are before them.
  package var before: Int { range.lowerBound }

  /// How many there are behind them.
  package let after: Int

  /// Finds the items that fit `rows` rows, the one at `cursor` among them.
  ///
  /// Where not all fit, the last row is left for telling of the others: `before` and `after` say how
  /// many those are. Of a single row it is not: then there is the item alone.
  package init(of count: Int, cursor: Int?, rows: Int) {
    let rows = max(rows, 0)
    guard count > rows else {
      range = 0..<count
      after = 0
      return
    }
    let seen = rows > 1 ? rows - 1 : rows
    let place = min(max(cursor ?? 0, 0), count - 1)
    // In the middle, as far as the ends of the list allow.
    let start = max(0, min(place - seen / 2, count - seen))
    range = start..<start + seen
    after = count - start - seen
  }
}
