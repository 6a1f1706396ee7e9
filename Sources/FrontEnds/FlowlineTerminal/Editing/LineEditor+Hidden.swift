import CLibEditShims
import Glibc

/// Reading what nobody may see: past libedit, whose buffers would keep it.
extension LineEditor {
  /// Whether the terminal was closed.
  package var isGone: Bool {
    var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    _ = Glibc.poll(&descriptor, 1, 0)
    return descriptor.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 || isatty(input) != 1
  }

  /// Each character that a person would count shows as a star, and nothing does in a plain request.
  package func readHiddenLine(_ request: LineRequest) -> LineEvent {
    guard let echo = silenced ?? TerminalEcho(of: input) else { return .endOfInput }
    silenced = nil
    if forgetOldSignals() {
      echo.restore()
      return .woken(text: "")
    }
    screen.onlyAppends = request.isPlain || !screen.canMove
    var reading = HiddenReading(
      of: request, on: screen, begun: hidden?.prompt == request.prompt ? hidden?.line : nil)
    hidden = nil
    start(echo)
    if request.above == nil || screen.onlyAppends {
      screen.clear()
      screen.begin()
    }
    let film = reading.drawForFilm()
    let event = read(&reading, with: echo)
    reading.leave(after: event, resuming: film)
    screen.setBracketedPaste(false)
    echo.restore()
    flowline_terminal_end()
    if case .woken = event { hidden = (request.prompt, reading.line) }
    return event
  }

  private func start(_ echo: TerminalEcho) {
    flowline_terminal_begin(input, screen.descriptor, screen.closing)
    echo.turnOffEditing()
    screen.setBracketedPaste(true)
  }

  private func read(_ reading: inout HiddenReading, with echo: TerminalEcho) -> LineEvent {
    while true {
      if let event = handleSignals(in: &reading, with: echo) { return event }
      while let key = keys.next() {
        if let event = reading.line.take(key, limit: Self.longestPaste) { return event }
      }
      if let event = awaitInput({ reading.draw() }) { return event }
    }
  }

  private func handleSignals(
    in reading: inout HiddenReading, with echo: TerminalEcho
  ) -> LineEvent? {
    _ = PendingSignals.take(.resize)
    if !PendingSignals.take(.suspend).isEmpty {
      screen.setBracketedPaste(false)
      echo.restore()
      flowline_terminal_stop()
      _ = PendingSignals.take(.resume)
      start(echo)
      reading.drawAnew()
      if watch?.resumed() == true { return .woken(text: "") }
    } else if !PendingSignals.take(.resume).isEmpty {
      start(echo)
      reading.drawAnew()
      if watch?.resumed() == true { return .woken(text: "") }
    }
    if let signal = PendingSignals.takeTermination() {
      return .terminated(signal: signal, text: "")
    }
    if !PendingSignals.take(.interrupt).isEmpty {
      keys.reset()
      return .interrupted(text: "")
    }
    return PendingSignals.take(.wake).isEmpty ? nil : .woken(text: "")
  }
}
