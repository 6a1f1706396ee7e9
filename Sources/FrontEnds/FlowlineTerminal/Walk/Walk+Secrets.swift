import Flowline

/// Secrets that are typed twice, so that no slip of the finger is kept.
extension Walk {
  func askAgain(for first: String, at prompt: Prompt) {
    // What would not be taken is not asked for again.
    guard case .success = controller.preview(.text(first)) else {
      return submit(.text(first), typed: "", at: prompt)
    }
    switch read(display.request(at: prompt, renderer.repetition), isHidden: true, at: prompt) {
    case nil: return
    case .line(let second)?: take(repetition: second, of: first, at: prompt)
    // Back to the first of the two lines.
    case .back?: break
    case let event?: take(event, at: prompt)
    }
  }

  private func take(repetition second: String, of first: String, at prompt: Prompt) {
    switch PromptLine(second) {
    case .answer(first): submit(.text(first), typed: "", at: prompt)
    // A secret that looks like a wrong command is one all the same.
    case .faulty where second == first: submit(.text(first), typed: "", at: prompt)
    case .command(let call): perform(call, at: prompt)
    case .answer, .faulty: show(error: words("secret.differ"))
    }
  }
}
