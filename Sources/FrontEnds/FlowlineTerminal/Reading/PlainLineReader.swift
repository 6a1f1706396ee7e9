import CLibEditShims
import Flowline
import Glibc

/// Reads lines where no terminal can be edited on: a pipe, a file, a terminal without prompts.
///
/// It prints no prompts. Of a pipe or a file it takes not a byte more than the line it gives, so
/// that the next process that reads there finds the next line.
package final class PlainLineReader: LineReader {
  /// The longest line, in bytes.
  package static let longestLine = 16 << 20

  /// The number of the line given last, counted from one; 0 before the first.
  package private(set) var lineNumber = 0

  private let input: Int32
  private let output: Int32
  private let source: ByteSource
  private var splitter: LineSplitter
  /// The terminal's modes before its echo was turned off; nil if it is on, or there is no terminal.
  private var echo: TerminalEcho?

  /// Creates a reader of `input`; it writes nothing itself, and the prompts go to `output`.
  ///
  /// - Throws: ``LineEditorError/pipe(code:)`` if the process has no descriptors left.
  package init(
    input: Int32 = STDIN_FILENO, output: Int32 = STDERR_FILENO, longestLine: Int = longestLine
  ) throws(LineEditorError) {
    guard flowline_signals_open() == 0 else { throw .pipe(code: errno) }
    self.input = input
    self.output = output
    source = ByteSource(input)
    splitter = LineSplitter(limit: longestLine)
  }

  deinit {
    flowline_signals_close()
  }

  /// Reads the next line; of `request` nothing counts.
  package func readLine(_ request: LineRequest) -> LineEvent {
    while true {
      if let event = pendingEvent() { return event }
      if let line = splitter.next() { return event(of: line) }
      guard PendingSignals.poll(input).isInputReady else { continue }
      // A person who interrupts and then closes the input means to interrupt.
      if let event = pendingEvent() { return event }
      switch source.read() {
      case .bytes(let bytes): splitter.feed(bytes)
      case .again: continue
      case .end, .failed:
        return splitter.finish().map(event(of:)) ?? .endOfInput
      }
    }
  }

  package func wait(milliseconds: Int?) -> WaitEvent {
    PendingSignals.wait(milliseconds: milliseconds)
  }

  private func pendingEvent() -> LineEvent? {
    stopWhileHidden()
    if let signal = PendingSignals.takeTermination() {
      return .terminated(signal: signal, text: "")
    }
    if !PendingSignals.take(.interrupt).isEmpty {
      splitter.reset()
      return .interrupted(text: "")
    }
    return PendingSignals.take(.wake).isEmpty ? nil : .woken(text: "")
  }

  /// Turns the echo off.
  ///
  /// Whatever ends or stops the process meanwhile turns it on again.
  private func hide() {
    guard let echo = TerminalEcho(of: input) else { return }
    self.echo = echo
    flowline_terminal_begin(input, output, nil)
    echo.turnOff()
  }

  /// Turns the echo on again.
  private func unhide() {
    echo?.restore()
    if echo != nil { flowline_terminal_end() }
    echo = nil
  }

  /// Ctrl-Z stops the process as ever, with the echo on meanwhile.
  private func stopWhileHidden() {
    guard let echo else { return }
    if !PendingSignals.take(.suspend).isEmpty {
      echo.restore()
      flowline_terminal_stop()
      echo.turnOff()
    }
    if !PendingSignals.take(.resume).isEmpty { echo.turnOff() }
  }

  private func event(of line: LineSplitter.Line) -> LineEvent {
    lineNumber += 1
    guard case .whole(let bytes) = line else {
      return .tooLong(limit: splitter.limit, text: "")
    }
    return switch UTF8Decoder.decode(bytes) {
    case .success(let text): .line(text)
    case .failure(let error): .invalidInput(line: lineNumber, byteOffset: error.byteOffset)
    }
  }
}

extension PlainLineReader {
  /// Nothing typed into a pipe is seen; where the input is a terminal its echo is turned off.
  package func readHiddenLine(_ request: LineRequest) -> LineEvent {
    hide()
    defer { unhide() }
    return readLine(request)
  }

  /// The end of plain input is its end.
  package var isGone: Bool { true }
}
