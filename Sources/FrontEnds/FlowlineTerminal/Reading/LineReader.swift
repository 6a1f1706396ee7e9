/// Something that asks for one line at a time: a terminal with editing, plain input, a file, a script
/// of a test, or nobody.
///
/// A reader belongs to one thread. Other threads reach it through a ``Waker``.
package protocol LineReader: AnyObject {
  /// Asks for a line and blocks until something comes of it.
  func readLine(_ request: LineRequest) -> LineEvent

  /// Asks for a line that must not be seen while it is typed, and leaves no trace of it.
  func readHiddenLine(_ request: LineRequest) -> LineEvent

  /// Waits for an asynchronous effect without reading; Ctrl-C still works.
  ///
  /// - Parameter milliseconds: How long to wait at the most; for ever if `nil`.
  /// - Returns: what ended the wait.
  func wait(milliseconds: Int?) -> WaitEvent

  /// Whether nothing more can come: the other end is gone, rather than done for now.
  var isGone: Bool { get }

  /// Whether what belongs to a question is drawn with its line and drawn over later, unless the request is
  /// plain: ``LineRequest/above``, a menu, a notice, a footer.
  var drawsQuestions: Bool { get }

  /// Draws rows in the place of the question that was read last, to be drawn over in their turn; takes it
  /// away without any.
  ///
  /// A caller that writes to the terminal itself takes it away first.
  func draw(_ rows: [String])

  /// Leaves the question where it is, and goes on below.
  func leave()

  /// Is given all that the reader writes to the terminal, for a film; nil if nobody films.
  ///
  /// What is hidden is left out.
  var film: ((String) -> Void)? { get set }

  /// Whether ``film`` is given anything.
  var isFilmed: Bool { get }

  /// Is told what happens at the terminal besides lines; nil if nobody wants to know.
  var watch: TerminalWatch? { get set }

  /// Clears the window, and what can be read above it, where that can be done.
  func wipe()

  /// Whether ``edit(_:extension:)`` has an editor to open.
  var hasEditor: Bool { get }

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

extension LineReader {
  /// Waits until something happens.
  package func wait() -> WaitEvent { wait(milliseconds: nil) }

  package var drawsQuestions: Bool { false }
  package func draw(_ rows: [String]) {}
  package func leave() {}
  package var isFilmed: Bool { false }
  package var watch: TerminalWatch? {
    get { nil }
    set {}
  }
  package func wipe() {}
  package var film: ((String) -> Void)? {
    get { nil }
    set {}
  }
  package var hasEditor: Bool { false }
  package func edit(_ text: String, extension: String) -> LongTextEvent { .unavailable }
}

/// What came of asking for a line.
package enum LineEvent: Equatable, Sendable {
  /// A line was accepted. Its newline is not part of it.
  case line(String)

  /// Ctrl-C, with the text typed so far. The cursor is at the start of a fresh line.
  case interrupted(text: String)

  /// Ctrl-D on an empty line, the end of a file, or a terminal that was closed.
  case endOfInput

  /// Shift-Tab, with the text typed so far.
  case back(text: String)

  /// Several lines were pasted where ``LineRequest/takesLines`` holds, between what had been typed; their
  /// breaks are as they came.
  case pasted(String, behind: String, before: String)

  /// Another thread called ``Waker/wake()``; the text typed so far can be offered again.
  case woken(text: String)

  /// The terminal was locked, and its window cleared; the text typed so far can be offered again.
  case unlocked(text: String)

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

/// Is told what happens at a terminal besides lines, on the thread that reads.
package struct TerminalWatch {
  /// Something was typed.
  var typed: () -> Void
  /// The process was stopped and goes on; gives whether what is read or waited for ends as woken.
  var resumed: () -> Bool
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
