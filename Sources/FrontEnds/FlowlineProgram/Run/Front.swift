import Flowline
import FlowlineTerminal

/// What a run talks through: the terminal, plain lines, or nothing.
struct Front {
  let surface: Surface
  let source: any LineReader
  let histories: PromptHistories
  let isInteractive: Bool

  /// Opens the terminal, or standard input if there is none.
  ///
  /// If a PIN was set, it is asked for at once.
  ///
  /// - Parameters:
  ///   - facts: what is known of the terminal.
  ///   - world: what the run has at hand.
  ///   - takesInput: whether anybody may be asked.
  /// - Throws: a `LineEditorError` if the terminal cannot be opened, an `ExitCode` if the PIN was not
  ///   given.
  init(_ facts: TerminalFacts, in world: World, takesInput: Bool = true) throws {
    surface = .standard(facts)
    if takesInput, facts.isInteractive, let editor = try? LineEditor(program: Program.name) {
      source = try Self.locking(editor, on: surface, in: world)
      isInteractive = true
    } else {
      // A person who cannot see what is asked must not answer it.
      let isBlind = facts.isInputTerminal && !StandardDescriptors.canPrompt
      source = takesInput && !isBlind ? try PlainLineReader() : NoLineReader()
      isInteractive = false
    }
    histories = PromptHistories(directory: isInteractive ? Program.current.historyDirectory : nil)
  }

  private static func locking(
    _ editor: LineEditor, on surface: Surface, in world: World
  ) throws -> LockingReader {
    let program = surface.settings.program
    let lock = world.lock
    program.lock = lock
    let reader = LockingReader(editor, lock, of: Program.name, on: surface) {
      Words(program.spoken(world.environment))
    }
    guard let end = reader.open() else { return reader }
    if case .terminated(let signal, _) = end { Waker().die(of: signal) }
    throw ExitStatus.cancelled.exitCode
  }
}
