import Flowline

/// Completes commands and what is behind them, from the table.
struct CommandCompletion {
  let words: Words
  /// Whether a question waits, rather than the name of a flow.
  let isInside: Bool
  /// What may be done now; nil if no flow is running.
  var legal: LegalInputs?
  /// What can stand for an argument of a kind, besides what is the same everywhere.
  var values: (_ kind: PromptCommand.Argument.Kind, _ before: [String]) -> [String] = { _, _ in [] }

  /// The commands that hold here and would not be refused.
  ///
  /// The first of those that match is what Enter alone takes, so what ends something for good is last.
  private var commands: [PromptCommand] {
    let offered = PromptCommand.table.filter { command in
      command.place.holds(inside: isInside) && legal.flatMap(command.refusal) == nil
    }
    return offered.filter { !$0.isDestructive } + offered.filter(\.isDestructive)
  }

  private var language: String { words.environment.language }

  /// Completes a line that is a command, or the beginning of one.
  ///
  /// - Parameters:
  ///   - typed: the text before the cursor, without spaces in front.
  ///   - flows: names that can be in a command's place.
  /// - Returns: what can follow.
  func complete(_ typed: String, or flows: [String] = []) -> CompletionResult {
    var result = completion(of: typed, or: flows)
    guard isInside else { return result }
    result.isMenu = result.replaced == typed && !result.candidates.isEmpty
    let choose = words("keys.choose", .string(TerminalFacts.glyphs.arrowKeys))
    result.keys = (result.isMenu ? [choose] : []) + [words("keys.enter.command")]
    return result
  }

  private func completion(of typed: String, or flows: [String]) -> CompletionResult {
    if let space = typed.firstIndex(where: \.isWhitespace) {
      return arguments(of: typed[..<space], String(typed[space...].drop(while: \.isWhitespace)))
    }
    let colon = typed.hasPrefix(":") ? ":" : ""
    let others: [CompletionResult.Candidate] =
      colon.isEmpty
      ? flows.filter { $0.lowercased().hasPrefix(typed.lowercased()) }.map { .init($0) } : []
    let own = candidates(colon, typed) { [$0.name(in: language)] }
    // The session's language first; what begins like the other one still completes, and what is a name
    // already comes first.
    let found = others + own
    if isInside, !found.isEmpty, !own.contains(where: { $0.display == typed }),
      let exact = candidates(colon, typed, \.names).first(where: { $0.display == typed })
    {
      return CompletionResult(replacing: typed, with: [exact] + found)
    }
    return CompletionResult(
      replacing: typed, with: found.isEmpty ? candidates(colon, typed, \.names) : found)
  }

  private func candidates(
    _ colon: String, _ typed: String, _ names: (PromptCommand) -> [String]
  ) -> [CompletionResult.Candidate] {
    commands.flatMap { command in
      names(command).map { colon + $0 }.filter { $0.hasPrefix(typed.lowercased()) }.map { name in
        let takesMore = command.arguments.first.map { !$0.isOptional } ?? false
        return .init(
          name + (takesMore ? " " : ""), display: name,
          detail: words(command.summaryKey(inside: isInside)))
      }
    }
  }
}

extension CommandCompletion {
  private func arguments(of name: Substring, _ typed: String) -> CompletionResult {
    let nothing = CompletionResult(replacing: "", with: [])
    let word = name.first == ":" ? name.dropFirst() : name
    guard let command = PromptCommand.named(String(word)),
      commands.contains(where: { $0.id == command.id })
    else { return nothing }
    var before: [String] = []
    var rest = typed[...]
    for argument in command.arguments {
      let kind = argument.kind
      let end = kind.takesRest ? nil : rest.firstIndex(where: \.isWhitespace)
      guard let end else {
        if kind == .file { return FileCompletion.complete(String(rest)) }
        let begun = rest.lowercased()
        let found = all(kind, before).filter { $0.lowercased().hasPrefix(begun) }
        return CompletionResult(replacing: String(rest), with: found.map { .init($0) })
      }
      before.append(String(rest[..<end]))
      rest = rest[end...].drop(while: \.isWhitespace)
    }
    return nothing
  }

  /// All that can stand for an argument.
  private func all(_ kind: PromptCommand.Argument.Kind, _ before: [String]) -> [String] {
    switch kind {
    case .subject:
      PromptCommand.Topic.allCases.map { $0.name(in: language) }
        + PromptCommand.table.map { $0.name(in: language) } + [CommandHelp.all.usual(in: language)]
        + values(kind, before)
    case .session: values(kind, before) + [SessionLibrary.last[0]]
    default: values(kind, before)
    }
  }
}
