import Glibc

/// Brings a terminal from one ``LineFrame`` to the next, writing no more than has changed.
///
/// It knows what it has drawn and where the cursor is, so that all it needs of a terminal is to move
/// the cursor by rows and to clear; one that cannot even do that is written backspaces and spaces.
final class LineScreen {
  /// Where everything is drawn.
  let descriptor: Int32

  /// Whether the terminal can move its cursor up.
  let canMove: Bool

  /// Whether the terminal breaks its rows anew when its window changes, as most do.
  let reflows: Bool

  /// Whether nothing may be drawn over but the line itself.
  var onlyAppends = false

  /// Is given all that is written, for a film; nil if there is none.
  var film: ((String) -> Void)?

  /// What is drawn; nil while the cursor is at the start of a row of its own.
  private var drawn: LineFrame?
  private var cursor = ScreenPlace()
  /// How large the window was then.
  private var window: TerminalFacts.Size?
  /// The first rows of what is drawn that went off the top of the window, for want of room.
  private var scrolled: [String] = []
  /// Whether what is drawn begins in the first row of the window.
  private var isAtTop = false

  init(descriptor: Int32, canMove: Bool, reflows: Bool = true) {
    self.descriptor = descriptor
    self.canMove = canMove
    self.reflows = reflows
  }

  /// What a terminal must be sent if the process dies in the middle of a line.
  var closing: UnsafePointer<CChar>? { canMove ? Self.closing.utf8Start.asCharacters : nil }

  private static let closing: StaticString = "\n\u{1B}[J\u{1B}[?2004l"

  /// How many columns and rows there are; 80 and 24 if the terminal does not say, or has one column.
  var size: TerminalFacts.Size {
    let size = TerminalFacts.size(of: descriptor)
    let columns = size?.columns ?? TerminalFacts.columns(of: descriptor) ?? 80
    return TerminalFacts.Size(columns: columns < 2 ? 80 : columns, rows: size?.rows ?? 24)
  }

  /// Asks the terminal to mark pastes, or no longer.
  func setBracketedPaste(_ isOn: Bool) {
    if canMove { write(isOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l") }
  }

  /// Writes as it is.
  func write(_ text: String) {
    film?(text)
    Descriptor.write(text, to: descriptor)
  }

  /// Draws a frame in the place of the one before.
  ///
  /// Where the window has no room for all of it, its first rows go off the top.
  func show(_ whole: LineFrame) {
    let size = size
    fit(to: size)
    let frame = onlyAppends ? whole : whole.dropping(scrollOff(whole, rows: size.rows))
    guard frame != drawn || frame.cursor != cursor else { return }
    var pen = Pen(canMove: canMove, columns: frame.columns, at: cursor)
    if let drawn, drawn.hiddenRows != frame.hiddenRows || drawn.columns != frame.columns {
      // Another part of a line that is longer than the window.
      pen.move(to: ScreenPlace(row: -drawn.above.count, column: 0))
      pen.clearBelow()
      pen.begin(LineFrame(columns: frame.columns))
      pen.draw(frame, over: LineFrame(columns: frame.columns))
    } else {
      pen.draw(frame, over: drawn ?? LineFrame(columns: frame.columns))
    }
    write(pen.output)
    drawn = frame
    cursor = frame.cursor
  }

  /// Draws again what is drawn, with some text above it that stays.
  func insertAbove(_ text: String) {
    let whole = drawn.map { $0.following(scrolled) }
    clear()
    write(text.replacingNewlines())
    isAtTop = false
    if let whole, !onlyAppends { show(whole) }
  }

  /// Takes everything off, or leaves it and goes on below where nothing may be drawn over.
  func clear() {
    fit(to: size)
    guard drawn != nil else { return }
    if onlyAppends { return leave() }
    takeOff()
    forget()
  }

  /// Draws what is to stay and goes to the start of the row below.
  func leave(_ frame: LineFrame? = nil) {
    guard frame != nil || drawn != nil else { return }
    moveToEnd(frame)
    write("\r\n")
    forget()
    isAtTop = false
  }

  /// Draws what is to stay and goes behind it.
  func moveToEnd(_ frame: LineFrame? = nil) {
    guard var last = frame ?? drawn.map({ $0.following(scrolled) }) else { return }
    last.below = []
    last.cursor = last.end
    show(last)
  }

  /// Begins at the start of the row the cursor is in, after the terminal was somebody else's.
  func begin() {
    if drawn != nil { write(canMove ? "\r\u{1B}[J" : "\r") }
    forget()
    isAtTop = false
  }

  /// Clears the window, and begins at its top.
  func clearWindow() {
    write("\u{1B}[H\u{1B}[2J")
    forget()
    isAtTop = true
  }
}

extension LineScreen {
  private func forget() {
    drawn = nil
    cursor = ScreenPlace()
    scrolled = []
  }

  /// Goes to where the frame begins and clears all from there.
  private func takeOff() {
    let row = cursor.row + (drawn?.above.count ?? 0)
    write((row > 0 ? "\r\u{1B}[\(row)A" : "\r") + "\u{1B}[J")
    drawn = nil
    cursor = ScreenPlace()
  }

  /// Leaves the first rows of a frame standing that the window has no room for; gives how many stand.
  private func scrollOff(_ frame: LineFrame, rows: Int) -> Int {
    if !frame.above.starts(with: scrolled) { scrolled = [] }
    let count = min(frame.height - rows, frame.above.count)
    guard count > scrolled.count else { return scrolled.count }
    takeOff()
    let more = frame.above[scrolled.count..<count]
    write(more.map { $0 + "\r\n" }.joined())
    scrolled += more
    isAtTop = false
    return count
  }

  /// Goes to where the frame begins after the window has changed, and clears all from there.
  ///
  /// Where that is cannot be known if rows have become too long or too many for the window and the
  /// terminal is not one that breaks them anew: then what the window shows is moved off its top, and
  /// all is drawn in an empty one.
  private func fit(to now: TerminalFacts.Size) {
    defer { window = now }
    guard let drawn, let window, window != now, canMove else { return }
    if drawn.isSettled(inColumns: now.columns), drawn.height <= now.rows {
      if now.columns != window.columns { takeOff() }
    } else if reflows, drawn.height <= now.rows {
      let row = drawn.row(of: cursor, columns: now.columns)
      write((row > 0 ? "\r\u{1B}[\(row)A" : "\r") + "\u{1B}[J")
      self.drawn = nil
      cursor = ScreenPlace()
    } else {
      let lines = isAtTop ? "" : "\u{1B}[\(now.rows)H" + String(repeating: "\n", count: now.rows)
      write(lines + "\u{1B}[H\u{1B}[J")
      forget()
      isAtTop = true
    }
  }
}

/// What is written to come from one frame to another.
private struct Pen {
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

  /// Counts rows from the prompt of another frame that begins in the same row.
  mutating func begin(_ frame: LineFrame) {
    place = ScreenPlace(row: -frame.above.count, column: 0)
  }

  mutating func draw(_ frame: LineFrame, over old: LineFrame) {
    if frame.above == old.above { return drawLine(frame, over: old) }
    let same = zip(frame.above, old.above).prefix { $0 == $1 }.count
    move(to: ScreenPlace(row: same - old.above.count, column: 0))
    place.row = same - frame.above.count
    for row in frame.above[same...] {
      output += row + (canMove ? "\u{1B}[K\r\n" : "\r\n")
      place.row += 1
    }
    clearBelow()
    drawLine(frame, over: LineFrame(columns: frame.columns))
  }

  private mutating func drawLine(_ frame: LineFrame, over old: LineFrame) {
    let same = zip(frame.cells, old.cells).prefix { $0 == $1 }.count
    if same < frame.cells.count || same < old.cells.count {
      let from = same < frame.cells.count ? frame.cells[same].from : frame.end
      if !canMove, from.row != place.row { restart() } else { move(to: from, in: frame) }
      let first = canMove || place == from ? same : 0
      for cell in frame.cells[first...] { put(cell) }
      setStyle("")
      finishRow(frame.end)
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
      output += String(repeating: " ", count: columns - cell.from.column)
    }
    output += cell.text
    place = cell.place
    place.column += cell.width
    if place.column >= columns {
      place = ScreenPlace(row: place.row + 1, column: 0)
    } else if canMove, !cell.isCertain {
      // Where the terminal has its cursor by its own reckoning.
      output += "\r\u{1B}[\(place.column)C"
    }
  }

  /// Behind a character that fills its row the cursor hangs between two; it is to be in the next.
  private mutating func finishRow(_ end: ScreenPlace) {
    if end.column == 0, end.row > 0, output.last != "\n" { output += " \r" }
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

  mutating func clearBelow() {
    output += "\u{1B}[J"
  }

  mutating func move(to target: ScreenPlace, in frame: LineFrame? = nil) {
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

extension LineFrame {
  /// The same with rows before it that are not drawn again.
  fileprivate func following(_ rows: [String]) -> LineFrame {
    var frame = self
    frame.above = rows + above
    return frame
  }

  /// The row of a place, counted from the first of all, when the terminal has broken the rows anew.
  func row(of place: ScreenPlace, columns: Int) -> Int {
    let rows = above.reduce(0) {
      $0 + max(1, (DisplayWidth.of($1) + columns - 1) / max(columns, 1))
    }
    guard columns != self.columns else { return rows + place.row }
    var flow = CellFlow(columns: columns)
    for cell in cells where cell.place < place {
      _ = cell.text == "\n" ? flow.breakLine() : flow.put(cell.width)
    }
    return rows + flow.place.row
  }
}

extension String {
  /// Every newline with the return that a raw terminal needs.
  fileprivate func replacingNewlines() -> String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }
}

extension UnsafePointer<UInt8> {
  fileprivate var asCharacters: UnsafePointer<CChar> {
    UnsafeRawPointer(self).assumingMemoryBound(to: CChar.self)
  }
}
