import CLibEditShims

/// Taking lines away, and waiting without a line.
extension LineEditor {
  /// A line that was read and still stands where it was.
  struct LastLine {
    let rows: Int
    let size: TerminalFacts.Size
  }

  /// Whether the terminal can move its cursor.
  package var drawsMenus: Bool { screen.canMove }

  package func erase(rows: Int) -> Bool {
    guard screen.canMove, let line = lastLine, rows >= 0 else { return false }
    lastLine = nil
    let count = line.rows + rows
    // The row the cursor stands in is one of the screen's, too.
    guard TerminalFacts.size(of: screen.descriptor) == line.size, count < line.size.rows else {
      return false
    }
    if count > 0 { screen.write("\u{1B}[\(count)A\r\u{1B}[J") }
    return true
  }

  /// What is typed meanwhile is not seen, and is kept for the next read.
  package func wait(milliseconds: Int?) -> WaitEvent {
    silence()
    let event = Knocks.wait(
      milliseconds: milliseconds,
      printing: { text in
        lastLine = nil
        screen.write(text)
      }, stopping: stop)
    // As in a read: what was begun before Ctrl-C, such as a paste without an end, is over.
    if event == .interrupted { keys.reset() }
    return event
  }

  /// Turns the echo off until the next read.
  private func silence() {
    guard silenced == nil, let echo = TerminalEcho(of: input) else { return }
    silenced = echo
    flowline_terminal_begin(input, screen.descriptor, nil)
    // What is typed may be for whoever reads after us: a line as others read it.
    echo.turnOffEditing(areReturnsKept: false)
  }

  /// Gives the terminal back as it was.
  func endSilence() {
    guard let echo = silenced else { return }
    silenced = nil
    echo.restore()
    flowline_terminal_end()
  }

  private func stop() {
    endSilence()
    lastLine = nil
    flowline_terminal_stop()
    silence()
  }
}
