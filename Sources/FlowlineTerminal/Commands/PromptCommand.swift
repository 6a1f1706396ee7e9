import Flowline

/// What can be done at a prompt besides answering it.
package enum PromptCommand: Equatable, Sendable {
  case back
  case cancel
  case help
  case why
  /// Lists the answers, or goes to the one with this number, counted from 1.
  case review(Int?)
  case state
  case record(path: String)
  case quit
}

extension PromptCommand {
  /// A command as people know it. The table feeds the parser, the help and the completion.
  package struct Entry: Sendable {
    /// The English name, without its colon.
    package let name: String
    /// The Russian name.
    package let alias: String
    /// Makes the command of what stands after its name; nothing where that does not fit.
    let make: @Sendable (_ argument: String) -> PromptCommand?
    /// Whether a file's name follows.
    package var takesFile = false
    /// Whether the number of an answer may follow.
    package var takesNumber = false
    /// Why the session does not take it now; nothing where it does, and for what is no matter of
    /// the session's.
    var refusal: @Sendable (LegalInputs) -> Refusal? = { _ in nil }

    /// The key of the one line that says what it does.
    package var summaryKey: String { "command.\(name)" }

    /// The name in a language.
    package func name(in language: String) -> String { language == "ru" ? alias : name }
  }

  /// All commands, in the order of the help.
  package static let table: [Entry] = [
    Entry(name: "back", alias: "назад", make: only(.back), refusal: { $0.back.refusal }),
    Entry(name: "cancel", alias: "отмена", make: only(.cancel), refusal: { $0.cancel.refusal }),
    Entry(name: "help", alias: "помощь", make: only(.help)),
    Entry(name: "why", alias: "зачем", make: only(.why)),
    Entry(name: "review", alias: "обзор", make: review, takesNumber: true),
    Entry(name: "state", alias: "состояние", make: only(.state)),
    Entry(
      name: "record", alias: "запись", make: { $0.isEmpty ? nil : .record(path: $0) },
      takesFile: true),
    Entry(name: "quit", alias: "выход", make: only(.quit)),
  ]

  private static func review(_ argument: String) -> PromptCommand? {
    if argument.isEmpty { return .review(nil) }
    return Int(argument).flatMap { $0 > 0 ? .review($0) : nil }
  }

  private static func only(_ command: PromptCommand) -> @Sendable (String) -> PromptCommand? {
    { $0.isEmpty ? command : nil }
  }
}

extension Result where Failure == Refusal {
  /// Why it is not legal; nothing where it is.
  var refusal: Refusal? { if case .failure(let refusal) = self { refusal } else { nil } }
}
