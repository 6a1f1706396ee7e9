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
/// next of these where none runs. A process that does neither dies of the second SIGTERM or the
/// third SIGINT, terminal restored.
package final class LineEditor: LineReader {
  /// The longest paste, in bytes.
  ///
  /// Longer ones are ``LineEvent/tooLong(limit:text:)``.
  package static let longestPaste = 1 << 16

  private static let isOpen = Mutex(false)

  let handle: OpaquePointer
  let input: Int32
  let screen: EditorScreen
  let clusters = Clusters()
  var keys = KeyDecoder(pasteLimit: longestPaste)
  var reading: Reading?
  var settings = EditorBindings.Settings(exist: false, usesVi: false)
  /// What Ctrl-Y puts back.
  var deleted = ""
  /// The terminal's own modes while nothing that is typed shows.
  var silenced: TerminalEcho?
  /// The line that was read last, as long as it can be taken away.
  var lastLine: LastLine?

  /// What was typed of a hidden line when another thread woke its reader, for asking again.
  var hidden: (prompt: PromptText, line: HiddenLine)?

  private let files: EditorFiles
  private var prompt = EditorPrompt()
  private var histories: [ObjectIdentifier: EditLineHistory] = [:]
  private lazy var noHistory = EditLineHistory(of: LineHistory(), as: clusters)

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
      guard let files = EditorFiles(input: input, output: output, drawings: clusters.drawings),
        let handle = files.makeEditLine(program: program)
      else {
        flowline_signals_close()
        throw .unavailable
      }
      self.input = input
      self.files = files
      self.handle = handle
      screen = EditorScreen(
        handle: handle, file: files.output, descriptor: output, clusters: clusters)
    } catch {
      Self.isOpen.withLock { $0 = false }
      throw error
    }
    configure(files)
  }

  deinit {
    silenced?.restore()
    flowline_terminal_end()
    // With editing off el_end() leaves type-ahead alone.
    flowline_el_set_edit_mode(handle, 0)
    el_end(handle)
    flowline_signals_close()
    Self.isOpen.withLock { $0 = false }
  }

  /// Asks for a line.
  ///
  /// After every event the cursor stands at the start of a line. Keys typed ahead are kept for the
  /// next read, but for those before a Ctrl-C. Bytes that are not UTF-8 are refused with a beep.
  ///
  /// - Precondition: No read is under way, as it is while a completion is asked for.
  package func readLine(_ request: LineRequest) -> LineEvent {
    precondition(reading == nil, "the line editor is already reading")
    reading = Reading(request)
    hidden = nil
    defer { reading = nil }
    prepare(for: request)
    let size = TerminalFacts.size(of: screen.descriptor)
    let line = readByLibEdit()
    lastLine = reading.flatMap { $0.lastLine(size: size) }
    return finish(with: line)
  }

  /// The columns of the terminal now.
  package var columns: Int { TerminalFacts.columns(of: screen.descriptor) ?? 80 }

  /// What libedit draws before the line; called at every refresh.
  var promptCharacters: UnsafeMutablePointer<wchar_t> { prompt.characters }
}

extension LineEditor {
  private func configure(_ files: EditorFiles) {
    flowline_el_set_client_data(handle, Unmanaged.passUnretained(self).toOpaque())
    flowline_el_set_signal_handling(handle, 0)
    files.endSilence(of: handle)
    flowline_el_set_prompt(handle, editorPrompt, wchar_t(PromptText.escape.value))
    flowline_el_set_reader(handle, editorReader)
    settings = EditorBindings.install(in: handle)
    keys.passesUnknownSequences = settings.exist
    keys.passesEscape = settings.usesVi
  }

  private func prepare(for request: LineRequest) {
    // libedit asks for the size before every line; the others concern lines that are over.
    _ = Knocks.take([.resize, .suspend, .resume])
    prompt.set(clusters.encoded(request.prompt.encoded))
    screen.promptWidthText = clusters.encoded(request.prompt.plainText)
    screen.onlyAppends = request.isPlain || !screen.canMove
    let history = request.history.flatMap { history in
      histories[ObjectIdentifier(history)] ?? EditLineHistory(of: history, as: clusters)
    }
    if let source = request.history { histories[ObjectIdentifier(source)] = history }
    history?.refresh()
    // One of vi's commands calls for a history without asking whether there is one.
    let attached = history ?? (settings.usesVi ? noHistory : nil)
    flowline_el_set_history(handle, attached?.handle)
    guard let text = Waker.takeMessages() else { return }
    screen.write(text)
    reading?.isErasable = false
  }

  /// The line without its newline; `nil` if the read ended in another way.
  private func readByLibEdit() -> String? {
    flowline_terminal_begin(input, screen.descriptor, screen.closing)
    // Before the prompt shows, so that nothing typed at it is echoed twice. After a wait it goes
    // from one silence into the other.
    flowline_el_prepare_terminal(handle, 1)
    screen.setBracketedPaste(true)
    var count: Int32 = 0
    let start = el_wgets(handle, &count)
    let end = start.map { $0 + Int(max(count, 0)) }
    let text = clusters.text(from: start, to: end)
    if start != nil { reading?.rows = screen.rows(of: WideText.text(from: start, to: end)) }
    screen.setBracketedPaste(false)
    silenced = nil
    flowline_terminal_end()
    return start.map { _ in OneLine.text(text) }
  }

  private func finish(with line: String?) -> LineEvent {
    guard let outcome = reading?.outcome else { return line.map(LineEvent.line) ?? .endOfInput }
    if case .interrupted = outcome { keys.reset() }
    return outcome
  }
}
