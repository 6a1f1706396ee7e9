package import Flowline

/// Draws prompts and refusals as lines of text; where they go is nobody's matter here.
package struct PromptRenderer {
  let look: Look
  let words: Words
  let columns: Int

  /// Makes a renderer.
  ///
  /// - Parameter columns: how wide a line may be; at least 1.
  package init(look: Look, words: Words, columns: Int) {
    self.look = look
    self.words = words
    self.columns = max(columns, 1)
  }

  /// What stands above the line that is typed: where one is, the page, the question, the choices
  /// and how to answer.
  package func lines(for prompt: Prompt) -> [String] {
    let page = PageRenderer(look: look, words: words, columns: columns).lines(for: prompt.page)
    let isTitle = prompt.kind == .review
    let question = question(of: prompt)
    return trail(of: prompt) + (isTitle ? question + page : page + question)
      + choices(of: prompt) + hint(of: prompt)
  }

  /// What stands before the line that is typed.
  package func input(for prompt: Prompt) -> PromptText {
    guard look.isPlain else { return PromptText(columns < 8 ? ">" : "> ", style: style(.trail)) }
    if prompt.isSensitive { return PromptText(words("prompt.secret")) }
    return PromptText(words(prompt.kind == .review ? "prompt.continue" : "prompt.answer"))
  }

  private func style(_ role: Look.Role) -> String { look.style(role) }

  private func trail(of prompt: Prompt) -> [String] {
    let trail = prompt.trail.map(\.line)
    guard look.isPlain else {
      return look.lines(trail.joined(separator: look.separator), .trail, columns: columns)
    }
    return look.lines(
      words("plain.step", .string(trail.joined(separator: ", "))), columns: columns)
  }

  private func question(of prompt: Prompt) -> [String] {
    let question = prompt.question.line
    guard !look.isPlain, prompt.kind != .review, let standard = prompt.defaultText else {
      return look.lines(question, .question, columns: columns)
    }
    let lines = "\(question) [\(OneLine.text(standard))]".wrapped(to: columns)
    return lines.map { look.paint($0, .question) }
  }

  private func hint(of prompt: Prompt) -> [String] {
    var sentences = [prompt.accepts.line]
    if look.isPlain, prompt.kind != .review, let standard = prompt.defaultText {
      sentences.append(words("prompt.default", .string(OneLine.text(standard))))
    }
    if prompt.isSensitive { sentences.append(words("prompt.secret.hint")) }
    return look.lines(sentences.joined(separator: " "), .dim, columns: columns)
  }
}

extension PromptRenderer {
  private func choices(of prompt: Prompt) -> [String] {
    let choices = prompt.kind.choices
    guard !look.isPlain else {
      return choices.enumerated().flatMap { index, choice in
        let text = [choice.label, choice.detail].compactMap { $0?.line.asSentence }
        return look.lines(
          words(
            "plain.choice", .string(String(index + 1)), .string(text.joined(separator: " "))),
          columns: columns)
      }
    }
    let digits = String(choices.count).count
    let width = choices.map { DisplayWidth.of($0.label.line) }.max() ?? 0
    return choices.enumerated().flatMap { index, choice in
      let number = String(index + 1)
      let gutter = "  " + String(repeating: " ", count: digits - number.count) + number + "  "
      return lines(for: choice, gutter: gutter, labelWidth: width)
    }
  }

  private func lines(for choice: Choice, gutter: String, labelWidth: Int) -> [String] {
    guard let detail = choice.detail?.line, !detail.isEmpty else {
      return look.lines(gutter + choice.label.line, columns: columns)
    }
    let label = gutter + choice.label.line.padded(to: labelWidth) + "  "
    if DisplayWidth.of(label + detail) <= columns {
      return [label + look.paint(detail, .dim)]
    }
    let indent = String(repeating: " ", count: gutter.count)
    return look.lines(gutter + choice.label.line, columns: columns)
      + look.lines(indent + detail, .dim, columns: columns)
  }
}
