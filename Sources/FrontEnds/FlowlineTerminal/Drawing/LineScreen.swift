import Flowline
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
    // Another part of a line that is longer than the window.
    if canMove, let drawn, drawn.hiddenRows != frame.hiddenRows { takeOff() }
    var pen = FramePen(canMove: canMove, columns: frame.columns, at: cursor)
    pen.draw(frame, over: drawn ?? LineFrame(columns: frame.columns))
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
