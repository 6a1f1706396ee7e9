/// What is drawn over as one: the rows of a question, the prompt, the line, a ghost behind it, rows below.
///
/// A value. ``LineScreen`` brings a terminal from one to the next.
struct LineFrame: Equatable {
  /// A character as it is drawn.
  struct Cell: Equatable {
    let text: String
    let width: Int
    /// The codes of an SGR sequence; none if empty.
    let style: String
    let place: ScreenPlace
    /// Where the character before it has left the cursor.
    let from: ScreenPlace
    /// Whether terminals may differ about its width.
    let isCertain: Bool
  }

  /// The characters in order.
  private(set) var cells: [Cell] = []
  /// Behind the last of them.
  private(set) var end = ScreenPlace()
  /// Where the cursor is put.
  var cursor = ScreenPlace()
  /// The rows above the prompt, none wider than ``columns``.
  var above: [String] = []
  /// The rows below the last row of the characters, none wider than ``columns``.
  var below: [String] = []
  /// How many rows of the prompt and the line are above what is drawn, because the line is long.
  private(set) var hiddenRows = 0

  /// The most columns that a row takes: fewer than the window has.
  let columns: Int

  /// An empty frame.
  init(columns: Int) { self.columns = max(columns, 2) }

  /// A frame of rows alone; the cursor is in the row below them.
  init(_ rows: [String], columns: Int) {
    self.init(columns: columns)
    above = rows
  }

  /// A frame of a prompt and a line, as many rows of it as there may be, those around the cursor.
  ///
  /// - Parameters:
  ///   - prompt: the prompt's characters and their styles.
  ///   - line: what is typed behind it.
  ///   - cursor: the place of the cursor.
  ///   - rows: how many rows there may be.
  ///   - mark: what is shown where rows are left out.
  init(
    _ prompt: PromptCells, _ line: TextCells, cursor: ScreenPlace, columns: Int, rows: Int,
    mark: String = "…"
  ) {
    self.init(columns: columns)
    let last = line.end.row
    let top = last < rows ? 0 : min(max(last - rows + 1, 0), max(cursor.row - rows / 2, 0))
    let bottom = top + max(rows, 1)
    hiddenRows = top
    self.rows = last + 1
    let mark = DisplayWidth.of(mark) * 2 < self.columns ? mark : ""
    if top > 0 { begin(with: mark, behind: prompt) }
    let start = end
    for (cell, style) in zip(prompt.cells.cells, prompt.styles)
    where (top..<bottom).contains(cell.place.row) && cell.place.above(top) >= start {
      append(cell, of: prompt.cells, style)
    }
    // Behind the mark at the end the cursor stays in its row.
    let room = ScreenPlace(row: bottom - 1, column: self.columns - 1 - DisplayWidth.of(mark))
    for cell in line.cells[line.firstCell(inRow: top)...] {
      if cell.place.row >= bottom { break }
      if last >= bottom, cell.end > room || line.isBreak(cell) && cell.place.row == room.row {
        break
      }
      if cell.place.above(top) >= start || line.isBreak(cell) { append(cell, of: line, "") }
    }
    if last < bottom { end = line.end.above(top) } else { add(mark, style: "") }
    self.cursor = cursor.above(top)
  }

  /// The first row if rows before it are left out: the last of the prompt, if it is short, and a mark.
  private mutating func begin(with mark: String, behind prompt: PromptCells) {
    let place = prompt.flow.place
    if place.row < hiddenRows, place.column * 2 <= columns {
      for (cell, style) in zip(prompt.cells.cells, prompt.styles)
      where cell.place.row == place.row && !prompt.cells.isBreak(cell) {
        add(prompt.cells.drawn(cell, columns: columns), cell.width, style, at: end)
      }
    }
    add(mark, style: "")
  }

  /// How many rows prompt and line take, those that are not drawn included.
  private(set) var rows = 1

  private mutating func append(_ cell: TextCells.Cell, of text: TextCells, _ style: String) {
    let place = cell.place.above(hiddenRows)
    if text.isBreak(cell) {
      add("\n", 0, style, at: place)
      end = ScreenPlace(row: place.row + 1, column: 0)
      return
    }
    // Of a wide character a half is behind the mark.
    while end.row == place.row, end.column < place.column { add(" ", 1, "", at: end) }
    let drawn = text.drawn(cell, columns: columns)
    add(drawn, drawn == "\u{FFFD}" ? 1 : cell.width, style, at: place)
  }

  private mutating func add(_ text: String, _ width: Int, _ style: String, at place: ScreenPlace) {
    let isCertain = text.first.map(DisplayWidth.isCertain) ?? true
    cells.append(
      Cell(text: text, width: width, style: style, place: place, from: end, isCertain: isCertain))
    end = place
    end.column += width
    if end.column >= columns { end = ScreenPlace(row: end.row + 1, column: 0) }
  }

  /// How many columns its last row has left; the cursor stays in the row.
  var roomBehindLine: Int { columns - end.column - 1 }

  /// Puts words behind the line, as far as its row has room.
  ///
  /// - Parameters:
  ///   - text: the words.
  ///   - style: the codes of an SGR sequence.
  mutating func addGhost(_ text: String, style: String) {
    let text = roomBehindLine > 0 ? text.truncated(to: roomBehindLine) : ""
    guard !text.allSatisfy({ $0 == " " }) else { return }
    add(text, style: style)
  }

  private mutating func add(_ text: String, style: String) {
    for character in text where DisplayWidth.of(character) > 0 {
      add(String(character), DisplayWidth.of(character), style, at: end)
    }
  }

  /// How many rows the prompt and the line take in the window.
  var rowsDrawn: Int {
    max(cells.last.map { max($0.place.row, end.row) } ?? 0, cursor.row) + 1
  }

  /// How many rows it takes in the window.
  var height: Int { above.count + rowsDrawn + below.count }

  /// The same without its first rows.
  func dropping(_ count: Int) -> LineFrame {
    var frame = self
    frame.above.removeFirst(min(count, above.count))
    return frame
  }

  /// The columns that each row takes, from the first above to the last below.
  private var widths: [Int] {
    var widths = above.map { DisplayWidth.of($0) } + Array(repeating: 0, count: rowsDrawn)
    for cell in cells { widths[above.count + cell.place.row] = cell.place.column + cell.width }
    return widths + below.map { DisplayWidth.of($0) }
  }

  /// The row of a place, counted from the first of all, once a terminal has broken the rows anew for so many
  /// columns.
  func row(of place: ScreenPlace, inColumns columns: Int) -> Int {
    let columns = max(columns, 1)
    return place.column / columns
      + widths.prefix(above.count + place.row).reduce(0) { $0 + max($1 - 1, 0) / columns + 1 }
  }
}

/// A prompt's characters with their styles.
struct PromptCells {
  let cells: TextCells
  /// The style of each character.
  let styles: [String]

  init(_ prompt: PromptText, columns: Int) {
    let cells = TextCells(prompt.plainText, after: CellFlow(columns: columns))
    // One style for each scalar, and none for the space that is put behind the last.
    let styles = prompt.cleanPieces.flatMap { piece in
      piece.text.unicodeScalars.map { _ in piece.style }
    }
    self.cells = cells
    self.styles = cells.cells.map { cell in
      let first = cell.scalars.lowerBound
      return styles.indices.contains(first) ? styles[first] : ""
    }
  }

  /// Where the line begins.
  var flow: CellFlow { cells.flow }
}
