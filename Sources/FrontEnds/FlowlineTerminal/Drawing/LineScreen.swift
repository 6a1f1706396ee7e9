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

  /// What is to be seen.
  private var whole: LineFrame?
  /// What of it is drawn; nil while the cursor is at the start of a row of its own.
  private var drawn: LineFrame?
  private var cursor = ScreenPlace()
  /// How large the window was then.
  private var window: TerminalFacts.Size?
  /// How many of the first rows are not drawn, for want of room.
  private var hidden = 0
  /// The first rows that went off the top of the window before: they can be read there, and are not moved
  /// there again.
  private var readable: (rows: [String], columns: Int) = ([], 0)

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

  /// How much of the window is drawn on: all but its last column.
  ///
  /// A row that fills a window becomes two when the window is made narrower, and behind its last character
  /// terminals differ about where the cursor is.
  var room: TerminalFacts.Size {
    let size = size
    return TerminalFacts.Size(columns: max(size.columns - 1, 2), rows: size.rows)
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
  /// If the window has no room for all of it, its first rows go off the top, once.
  func show(_ whole: LineFrame) {
    show(whole, hiding: missingRows(whole))
  }

  private func show(_ whole: LineFrame, hiding count: Int) {
    fit(to: size)
    self.whole = whole
    hide(count, of: whole)
    let frame = whole.dropping(hidden)
    guard frame != drawn || frame.cursor != cursor else { return }
    var pen = FramePen(canMove: canMove, columns: frame.columns, at: cursor)
    pen.draw(frame, over: drawn ?? LineFrame(columns: frame.columns))
    write(pen.output)
    drawn = frame
    cursor = frame.cursor
  }

  /// Draws again what is drawn, with some text above it that stays.
  func insertAbove(_ text: String) {
    let (whole, readable) = (whole, readable)
    clear()
    write(text.replacingNewlines())
    self.readable = readable
    if let whole, !onlyAppends { show(whole) }
  }

  /// Takes everything off, or leaves it and goes on below where nothing may be drawn over.
  func clear() {
    fit(to: size)
    if drawn != nil {
      if onlyAppends { return leave() }
      takeOff()
    }
    forget()
  }

  /// Draws what is to stay and goes to the start of the row below.
  func leave(_ frame: LineFrame? = nil) {
    guard frame != nil || drawn != nil else { return }
    moveToEnd(frame)
    write("\r\n")
    forget()
  }

  /// Draws what is to stay and goes behind it.
  func moveToEnd(_ frame: LineFrame? = nil) {
    guard var last = frame ?? whole else { return }
    last.below = []
    last.cursor = last.end
    // What is above the window already is not repeated.
    let isReadable = last.above.starts(with: readable.rows)
    show(last, hiding: max(missingRows(last), isReadable ? readable.rows.count : 0))
  }

  /// Begins at the start of the row the cursor is in, after the terminal was somebody else's.
  func begin() {
    if drawn != nil { write(canMove ? "\r" + FramePen.clearing : "\r") }
    forget()
  }

  /// Clears the window, and begins at its top.
  ///
  /// - Parameter withScrollback: whether nothing is to be read above the window either.
  func clearWindow(withScrollback: Bool = false) {
    // Terminals that keep what is cleared need not keep this.
    if drawn != nil { takeOff() }
    write("\u{1B}[H\u{1B}[2J" + (withScrollback ? "\u{1B}[3J" : ""))
    forget()
  }
}

extension LineScreen {
  private func forget() {
    whole = nil
    drawn = nil
    cursor = ScreenPlace()
    hidden = 0
    readable = ([], 0)
  }

  /// Goes to where the frame begins and clears all from there.
  private func takeOff() { takeOff(from: cursor.row + (drawn?.above.count ?? 0)) }

  /// Goes up by so many rows, or to the top of the window, and clears all from there.
  private func takeOff(from row: Int) {
    write((row > 0 ? "\r\u{1B}[\(row)A" : "\r") + FramePen.clearing)
    drawn = nil
    cursor = ScreenPlace()
    hidden = 0
  }

  /// How many rows of a frame the window has no room for.
  private func missingRows(_ frame: LineFrame) -> Int {
    onlyAppends ? 0 : max(0, min(frame.height - size.rows, frame.above.count))
  }

  /// Hides the first rows of a frame: those that cannot be read above the window yet go off its top.
  private func hide(_ count: Int, of frame: LineFrame) {
    if readable.columns != frame.columns, !readable.rows.isEmpty {
      // It is the same question for another width.
      readable = (frame.above, frame.columns)
    } else if !frame.above.starts(with: readable.rows) {
      readable = ([], 0)
    }
    guard count != hidden else { return }
    if drawn != nil { takeOff() }
    if count > readable.rows.count {
      write(frame.above[readable.rows.count..<count].map { $0 + "\r\n" }.joined())
      readable = (Array(frame.above.prefix(count)), frame.columns)
    }
    hidden = count
  }

  /// Takes the frame off after the window has changed.
  ///
  /// In a terminal that breaks its rows anew the frame may have become higher. Any other is taken to leave
  /// them: of one that does break them, unknown to us, the top of the old frame stays, but never is a row
  /// taken away that somebody else has written. What went off the top of the window is left there.
  private func fit(to now: TerminalFacts.Size) {
    defer { window = now }
    guard let drawn, let window, window != now, canMove else { return }
    if now.columns == window.columns, drawn.height <= now.rows { return }
    let columns = reflows ? now.columns : .max
    takeOff(from: drawn.row(of: cursor, inColumns: columns))
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
