/// Where the characters of a prompt and a line stand on the screen.
struct LineLayout: Equatable {
  /// Where the cursor stands.
  let cursor: ScreenPlace
  /// Where the next character behind the last would stand.
  let end: ScreenPlace

  /// Lays out `before`, prompt included, then the cursor, then `after`.
  init(before: String, after: String = "", columns: Int) {
    let cells = TextCells(before + after, after: CellFlow(columns: columns))
    cursor = cells.place(before: before.unicodeScalars.count)
    end = cells.end
  }

  /// The last row, counted from the one where the prompt begins.
  var lastRow: Int { end.row }
}
