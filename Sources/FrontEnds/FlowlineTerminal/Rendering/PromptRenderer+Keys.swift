import Flowline

/// What is drawn beside a line: words in it while it is empty, and the keys that count.
extension PromptRenderer {
  /// What an empty line shows: what Enter alone takes, how a yes or a no is typed, an example.
  func hint(for prompt: Prompt) -> String {
    switch prompt.kind {
    case .review: return ""
    case .confirm: return yesOrNo(standard: prompt.defaultAnswer)
    case .longText: return ""
    case .text, .secret, .path, .file, .choice, .choices:
      return prompt.defaultText.map(OneLine.text) ?? ""
    case .number, .decimal, .amount, .date, .custom:
      if let standard = prompt.defaultText { return OneLine.text(standard) }
      return prompt.example.map { words("hint.example", .string(OneLine.text($0))) } ?? ""
    }
  }

  /// The letters of a yes and a no; the one that Enter alone takes is a capital.
  func yesOrNo(standard: JSONValue?) -> String {
    switch standard {
    case .bool(true)?: words("hint.yes-or-no.yes")
    case .bool(false)?: words("hint.yes-or-no.no")
    default: words("hint.yes-or-no")
    }
  }

  /// What is known of a text of several lines that is being written.
  struct Writing {
    /// Whether Enter alone opens an editor.
    var opensEditor = false
    /// Whether there is a text that a dot alone keeps.
    var hasText = false
    /// Whether lines were typed, which a dot alone ends.
    var isBegun = false
  }

  /// The keys that count at a question, in one row; what matters less goes first if there is no
  /// room.
  func footer(
    for prompt: Prompt, beside sides: Sides, canGoBack: Bool, writing: Writing = Writing()
  ) -> String {
    var keys =
      prompt.kind.isLongText ? self.keys(for: writing, at: prompt) : own(prompt.kind, sides)
    if isEmptiedToLeaveOut(prompt, beside: sides) {
      keys.append(Key(words("keys.leave-out"), matters: 2))
    } else if isSkippedByEnter(prompt, beside: sides) {
      keys.append(Key(words("keys.skip"), matters: 2))
    }
    if pageLimit(of: prompt, beside: sides) != nil { keys.append(key(for: .more)) }
    if !prompt.files.isEmpty { keys.append(key(for: .save)) }
    if canGoBack { keys.append(Key(words("keys.back", .string(look.backKey)), matters: 2)) }
    keys.append(key(for: .help))
    return footer(keys)
  }

  /// Whether an optional answer is in the line, which has to be emptied to leave the question without one.
  private func isEmptiedToLeaveOut(_ prompt: Prompt, beside sides: Sides) -> Bool {
    guard prompt.isOptional, let offered = prompt.draft, !offered.isEmpty else { return false }
    return prompt.kind != .confirm && !prompt.kind.isLongText && !sides.contains(.menu)
  }

  /// Whether Enter in an empty line leaves the question without an answer, and no item of a menu
  /// says so.
  private func isSkippedByEnter(_ prompt: Prompt, beside sides: Sides) -> Bool {
    guard prompt.isOptional, prompt.draft?.isEmpty ?? true else { return false }
    switch prompt.kind {
    case .confirm, .longText, .review: return false
    case .choice: return !sides.contains(.menu)
    default: return true
    }
  }

  private func key(for command: PromptCommand.ID) -> Key {
    let name = PromptCommand.of(command)?.name(in: words.environment.language) ?? ""
    return Key(":" + name, matters: 3)
  }

  /// The keys that count where only a yes or a no is asked for.
  var confirmationFooter: String { footer([Key(words("keys.yes-or-no"), matters: 3)]) }

  /// A key in words, and how much it matters.
  private struct Key {
    let text: String
    let weight: Int

    init(_ text: String, matters weight: Int) {
      self.text = text
      self.weight = weight
    }
  }

  private func own(_ kind: PromptKind, _ sides: Sides) -> [Key] {
    let enter = Key(words("keys.enter"), matters: 1)
    let arrows = TextArgument.string(look.arrowKeys)
    switch kind {
    case .choice where sides.contains(.menu):
      return [Key(words("keys.choose", arrows), matters: 2), enter]
    case .choices where sides.contains(.menu):
      return [
        Key(words("keys.move", arrows), matters: 1), Key(words("keys.mark"), matters: 2), enter,
      ]
    case .confirm:
      let sideways = Key(words("keys.choose", .string(look.sideKeys)), matters: 1)
      return [Key(words("keys.yes-or-no"), matters: 2), sideways, enter]
    case .review: return [Key(words("keys.enter"), matters: 2)]
    case .secret(_, let isRepeated):
      let twice = isRepeated ? [Key(words("keys.secret.twice"), matters: 1)] : []
      return [Key(words("keys.secret"), matters: 2)] + twice + [enter]
    case .path, .file: return [Key(words("keys.path"), matters: 2), enter]
    default: return [enter]
    }
  }

  private func keys(for writing: Writing, at prompt: Prompt) -> [Key] {
    let editor = writing.opensEditor ? [Key(words("keys.editor"), matters: 2)] : []
    guard writing.hasText else {
      let dot = prompt.isSkippedByDot && !writing.isBegun ? "keys.dot.skip" : "keys.dot"
      return editor + [Key(words(dot), matters: 2)]
    }
    return editor + [
      Key(words("keys.dot.keep"), matters: 3), Key(words("keys.replace"), matters: 1),
    ]
  }

  private func footer(_ keys: [Key]) -> String {
    var keys = keys
    while true {
      let text = keys.map(\.text).joined(separator: look.dot)
      if DisplayWidth.of(text) <= columns || keys.isEmpty { return look.paint(text, .dim) }
      let least = keys.map(\.weight).min()
      keys.removeAll { $0.weight == least }
    }
  }
}

extension Prompt {
  /// Whether a dot alone leaves a text of several lines empty.
  var isSkippedByDot: Bool {
    guard case .longText(let length) = kind else { return false }
    return isOptional || length.lowerBound == 0
  }
}

extension PromptKind {
  /// Whether several lines are typed.
  var isLongText: Bool { if case .longText = self { true } else { false } }
}
