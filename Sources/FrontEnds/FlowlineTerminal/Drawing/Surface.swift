import Flowline
import Glibc

/// What a walk shows itself on: where lines go, how they may look and how wide they may be.
package struct Surface {
  /// What a person may change: how lines look, for one.
  ///
  /// Shared by all copies of the surface.
  package let settings: WalkSettings
  /// Where prompts and messages go, line by line.
  package var message: (String) -> Void
  /// Where results go, line by line.
  package var result: (String) throws(OutputFailure) -> Void
  /// The columns there are now.
  package var columns: () -> Int
  /// The rows of the window there are now.
  package var rows: () -> Int

  /// Makes a surface; its window has 24 rows unless it says otherwise.
  package init(
    look: Look, message: @escaping (String) -> Void,
    result: @escaping (String) throws(OutputFailure) -> Void,
    columns: @escaping () -> Int, rows: @escaping () -> Int = { 24 }
  ) {
    settings = WalkSettings(look: look)
    self.rows = rows
    self.message = message
    self.result = result
    self.columns = { [settings] in settings.program.width ?? columns() }
  }

  /// Messages to standard error, results to standard output.
  package static func standard(_ facts: TerminalFacts) -> Surface {
    Surface(
      look: Look(facts),
      message: { writeMessage($0) }, result: writeResult,
      columns: { TerminalFacts.columns(of: STDERR_FILENO) ?? 80 },
      rows: { TerminalFacts.size(of: STDERR_FILENO)?.rows ?? 24 })
  }

  /// How lines may look.
  package var look: Look {
    get { settings.look }
    nonmutating set { settings.look = newValue }
  }

  /// Writes lines to standard error.
  package static func writeMessage(_ text: String) {
    Descriptor.write(text + "\n", to: STDERR_FILENO)
  }

  /// Writes lines to standard output.
  package static func writeResult(_ text: String) throws(OutputFailure) {
    if let code = Descriptor.write(text + "\n", to: STDOUT_FILENO) {
      throw OutputFailure(code: code)
    }
  }

  /// Tells something in words, wrapped where a person sees them and whole where a program does.
  package func tell(_ text: String) {
    show(isatty(STDERR_FILENO) == 1 ? text.wrapped(to: columns()) : [text])
  }

  /// Tells a result, wrapped if a person sees it and in one line if a program does.
  package func tellResult(_ line: String) throws(OutputFailure) {
    guard isatty(STDOUT_FILENO) == 1 else { return try result(line) }
    try result(look.lines(line, columns: columns()).joined(separator: "\n"))
  }

  /// Shows lines as messages.
  package func show(_ lines: [String]) {
    if !lines.isEmpty { message(lines.joined(separator: "\n")) }
  }
}
