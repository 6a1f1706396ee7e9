import Flowline

/// Draws the help about commands: short, by topic, about one command, or all of it.
struct CommandHelp {
  let renderer: PromptRenderer
  /// Whether a question waits, rather than the name of a flow.
  let isInside: Bool
  /// What may be done now; nil if no flow is running.
  var legal: LegalInputs?
  /// What else there is help on, for suggestions.
  var flows: [String] = []

  private var words: Words { renderer.words }
  private var language: String { words.environment.language }
  private var reports: WalkReports { WalkReports(renderer: renderer) }

  /// The words that ask for all of the help.
  static let all = TypedWords("help.all")

  /// The commands one needs most, and how to learn of the others.
  func short() -> [String] {
    let common = PromptCommand.table.filter { $0.isCommon && $0.place.holds(inside: isInside) }
    return pairs(common) + more
  }

  /// The help about a subject; an error if there is no subject of that name.
  func lines(about subject: String) -> [String] {
    let lines = found(about: subject)
    guard lines.isEmpty else { return lines }
    let names =
      Self.all.all + PromptCommand.Topic.allCases.flatMap(\.names)
      + PromptCommand.table.flatMap(\.names) + flows
    let sentences = [
      words("help.unknown", .string(OneLine.excerpt(subject))),
      words.suggestion(Nearest.word(to: Self.bare(subject), among: names)),
    ]
    return renderer.error(sentences.compactMap { $0 }.joined(separator: " ")) + more
  }

  /// The help about a topic, a command or all of them; empty if the subject is not one of them.
  func found(about subject: String) -> [String] {
    let bare = Self.bare(subject)
    if Self.all.all.contains(bare) { return everything }
    let topic = subject.hasPrefix(":") ? nil : PromptCommand.Topic(named: bare)
    // The help about a topic has its commands.
    let command = PromptCommand.named(bare).flatMap { $0.topic == topic ? nil : $0 }
    return (topic.map(about) ?? []) + (command.map(about) ?? [])
  }

  private static func bare(_ subject: String) -> String {
    (subject.hasPrefix(":") ? String(subject.dropFirst()) : subject).lowercased()
  }

  /// Every command that holds here, by topic, and what else is to be known.
  private var everything: [String] {
    let topics = PromptCommand.Topic.allCases.flatMap { topic in
      let commands = PromptCommand.table.filter {
        $0.topic == topic && $0.place.holds(inside: isInside)
      }
      return commands.isEmpty
        ? [] : reports.wrapped(topic.name(in: language).capitalizedFirst + ":") + pairs(commands)
    }
    let elsewhere = words(isInside ? "help.colon" : "repl.inside")
    return topics + reports.wrapped(elsewhere)
      + reports.wrapped(words(isInside ? "help.keys" : "repl.keys"))
  }

  private var more: [String] {
    let topics = PromptCommand.Topic.allCases.map { $0.name(in: language) }
    let help = PromptCommand.of(.help)?.typed(in: language, inside: isInside) ?? ""
    return reports.wrapped(
      words("help.more", .string(help), .string(topics.joined(separator: ", "))))
  }
}

extension CommandHelp {
  private func about(_ topic: PromptCommand.Topic) -> [String] {
    let commands = PromptCommand.table.filter { $0.topic == topic }
    return reports.wrapped(words(topic.textKey)) + pairs(commands)
  }

  private func about(_ command: PromptCommand) -> [String] {
    let isTypedInside = command.place == .inside || (command.place == .everywhere && isInside)
    let usage = command.usage(words, inside: isTypedInside)
    var lines = reports.wrapped("\(usage): \(summary(of: command))".asSentence)
    lines += reports.pairs(
      command.arguments.map { (words($0.kind.nameKey), words($0.kind.textKey)) })
    if let example = command.example {
      let name = command.typed(in: language, inside: isTypedInside)
      lines += reports.wrapped(words("help.example", .string("\(name) \(example)")))
    }
    let others = command.names(in: language).dropFirst()
    if !others.isEmpty {
      lines += reports.wrapped(
        words("help.also", .string(others.joined(separator: ", "))))
    }
    if let refusal = legal.flatMap(command.refusal) {
      lines += reports.wrapped(words("help.refused", .string(words(refusal.message))))
    }
    return lines
  }

  private func pairs(_ commands: [PromptCommand]) -> [String] {
    reports.pairs(
      commands.map { command in
        let isTypedInside =
          command.place == .inside || (command.place == .everywhere && isInside)
        return (command.usage(words, inside: isTypedInside), summary(of: command))
      })
  }

  /// What a command does, and why not here or not now where that is so.
  private func summary(of command: PromptCommand) -> String {
    let summary = words(command.summaryKey(inside: isInside))
    if !command.place.holds(inside: isInside) {
      return words(isInside ? "help.outside" : "help.inside", .string(summary))
    }
    let isLegal = legal.flatMap(command.refusal) == nil
    return isLegal ? summary : words("help.unavailable", .string(summary))
  }
}

extension String {
  /// The text with its first letter a capital.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
