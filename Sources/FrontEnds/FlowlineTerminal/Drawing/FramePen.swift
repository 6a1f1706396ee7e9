/// What is written to come from one frame to another.
struct FramePen {
  let canMove: Bool
  let columns: Int
  private var place: ScreenPlace
  private(set) var output = ""
  private var style = ""

  init(canMove: Bool, columns: Int, at place: ScreenPlace) {
    self.canMove = canMove
    self.columns = columns
    self.place = place
  }

  /// Draws a frame in the place of another.
  mutating func draw(_ frame: LineFrame, over old: LineFrame) {
    if frame.above == old.above { return drawLine(frame, over: old) }
    let same = zip(frame.above, old.above).prefix { $0 == $1 }.count
    move(to: ScreenPlace(row: same - old.above.count, column: 0))
    place.row = same - frame.above.count
    for row in frame.above[same...] {
      output += row + "\u{1B}[K\r\n"
      place.row += 1
    }
    output += frame.above.isEmpty ? Self.clearing : "\u{1B}[J"
    drawLine(frame, over: LineFrame(columns: frame.columns))
  }

  /// Clears everything from the start of the row the cursor is in.
  ///
  /// At the very first place of a window `ESC [ J` has tmux keep what is cleared; so the row is cleared by
  /// itself, and the rest from its second column on.
  static let clearing = "\u{1B}[K\u{1B}[C\u{1B}[J\r"

  private mutating func drawLine(_ frame: LineFrame, over old: LineFrame) {
    let same = zip(frame.cells, old.cells).prefix { $0 == $1 }.count
    if same < frame.cells.count || same < old.cells.count {
      let from = same < frame.cells.count ? frame.cells[same].from : frame.end
      if !canMove, from.row != place.row { restart() } else { move(to: from, in: frame) }
      let first = canMove || place == from ? same : 0
      for cell in frame.cells[first...] { put(cell) }
      setStyle("")
      clearRest(of: old, frame)
    } else if frame.below != old.below {
      move(to: frame.end)
      for row in frame.below { putRow(row) }
      if frame.below.count < old.below.count { output += "\u{1B}[J" }
    }
    if canMove || frame.cursor.row == place.row { move(to: frame.cursor, in: frame) }
  }

  private mutating func put(_ cell: LineFrame.Cell) {
    setStyle(cell.style)
    if cell.text == "\n" {
      output += canMove ? "\u{1B}[K\r\n" : "\r\n"
      place = ScreenPlace(row: cell.place.row + 1, column: 0)
      return
    }
    if cell.place.row > cell.from.row {
      output += String(repeating: " ", count: columns - cell.from.column) + "\r\n"
    }
    output += cell.text
    place = cell.place
    place.column += cell.width
    if place.column >= columns {
      output += "\r\n"
      place = ScreenPlace(row: place.row + 1, column: 0)
    } else if canMove, !cell.isCertain {
      // Where the terminal has its cursor by its own reckoning.
      output += "\r\u{1B}[\(place.column)C"
    }
  }

  private mutating func clearRest(of old: LineFrame, _ frame: LineFrame) {
    if !canMove {
      let more = old.end.row == frame.end.row ? old.end.column - frame.end.column : 0
      guard more > 0 else { return }
      output += String(repeating: " ", count: more) + String(repeating: "\u{8}", count: more)
    } else if old.end.row == frame.end.row, old.below == frame.below {
      if old.end.column > frame.end.column { output += "\u{1B}[K" }
    } else {
      if old.end > frame.end || !old.below.isEmpty { output += "\u{1B}[J" }
      for row in frame.below { putRow(row, isCleared: true) }
    }
  }

  private mutating func putRow(_ row: String, isCleared: Bool = false) {
    output += "\r\n" + row + (isCleared ? "" : "\u{1B}[K")
    // Behind the row, wherever that is.
    place = ScreenPlace(row: place.row + 1, column: columns)
  }

  private mutating func setStyle(_ style: String) {
    guard style != self.style else { return }
    if !self.style.isEmpty { output += "\u{1B}[0m" }
    if !style.isEmpty { output += "\u{1B}[\(style)m" }
    self.style = style
  }

  /// Begins the line anew in a row of its own, for a terminal that cannot go up.
  private mutating func restart() {
    output += "\r\n"
    place = ScreenPlace()
  }

  private mutating func move(to target: ScreenPlace, in frame: LineFrame? = nil) {
    guard target != place else { return }
    defer { place = target }
    guard canMove else { return step(to: target, in: frame) }
    if target.row < place.row { output += "\u{1B}[\(place.row - target.row)A" }
    if target.row > place.row { output += "\u{1B}[\(target.row - place.row)B" }
    let distance = target.column - place.column
    if target.column == 0 {
      output += "\r"
    } else if place.column >= columns {
      output += "\r\u{1B}[\(target.column)C"
    } else if distance > 0 {
      output += "\u{1B}[\(distance)C"
    } else if distance < 0 {
      output +=
        distance >= -4
        ? String(repeating: "\u{8}", count: -distance) : "\u{1B}[\(-distance)D"
    }
  }

  /// Moves within a row by what every terminal knows.
  private mutating func step(to target: ScreenPlace, in frame: LineFrame?) {
    guard target.column > place.column else {
      output += String(repeating: "\u{8}", count: place.column - target.column)
      return
    }
    for cell in frame?.cells ?? [] where cell.place >= place && cell.place < target {
      output += cell.text
    }
  }
}
