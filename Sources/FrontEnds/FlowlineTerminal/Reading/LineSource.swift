import CLibEditShims
import Glibc

/// What a walk reads its lines from: a terminal, plain input, a script of a test, or nobody.
package protocol LineSource: LineReader {
  /// Asks for a line that must not be seen while it is typed, and leaves no trace of it.
  func readHiddenLine(_ request: LineRequest) -> LineEvent

  /// Whether nothing more can come: the other end is gone, rather than done for now.
  var isGone: Bool { get }

  /// Whether ``LineRequest/menu`` is drawn and can be used, unless the request is plain.
  var drawsMenus: Bool { get }

  /// Takes the line that was read last off the screen, and so many rows above it; the cursor then
  /// stands where the first of them began.
  ///
  /// Nothing may have been written between those rows and the line, nor since it was read. Rows that
  /// the editor itself drew above the line, such as a list of completions, go with it and need not
  /// be counted.
  ///
  /// - Returns: False where it cannot be done cleanly: the output only appends, the window has been
  ///   resized, a message was shown, or the rows are taller than the screen. Then nothing was
  ///   written.
  func erase(rows: Int) -> Bool

  /// Lets the user edit `text` in the editor that `VISUAL` or `EDITOR` names.
  ///
  /// The editor has the terminal until it ends.
  ///
  /// - Parameters:
  ///   - text: what the file has at first.
  ///   - extension: Of the file's name, without a dot, so that the editor knows its kind.
  /// - Returns: the edited text, or why there is none.
  func edit(_ text: String, extension: String) -> LongTextEvent
}

extension LineSource {
  package var drawsMenus: Bool { false }
  package func erase(rows: Int) -> Bool { false }
  package func edit(_ text: String, extension: String) -> LongTextEvent { .unavailable }
}

extension PlainLineReader: LineSource {
  /// Nothing typed into a pipe is seen; where the input is a terminal its echo is turned off.
  package func readHiddenLine(_ request: LineRequest) -> LineEvent {
    let echo = TerminalEcho(of: STDIN_FILENO)
    echo?.turnOff()
    defer { echo?.restore() }
    return readLine(request)
  }

  /// The end of plain input is its end.
  package var isGone: Bool { true }
}

/// A source without lines: whoever asks is told at once that nobody answers.
package final class NoLineSource: LineSource {
  /// Whether signals and other threads can end a wait.
  private let isKnockable: Bool

  /// Makes a source without lines.
  package init() {
    isKnockable = flowline_signals_open() == 0
  }

  deinit {
    if isKnockable { flowline_signals_close() }
  }

  package func readLine(_ request: LineRequest) -> LineEvent { .endOfInput }
  package func readHiddenLine(_ request: LineRequest) -> LineEvent { .endOfInput }
  package var isGone: Bool { true }

  package func wait(milliseconds: Int?) -> WaitEvent {
    // Where no pipe is to be had, one looks now and then.
    Knocks.wait(
      milliseconds: isKnockable ? milliseconds : min(milliseconds ?? 50, 50),
      printing: { Descriptor.write($0, to: STDERR_FILENO) })
  }
}
