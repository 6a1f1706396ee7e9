import Flowline

/// What is drawn beside a line: words in it while it is empty, and the keys that count.
extension PromptRenderer {
  /// What an empty line shows: what Enter alone takes, how a yes or a no is typed, an example.
  func hint(for prompt: Prompt) -> String {
    switch prompt.kind {
    case .review: return ""
    case .confirm: return yesOrNo(standard: prompt.defaultAnswer)
    case .text, .longText, .secret, .path, .file, .choice, .choices:
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

  /// The keys that count at a question, in one row; what matters less goes first where there is no room.
  func footer(for prompt: Prompt, beside sides: Sides, canGoBack: Bool) -> String {
    var keys = own(prompt.kind, sides)
    if isEmptiedToLeaveOut(prompt, beside: sides) {
      keys.append(Key(words("keys.leave-out"), matters: 2))
    }
    if PageRenderer.isCut(prompt.page) { keys.append(key(for: .more)) }
    if !prompt.files.isEmpty { keys.append(key(for: .save)) }
    if canGoBack { keys.append(Key(words("keys.back", .string(look.backKey)), matters: 2)) }
    keys.append(key(for: .help))
    return footer(keys)
  }

  /// Whether an optional answer is in the line, which has to be emptied to leave the question without one.
  private func isEmptiedToLeaveOut(_ prompt: Prompt, beside sides: Sides) -> Bool {
    guard prompt.isOptional, let offered = prompt.draft, !offered.isEmpty else { return false }
    return prompt.kind != .confirm && !sides.contains(.menu)
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
    case .longText:
      return [Key(words("keys.editor"), matters: 2), Key(words("keys.dot"), matters: 2)]
    case .secret(_, let isRepeated):
      let twice = isRepeated ? [Key(words("keys.secret.twice"), matters: 1)] : []
      return [Key(words("keys.secret"), matters: 2)] + twice + [enter]
    case .path, .file: return [Key(words("keys.path"), matters: 2), enter]
    default: return [enter]
    }
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
