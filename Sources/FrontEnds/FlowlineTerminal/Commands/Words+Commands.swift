import Flowline

extension Words {
  /// What is wrong with a line that begins like a command, and what to type instead.
  func callAsFunction(_ fault: PromptCommand.Fault) -> String {
    switch fault {
    case .unknown(let name, let nearest):
      return [self("command.unknown", .string(OneLine.excerpt(name))), suggestion(nearest)]
        .compactMap { $0 }.joined(separator: " ")
    case .elsewhere(let name, .outside): return self("command.outside", .string(name))
    case .elsewhere(let name, _): return self("repl.no-flow-runs", .string(name))
    case .missing(let name, let id, let kind):
      return self(
        "command.needs", .string(name), .string(self(kind.textKey)),
        .string(example(of: id, typedAs: name)))
    case .noNumber(let name, .number): return self("command.takes-number", .string(name))
    case .noNumber(let name, _): return self("command.takes-count", .string(name))
    case .needless(let name): return self("command.takes-nothing", .string(name))
    case .tooMany(let name, let id, let kind):
      return self(
        "command.takes-one.\(kind.rawValue)", .string(name),
        .string(example(of: id, typedAs: name)))
    }
  }

  /// A command with what would be taken behind its name.
  private func example(of id: PromptCommand.ID, typedAs name: String) -> String {
    guard let command = PromptCommand.of(id) else { return name }
    if command.arguments.first?.kind == .session {
      return "\(name) \(TypedWords("session.last").usual(in: environment.language))"
    }
    return "\(name) \(command.example ?? "")"
  }

  /// The question whether somebody meant a word; nil if there is none.
  func suggestion(_ nearest: String?) -> String? {
    nearest.map { self("suggestion", .string($0)) }
  }
}
