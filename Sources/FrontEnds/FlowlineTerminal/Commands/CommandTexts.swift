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
      let example = "\(name) \(PromptCommand.of(id)?.example ?? "")"
      return self(
        "command.needs", .string(name), .string(self(kind.textKey)), .string(example))
    case .noNumber(let name, .number): return self("command.takes-number", .string(name))
    case .noNumber(let name, _): return self("command.takes-count", .string(name))
    case .needless(let name): return self("command.takes-nothing", .string(name))
    }
  }

  /// The question whether somebody meant a word; nothing where there is none.
  func suggestion(_ nearest: String?) -> String? {
    nearest.map { self("suggestion", .string($0)) }
  }
}
