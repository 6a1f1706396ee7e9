import CLibEdit
import CLibEditShims
import Glibc
import Synchronization

/// Reads lines from a terminal with editing, history and completion, on top of libedit.
///
/// There is one in a process, and it belongs to the thread that made it; other threads reach it
/// through a ``Waker``. Between two reads the terminal is as the user left it, but for its echo once
/// ``wait(milliseconds:)`` has turned it off. From its creation on SIGINT, SIGTERM and SIGHUP no
/// longer kill: they are events of ``readLine(_:)`` and ``wait(milliseconds:)``, and kept for the
/// next of these if none runs. A process that does neither dies of the second SIGTERM or the
/// third SIGINT, terminal restored.
///
/// A key's way: ``KeyDecoder`` makes it of bytes, `answer(_:)` says what it does, ``EditLine`` changes
/// the line, `draw()` shows it once nothing more has been typed.
package final class LineEditor: LineReader {
  /// The longest paste, in bytes.
  ///
  /// Longer ones are ``LineEvent/tooLong(limit:text:)``.
  package static let longestPaste = 1 << 16

  private static let isOpen = Mutex(false)

  let line: EditLine
  let input: Int32
  let screen: LineScreen
  /// The signs that can be drawn.
  let glyphs = TerminalFacts.glyphs
  var keys = KeyDecoder(pasteLimit: longestPaste)
  var reading: Reading?
  /// What Ctrl-Y puts back.
  var deleted = ""
  /// The terminal's own modes while nothing that is typed shows.
  var silenced: TerminalEcho?
  package var watch: TerminalWatch?
  /// What was typed of a hidden line when another thread woke its reader, for asking again.
  var hidden: (prompt: PromptText, line: HiddenLine)?

  /// Opens the editor on two terminals, usually the same.
  ///
  /// - Parameters:
  ///   - program: The name by which lines of `~/.editrc` can be for this program alone.
  ///   - input: Where keys are read.
  ///   - output: Where the prompt and the line are drawn.
  /// - Throws: a `LineEditorError` if libedit cannot be started.
  package init(
    program: String, input: Int32 = STDIN_FILENO, output: Int32 = STDERR_FILENO
  ) throws(LineEditorError) {
    guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
    let isFirst = Self.isOpen.withLock { isOpen in
      defer { isOpen = true }
      return !isOpen
    }
    guard isFirst else { throw .alreadyOpen }
    do throws(LineEditorError) {
      TerminalLocale.prepare()
      guard flowline_signals_open() == 0 else { throw .pipe(code: errno) }
      guard let line = EditLine(program: program, input: input, output: output) else {
        flowline_signals_close()
        throw .unavailable
      }
      self.line = line
      self.input = input
      screen = LineScreen(
        descriptor: output, canMove: line.canMove, reflows: TerminalFacts.reflows)
    } catch {
      Self.isOpen.withLock { $0 = false }
      throw error
    }
    keys.passesUnknownSequences = line.settings.exist
    keys.passesEscape = line.settings.usesVi
  }

  deinit {
    silenced?.restore()
    flowline_terminal_end()
    flowline_signals_close()
    Self.isOpen.withLock { $0 = false }
  }

  /// Asks for a line.
  ///
  /// A question that was drawn is still drawn after every event; of other lines the cursor is at the
  /// start of the next one. Keys typed ahead are kept for the next read, but for those before a Ctrl-C.
  /// Bytes that are not UTF-8 are refused with a beep.
  ///
  /// - Precondition: No read is under way, as it is while a completion is asked for.
  package func readLine(_ request: LineRequest) -> LineEvent {
    precondition(reading == nil, "the line editor is already reading")
    reading = Reading(request, columns: screen.room.columns)
    hidden = nil
    defer { reading = nil }
    if begin(request) { return .woken(text: request.initialText) }
    let text = readByLibEdit()
    guard let outcome = reading?.outcome else { return text.map(LineEvent.line) ?? .endOfInput }
    if case .interrupted = outcome { keys.reset() }
    return outcome
  }

  /// Draws nothing yet; gives whether the read ends before it has begun.
  private func begin(_ request: LineRequest) -> Bool {
    if forgetOldSignals() { return true }
    screen.onlyAppends = request.isPlain || !screen.canMove
    if request.above == nil || screen.onlyAppends {
      screen.clear()
      screen.begin()
    }
    return false
  }

  /// Takes the signals that concern lines that are over.
  ///
  /// - Returns: whether the process was stopped meanwhile, and what is read is to end.
  func forgetOldSignals() -> Bool {
    let old = PendingSignals.take([.resize, .suspend, .resume])
    return old.contains(.resume) && watch?.resumed() ?? false
  }

  /// The line; nil if the read ended in another way.
  private func readByLibEdit() -> String? {
    flowline_terminal_begin(input, screen.descriptor, screen.closing)
    // Before the prompt shows, so that nothing typed at it is echoed twice. After a wait it goes
    // from one silence into the other.
    line.prepareTerminal(true)
    screen.setBracketedPaste(true)
    let entries = reading?.request.history?.entries ?? []
    let text = line.readLine(for: self, recalling: entries).map(OneLine.typed)
    if let text, reading?.outcome == nil { endLine(Array(text.unicodeScalars)) }
    screen.setBracketedPaste(false)
    silenced = nil
    flowline_terminal_end()
    return text
  }
}
