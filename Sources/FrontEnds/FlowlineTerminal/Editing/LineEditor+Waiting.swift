import CLibEditShims

/// Waiting without a line, and drawing what is not one.
extension LineEditor {
  /// Whether the terminal can move its cursor.
  package var drawsQuestions: Bool { screen.canMove }

  package func draw(_ rows: [String]) {
    guard screen.canMove else { return }
    if rows.isEmpty { return screen.clear() }
    // They were made for the window.
    let width = screen.size.columns
    screen.show(LineFrame(rows.map { $0.fitting(width) }, columns: columns))
  }

  package func leave() { screen.leave() }

  package func wipe() { if screen.canMove { screen.clearWindow(withScrollback: true) } }

  package var isFilmed: Bool { true }

  package var film: ((String) -> Void)? {
    get { screen.film }
    set { screen.film = newValue }
  }

  /// What is typed meanwhile is not seen, and is kept for the next read.
  package func wait(milliseconds: Int?) -> WaitEvent {
    silence()
    let event = PendingSignals.wait(milliseconds: milliseconds, stopping: stop)
    // As in a read: what was begun before Ctrl-C, such as a paste without an end, is over.
    if event == .interrupted { keys.reset() }
    return event
  }

  /// Turns the echo off until the next read.
  private func silence() {
    guard silenced == nil, let echo = TerminalEcho(of: input) else { return }
    silenced = echo
    flowline_terminal_begin(input, screen.descriptor, nil)
    // What is typed may be for a program that reads after us: a line as others read it.
    echo.turnOffEditing(areReturnsKept: false)
  }

  /// Gives the terminal back as it was.
  func endSilence() {
    guard let echo = silenced else { return }
    silenced = nil
    echo.restore()
    flowline_terminal_end()
  }

  /// Stops the process; gives whether the wait is over once it goes on.
  private func stop() -> Bool {
    endSilence()
    screen.begin()
    flowline_terminal_stop()
    silence()
    return watch?.resumed() ?? false
  }
}
