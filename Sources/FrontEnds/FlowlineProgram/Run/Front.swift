import Flowline
import FlowlineTerminal

/// What a run talks through: the terminal, plain lines, or nothing.
struct Front {
  let surface: Surface
  let source: any LineSource
  let histories: PromptHistories
  let isInteractive: Bool

  /// - Parameter takesInput: whether anybody may be asked.
  init(_ facts: TerminalFacts, takesInput: Bool = true) throws {
    surface = .standard(facts)
    if takesInput, facts.isInteractive, let editor = try? LineEditor(program: Program.name) {
      source = editor
      isInteractive = true
    } else {
      source = takesInput ? try PlainLineReader() : NoLineSource()
      isInteractive = false
    }
    histories = PromptHistories(directory: isInteractive ? Program.current.historyDirectory : nil)
  }
}
