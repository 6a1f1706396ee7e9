/// Counts the rows that a question takes on the screen, so that they can be taken off again.
///
/// Counted are the lines that a walk shows and the lines that are typed. Confined to the walk's
/// thread.
final class RowTally {
  /// The rows above the line that was read last, since the count was begun.
  private(set) var rows = 0
  /// The rows of the line that was read last; nothing where something was shown since.
  private var lineRows: Int?
  /// The rows of lists that the editor drew above the line that is read, or was read last.
  private var listRows = 0
  private var columns: Int?
  private var isBroken = false

  /// Counts anew: what stands on the screen stays.
  func begin() {
    (rows, lineRows, listRows, columns, isBroken) = (0, nil, 0, nil, false)
  }

  /// Counts lines that were shown.
  func show(_ text: String, columns: Int) {
    fold(columns: columns)
    rows += text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) {
      $0 + max(1, (DisplayWidth.of($1) + columns - 1) / columns)
    }
  }

  /// Counts a line that was read, with what stood before it; nothing where that is not known.
  func read(_ line: String?, columns: Int) {
    fold(columns: columns)
    guard let line else { return isBroken = true }
    lineRows = LineLayout(before: line, columns: columns).lastRow + 1
  }

  /// Counts rows that the editor draws above the line that is being read.
  ///
  /// Taking that line off the screen takes them along; they only count once another line is read.
  func lists(_ count: Int) {
    foldLine()
    listRows += count
  }

  /// The rows above the line that was read last, if they and the line can be taken off.
  func erasable(columns: Int) -> Int? {
    lineRows == nil || isBroken || self.columns != columns ? nil : rows
  }

  /// All rows, those of the line that was read last included.
  var total: Int { rows + (lineRows.map { $0 + listRows } ?? 0) }

  /// Whether nothing was shown or read.
  var isEmpty: Bool { rows == 0 && lineRows == nil && !isBroken }

  private func fold(columns: Int) {
    // Rows that were broken for another width are no longer so many.
    if let before = self.columns, before != columns { isBroken = true }
    self.columns = columns
    foldLine()
  }

  private func foldLine() {
    guard let lines = lineRows else { return }
    rows += lines + listRows
    (lineRows, listRows) = (nil, 0)
  }
}

extension Surface {
  /// The same surface; what it shows is counted.
  func counting(into tally: RowTally) -> Surface {
    var surface = self
    surface.message = { [message, columns] text in
      tally.show(text, columns: max(columns(), 1))
      message(text)
    }
    return surface
  }
}
