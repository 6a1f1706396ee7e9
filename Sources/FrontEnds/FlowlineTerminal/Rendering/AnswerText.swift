import Days
import Flowline

/// Tells in words what was answered.
struct AnswerText {
  let look: Look
  let words: Words

  /// The answer for one line; as it was recorded if its prompt is not known.
  func value(of recorded: JSONValue, to prompt: Prompt?) -> String {
    isLeftOut(recorded, at: prompt) ? words("summary.left-out") : said(recorded, to: prompt)
  }

  /// Whether a question was left without an answer, as far as it is known.
  func isLeftOut(_ recorded: JSONValue, at prompt: Prompt?) -> Bool {
    prompt != nil && said(recorded, to: prompt).isEmpty
  }

  /// What was answered; empty if that is nothing.
  private func said(_ recorded: JSONValue, to prompt: Prompt?) -> String {
    if prompt?.isSensitive == true || recorded == .redactionMark {
      return look.hidden ?? words("summary.hidden")
    }
    if let labels = labels(of: recorded, in: prompt?.kind.choices ?? []) { return labels }
    if prompt?.kind.isPath == true, let file = KeptFile(recorded) {
      return words("value.file", .string(OneLine.text(file.name)), .bytes(file.size))
    }
    if let text = recorded.string {
      switch prompt?.kind {
      case .longText?: return longText(text)
      case .decimal?: return words("value.decimal", .decimal(text))
      case .date?:
        if let day = Day(text) { return DayText.long(day, locale: words.environment.locale) }
      default: break
      }
    }
    return ResultText(words: words).lines(for: recorded).joined(separator: ", ")
  }

  private func labels(of recorded: JSONValue, in choices: [Choice]) -> String? {
    guard !choices.isEmpty else { return nil }
    func label(_ value: JSONValue) -> String? {
      choices.first { $0.key == value.string }?.label.line
    }
    guard case .array(let keys) = recorded else { return label(recorded) }
    return keys.isEmpty ? words("summary.none") : keys.compactMap(label).joined(separator: ", ")
  }

  /// The first line of a text, and how many there are.
  private func longText(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else { return OneLine.text(text) }
    let first = look.cutToWord(OneLine.text(String(lines[0])), to: 41)
    return words("summary.lines", .integer(lines.count), .string(first))
  }
}

extension PromptRenderer {
  /// What stays of a step that was answered: one line, or in plain mode one sentence.
  func summary(of recorded: JSONValue, to prompt: Prompt) -> [String] {
    // Reading a page, or going somewhere, answers nothing.
    if prompt.kind == .review || prompt.isMenu { return [] }
    let answer = AnswerText(look: look, words: words)
    let value = answer.value(of: recorded, to: prompt)
    let isLeftOut = answer.isLeftOut(recorded, at: prompt)
    // A yes tells nothing without what it was said to.
    let whole = "\(prompt.question.line) \(value)"
    if prompt.kind == .confirm, !hasLabel(prompt), !look.isPlain,
      DisplayWidth.of(whole) <= columns - 2
    {
      return summary(whole, isLeftOut: isLeftOut)
    }
    let line = words("summary.line", .string(label(of: prompt)), .string(value.isolated))
    return summary(line, isLeftOut: isLeftOut)
  }

  /// What stays of an answer of which nothing is known but its path.
  func summary(of answer: RecordedAnswer) -> [String] {
    let value = AnswerText(look: look, words: words).value(of: answer.value, to: nil)
    let label = (answer.path.ids.last?.rawValue ?? "").asBeginning
    return summary(value.isEmpty ? label : words("summary.line", .string(label), .string(value)))
  }

  /// The step's short name.
  func label(of prompt: Prompt) -> String {
    (prompt.trail.last?.line ?? prompt.id.rawValue).asBeginning
  }

  /// Whether the step's short name is another than its id.
  private func hasLabel(_ prompt: Prompt) -> Bool {
    prompt.trail.last.map { $0.line != prompt.id.rawValue } ?? false
  }

  private func summary(_ text: String, isLeftOut: Bool = false) -> [String] {
    guard !look.isPlain else { return look.lines(text.asSentence, columns: columns) }
    guard columns > 2 else { return [look.cut(text, to: columns)] }
    let mark = isLeftOut ? look.paint(look.dash, .dim) : look.paint(look.check, .success)
    return [mark + " " + look.cut(text, to: columns - 2)]
  }
}
