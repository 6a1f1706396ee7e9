/// Something that asks for one line at a time: a terminal with editing, or plain input.
///
/// A reader belongs to one thread. Other threads reach it through a ``Waker``.
package protocol LineReader: AnyObject {
  /// Asks for a line and blocks until something comes of it.
  func readLine(_ request: LineRequest) -> LineEvent

  /// Waits for an asynchronous effect without reading; Ctrl-C and messages still work.
  ///
  /// - Parameter milliseconds: How long to wait at the most; for ever if `nil`.
  /// - Returns: what ended the wait.
  func wait(milliseconds: Int?) -> WaitEvent
}

extension LineReader {
  /// Waits until something happens.
  package func wait() -> WaitEvent { wait(milliseconds: nil) }
}

/// What came of asking for a line.
package enum LineEvent: Equatable, Sendable {
  /// A line was accepted. Its newline is not part of it.
  case line(String)

  /// Ctrl-C, with the text typed so far. The cursor stands at the start of a fresh line.
  case interrupted(text: String)

  /// Ctrl-D on an empty line, the end of a file, or a terminal that was closed.
  case endOfInput

  /// Shift-Tab, with the text typed so far.
  case back(text: String)

  /// Another thread called ``Waker/wake()``; the text typed so far can be offered again.
  case woken(text: String)

  /// SIGTERM or SIGHUP arrived. The terminal is restored; leave, best by ``Waker/die(of:)``.
  case terminated(signal: Int32, text: String)

  /// A line of plain input that is not UTF-8 and was skipped.
  ///
  /// `line` counts from one, `byteOffset` from zero within the line. A terminal never gives this:
  /// there the bad bytes are refused with a beep.
  case invalidInput(line: Int, byteOffset: Int)

  /// A line, or a paste, longer than the reader's limit in bytes. It was skipped whole.
  ///
  /// `text` is what else had been typed.
  case tooLong(limit: Int, text: String)
}

/// What ended a wait.
package enum WaitEvent: Equatable, Sendable {
  /// Another thread called ``Waker/wake()``.
  case woken

  /// Ctrl-C.
  case interrupted

  /// SIGTERM or SIGHUP.
  case terminated(signal: Int32)

  /// The time is up.
  case timedOut
}
