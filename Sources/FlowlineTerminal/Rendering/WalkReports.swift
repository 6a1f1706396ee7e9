import Flowline

/// Draws what the commands at a prompt tell: help, reasons, the answers so far, the state.
struct WalkReports {
  let renderer: PromptRenderer

  private var words: Words { renderer.words }
  private var language: String { words.environment.language }

  func help(for prompt: Prompt) -> [String] {
    var lines: [String] = []
    if let help = prompt.help?.line { lines += wrapped(help) }
    lines += wrapped("\(words("help.accepts")) \(prompt.accepts.line)")
    if let example = prompt.example, !prompt.isSensitive {
      lines += wrapped(words("help.example", .string(OneLine.text(example))))
    }
    if let standard = prompt.defaultText, prompt.kind != .review {
      lines += wrapped(words("prompt.default", .string(OneLine.text(standard))))
    }
    lines += wrapped(words("help.commands"))
    lines += pairs(
      PromptCommand.table.map { entry in
        let file = entry.takesFile ? " " + words("command.file") : ""
        return (":" + entry.name(in: language) + file, words(entry.summaryKey))
      })
    return lines + wrapped(words("help.colon")) + wrapped(words("help.keys"))
  }

  func why(_ prompt: Prompt, lastRefusal: (typed: String, refusal: Refusal)?) -> [String] {
    var lines: [String] = []
    if let (typed, refusal) = lastRefusal {
      let message = words(refusal.message)
      let text =
        typed.isEmpty
        ? words("why.refused.hidden", .string(message))
        : words("why.refused", .string(excerpt(of: typed)), .string(message))
      lines += wrapped(text)
    }
    if let reason = prompt.reason?.line {
      lines += wrapped(words("why.asked", .string(reason)))
    }
    if let code = prompt.backRefusal {
      lines += wrapped(words(Texts.engine("refusal.\(code.rawValue)")))
    }
    return lines.isEmpty ? wrapped(words("why.unknown")) : lines
  }

  func review(_ answers: [RecordedAnswer], asked: [StepPath: Prompt]) -> [String] {
    guard !answers.isEmpty else { return wrapped(words("review.none")) }
    return wrapped(words("review.heading"))
      + pairs(answers.map { (name(of: $0, asked[$0.path]), value(of: $0, asked[$0.path])) })
  }

  func state(_ inspection: FlowInspection) -> [String] {
    let flows = inspection.flows.filter { !$0.isScreen }
    let place = inspection.flows.last?.id.rawValue ?? ""
    let doing: String
    switch inspection.state {
    case .asking: doing = words("state.asking", .string(place))
    case .working:
      doing = words("state.working", .string(inspection.effect?.rawValue ?? place))
    case .running: doing = words("state.running", .string(place))
    case .ended: doing = words("state.ended")
    case .idle: doing = words("state.idle")
    }
    let open = flows.map {
      words("state.version", .string($0.id.rawValue), .string(String($0.version)))
    }
    return wrapped(doing) + wrapped(words("state.answers", .integer(inspection.answers)))
      + (open.isEmpty
        ? []
        : wrapped(words("state.flows", .string(open.joined(separator: renderer.look.separator)))))
  }
}

extension WalkReports {
  private func name(of answer: RecordedAnswer, _ prompt: Prompt?) -> String {
    let trail = prompt?.trail.dropFirst().map(\.line) ?? answer.path.ids.dropFirst().map(\.rawValue)
    return trail.joined(separator: renderer.look.separator)
  }

  private func value(of answer: RecordedAnswer, _ prompt: Prompt?) -> String {
    if prompt?.isSensitive == true || answer.value == ["redacted": true] {
      return words("review.hidden")
    }
    let choices = prompt?.kind.choices ?? []
    func label(_ value: JSONValue) -> String? {
      choices.first { $0.key == value.string }?.label.line
    }
    if let label = label(answer.value) { return label }
    if case .array(let keys) = answer.value, !choices.isEmpty {
      return keys.compactMap(label).joined(separator: ", ")
    }
    return ResultText(words: words).lines(for: answer.value).joined(separator: ", ")
  }

  private func excerpt(of typed: String) -> String {
    let text = OneLine.text(typed)
    return text.count > 60 ? text.prefix(59) + "…" : text
  }

  private func wrapped(_ text: String) -> [String] { text.wrapped(to: renderer.columns) }

  /// Names with what is said of them: in two columns, or as sentences.
  func pairs(_ pairs: [(String, String)]) -> [String] {
    guard !renderer.look.isPlain else {
      return pairs.flatMap { wrapped("\($0): \($1)".asSentence) }
    }
    let width = pairs.map { DisplayWidth.of($0.0) }.max() ?? 0
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
