import Flowline

/// Where a setting's value came from.
package enum SettingOrigin: Sendable, Hashable {
  /// Nothing was said.
  case standard
  /// What the terminal is.
  case terminal
  /// A variable of the environment.
  case variable(String)
  /// An option of the command line.
  case option(String)
  /// It was set while the program ran.
  case here
}

extension Words {
  /// Where a value came from, for people.
  package func callAsFunction(_ origin: SettingOrigin) -> String {
    switch origin {
    case .standard: self("origin.standard")
    case .terminal: self("origin.terminal")
    case .variable(let name): self("origin.variable", .string(name))
    case .option(let name): self("origin.option", .string(name))
    case .here: self("origin.here")
    }
  }
}

extension SettingOrigin {
  /// Where the values that a program was started with came from, by what its environment says; what
  /// the environment does not explain an option has set.
  init(
    of setting: Setting, look: Look, hasTimeout: Bool, language: String, in state: ProgramState
  ) {
    let facts = state.facts(.auto)
    switch setting {
    case .plain where look.isPlain:
      self = facts.isPlain ? .variable("ACCESSIBLE") : .option("--plain")
    case .plain: self = .standard
    case .color where look.depth != facts.colorDepth: self = .option("--color")
    case .color:
      let names = ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLORTERM", "TERM"]
      self = names.first { state.variable($0) != nil }.map { .variable($0) } ?? .standard
    case .background:
      let names = ["FLOWLINE_BACKGROUND", "COLORFGBG"]
      self = names.first { state.variable($0) != nil }.map { .variable($0) } ?? .standard
    case .timeout: self = hasTimeout ? .option("--timeout") : .standard
    case .lang: self = Self.ofLanguage(language, state.variable)
    case .width: self = .terminal
    case .lock:
      let isUsual = state.lock.map { $0.idleTime == ProgramLock.usualIdleTime } ?? true
      self = isUsual ? .standard : .option("--lock-after")
    }
  }

  /// What says the language, where the environment does.
  private static func ofLanguage(
    _ language: String, _ variable: @escaping (String) -> String?
  ) -> SettingOrigin {
    let chosen = LocaleChoice(variable: variable).identifier.prefix { $0 != "_" }
    guard chosen == language else { return .option("--lang") }
    let names = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]
    let name = names.first { variable($0)?.lowercased().hasPrefix(language) == true }
    return name.map { .variable($0) } ?? .standard
  }
}
