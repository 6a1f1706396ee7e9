/// What a line that was typed at a question means.
package enum PromptLine: Equatable, Sendable {
  /// An answer, as typed but for a doubled colon.
  case answer(String)
  /// A command.
  case command(PromptCommand.Call)
  /// A line that looks like a command but is not one.
  case faulty(PromptCommand.Fault)

  /// Reads a line.
  ///
  /// One that begins with a colon is a command, one with two is an answer.
  package init(_ line: String) {
    let text = line.drop { $0 == " " || $0 == "\t" }
    guard text.first == ":" else {
      self = .answer(line)
      return
    }
    if text.dropFirst().first == ":" {
      self = .answer(String(text.dropFirst()))
      return
    }
    switch PromptCommand.read(text, inside: true) {
    case .success(let call): self = .command(call)
    case .failure(let fault): self = .faulty(fault)
    }
  }
}
