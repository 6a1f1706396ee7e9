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
  /// Where the cursor is to stand.
  var cursor = ScreenPlace()
  /// The rows above the prompt, none wider than the window.
  var above: [String] = []
  /// The rows below the last row of the characters, each narrower than the window.
  var below: [String] = []
  /// How many rows of the prompt and the line are above what is drawn, for want of room.
  private(set) var hiddenRows = 0

  let columns: Int

  /// An empty frame.
  init(columns: Int) { self.columns = max(columns, 2) }

  /// A frame of rows alone; the cursor stands in the row below them.
  init(_ rows: [String], columns: Int) {
    self.init(columns: columns)
    above = rows
  }

  /// A frame of a prompt and a line, as many rows of it as the window has, those around the cursor.
  ///
  /// - Parameters:
  ///   - prompt: the prompt's characters and their styles.
  ///   - line: what is typed behind it.
  ///   - cursor: the place of the cursor.
  ///   - rows: how many rows the window has.
  init(_ prompt: PromptCells, _ line: TextCells, cursor: ScreenPlace, columns: Int, rows: Int) {
    self.init(columns: columns)
    let last = line.end.row
    let top = last < rows ? 0 : min(max(last - rows + 1, 0), max(cursor.row - rows / 2, 0))
    let bottom = top + max(rows, 1)
    hiddenRows = top
    self.rows = last + 1
    for (cell, style) in zip(prompt.cells.cells, prompt.styles)
    where (top..<bottom).contains(cell.place.row) {
      append(cell, of: prompt.cells, style)
    }
    let first = line.firstCell(inRow: top)
    for cell in line.cells[first...] {
      if cell.place.row >= bottom { break }
      append(cell, of: line, "")
    }
    if last < bottom { end = line.end.above(top) }
    self.cursor = cursor.above(top)
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

  /// Puts words behind the line, as far as its row has room.
  ///
  /// - Parameters:
  ///   - text: the words.
  ///   - style: the codes of an SGR sequence.
  mutating func addGhost(_ text: String, style: String) {
    let room = columns - end.column - 1
    let text = room > 0 ? text.truncated(to: room) : ""
    guard !text.allSatisfy({ $0 == " " }) else { return }
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

  /// Whether every row keeps its place in a window of so many columns, whatever the terminal does with
  /// rows that are too long.
  func isSettled(inColumns columns: Int) -> Bool {
    rowsDrawn == 1 && end.column < columns
      && (above + below).allSatisfy { DisplayWidth.of($0) <= columns }
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
