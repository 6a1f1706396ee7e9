import Flowline

/// Draws what the commands at a prompt tell: help, the answers so far, and what looks inside.
struct WalkReports {
  let renderer: PromptRenderer

  var words: Words { renderer.words }

  /// What the question accepts and the commands, or the help about a subject.
  func help(for prompt: Prompt, _ legal: LegalInputs, about subject: String?) -> [String] {
    let commands = CommandHelp(renderer: renderer, isInside: true, legal: legal)
    if let subject { return commands.lines(about: subject) }
    var lines: [String] = []
    if let help = prompt.help?.line { lines += wrapped(help) }
    if prompt.hold != nil { lines += wrapped(words("help.hold")) }
    if case .success(let answer) = legal.answer { lines += help(for: answer) }
    return lines + wrapped(words("help.commands")) + commands.short()
  }

  /// The answers so far, each with its number and its question.
  ///
  /// - Parameters:
  ///   - answers: the valid answers, oldest first.
  ///   - asked: the questions that they answered.
  ///   - changeable: the numbers of the answers that one can go back to, counted from 0.
  /// - Returns: the lines, from top to bottom.
  func review(
    _ answers: [RecordedAnswer], asked: AskedQuestions, changeable: Set<Int>
  ) -> [String] {
    guard !answers.isEmpty else { return wrapped(words("review.none")) }
    let list = answers.map { answer in
      let prompt = asked[answer]
      let name = name(of: answer, prompt)
      return (
        changeable.contains(answer.number) ? "\(answer.number + 1). \(name)" : name,
        value(of: answer, prompt)
      )
    }
    return wrapped(words("review.heading")) + pairs(list)
      + (changeable.isEmpty ? [] : wrapped(words("review.hint")))
  }
}

extension WalkReports {
  private func help(for answer: LegalAnswer) -> [String] {
    var lines = wrapped(answer.accepts.line)
    if let example = answer.example, !answer.isSensitive {
      lines += wrapped(words("help.example", .string(OneLine.text(example))))
    }
    if let standard = answer.defaultText, answer.kind.isAnsweredByEnter {
      lines += wrapped(words("prompt.default", .string(OneLine.text(standard))))
    }
    return lines
  }

  func name(of answer: RecordedAnswer, _ prompt: Prompt?) -> String {
    let trail = prompt?.trail.dropFirst().map(\.line) ?? answer.path.ids.dropFirst().map(\.rawValue)
    return trail.joined(separator: renderer.look.separator)
  }

  func value(of answer: RecordedAnswer, _ prompt: Prompt?) -> String {
    AnswerText(look: renderer.look, words: words).value(of: answer.value, to: prompt)
  }

  func wrapped(_ text: String) -> [String] { text.wrapped(to: renderer.columns) }

  /// Names with what is said of them: in two columns, or as sentences.
  func pairs(_ pairs: [(String, String)], width: Int? = nil) -> [String] {
    let pairs = pairs.map { ($0.0.isolated, $0.1.isolated) }
    guard !renderer.look.isPlain else {
      return pairs.flatMap { wrapped("\($0): \($1)".asSentence) }
    }
    let width = width ?? pairs.map { DisplayWidth.of($0.0) }.max() ?? 0
    let room = renderer.columns - width - 4
    return pairs.flatMap { name, text in
      // Too narrow for two columns: one under the other.
      guard room >= 16 else { return wrapped("  " + name) + wrapped("    " + text) }
      return text.wrapped(to: room).enumerated().map { index, line in
        "  " + (index == 0 ? name : "").padded(to: width) + "  " + line
      }
    }
  }
}
