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
  /// - Parameters:
  ///   - facts: what is known of the terminal.
  ///   - takesInput: whether anybody may be asked.
  /// - Throws: a `LineEditorError` if the terminal cannot be opened.
  init(_ facts: TerminalFacts, takesInput: Bool = true) throws {
    surface = .standard(facts)
    if takesInput, facts.isInteractive, let editor = try? LineEditor(program: Program.name) {
      source = editor
      isInteractive = true
    } else {
      // A person who cannot see what is asked must not answer it.
      let isBlind = facts.isInputTerminal && !StandardDescriptors.canPrompt
      source = takesInput && !isBlind ? try PlainLineReader() : NoLineReader()
      isInteractive = false
    }
    histories = PromptHistories(directory: isInteractive ? Program.current.historyDirectory : nil)
  }
}
