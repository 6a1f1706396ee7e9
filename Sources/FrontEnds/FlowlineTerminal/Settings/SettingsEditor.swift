import Flowline

/// Lists the settings, and changes them until the program ends.
struct SettingsEditor {
  let surface: Surface
  let words: Words
  let mode: WalkMode
  /// Whether commands have a colon: a question waits, rather than the name of a flow.
  let isInside: Bool

  private var state: ProgramState { surface.settings.program }
  private var language: String { words.environment.language }
  private var reports: WalkReports {
    WalkReports(
      renderer: PromptRenderer(look: surface.look, words: words, columns: surface.columns()))
  }

  /// Why a setting was not changed, in words.
  struct Refused: Error { let message: String }

  /// All settings, each with its value and the origin of that value.
  var list: [String] {
    let command = PromptCommand.of(.set)?.typed(in: language, inside: isInside) ?? ""
    return reports.wrapped(words("set.heading"))
      + reports.pairs(Setting.allCases.map { ($0.name(in: language), value(of: $0)) })
      + reports.wrapped(words("set.hint", .string(command)))
  }

  /// The setting of a name.
  func setting(named name: String) throws(Refused) -> Setting {
    if let setting = Setting(named: name) { return setting }
    let nearest = Nearest.word(to: name, among: Setting.allCases.flatMap(\.names))
    let known = Setting.allCases.map { $0.name(in: language) }.joined(separator: ", ")
    let sentences = [
      words("set.unknown", .string(OneLine.excerpt(name))), words.suggestion(nearest),
      words("set.known", .string(known)),
    ]
    throw Refused(message: sentences.compactMap { $0 }.joined(separator: " "))
  }

  /// A setting's value, what the setting does, and the values it accepts.
  func description(of setting: Setting) -> [String] {
    currentValue(of: setting) + reports.wrapped(words(setting.summaryKey))
      + reports.wrapped(accepts(setting))
  }

  /// A setting with its current value.
  func currentValue(of setting: Setting) -> [String] {
    reports.wrapped("\(setting.name(in: language)): \(value(of: setting)).")
  }

  /// The value that a word means for a setting.
  func value(_ word: String, for setting: Setting) throws(Refused) -> String {
    if let value = setting.value(of: word) { return value }
    let sentences = [
      words(
        "set.refused", .string(setting.name(in: language)), .string(OneLine.excerpt(word))),
      words.suggestion(Nearest.word(to: word, among: setting.values)), accepts(setting),
    ]
    throw Refused(message: sentences.compactMap { $0 }.joined(separator: " "))
  }

  /// Changes a setting.
  ///
  /// For the language, the caller also has to switch the flow that is running.
  func set(_ setting: Setting, to value: String) {
    state.changed.insert(setting)
    switch setting {
    case .plain: surface.settings.look.isPlain = value == "on"
    case .color:
      let facts = state.facts(TerminalFacts.ColorOption(rawValue: value) ?? .auto)
      surface.settings.look.depth = facts.colorDepth
    case .background:
      surface.settings.look.background =
        Background(rawValue: value) ?? state.facts(.auto).background
    case .timeout:
      surface.settings.timeout = Int(value).map { .after(.seconds($0)) } ?? .never
    case .lang: state.language = value
    case .width: state.width = Int(value)
    case .lock: state.lock?.idleTime = Int(value).map { .seconds($0 * 60) }
    }
  }

  private func accepts(_ setting: Setting) -> String {
    let values = setting.values.map { setting.word(for: $0, in: language) }
      .joined(separator: ", ")
    guard let numbers = setting.numbers else { return words("set.takes", .string(values)) }
    return words(
      "set.takes.number", .string(values), .string(String(numbers.lowerBound)),
      .string(String(numbers.upperBound)))
  }
}

extension SettingsEditor {
  private func value(of setting: Setting) -> String {
    let origin: SettingOrigin =
      state.changed.contains(setting)
      ? .here
      : SettingOrigin(
        of: setting, look: surface.look, hasTimeout: mode.timeout != nil, language: language,
        in: state)
    return words("set.value", .string(shown(setting)), .string(words(origin)))
  }

  private func shown(_ setting: Setting) -> String {
    let look = surface.look
    var off: String { setting.word(for: "off", in: language) }
    switch setting {
    case .plain: return setting.word(for: look.isPlain ? "on" : "off", in: language)
    case .color: return words("set.color.\(look.isPlain ? .none : look.depth)")
    case .background: return words("set.background.\(look.background.rawValue)")
    case .timeout:
      let timeout = surface.settings.timeout(from: mode)
      return timeout.map { words("state.seconds", .string(String($0.components.seconds))) } ?? off
    case .lang: return language
    case .width: return String(surface.columns())
    case .lock:
      let minutes = state.lock?.idleTime.map { $0.components.seconds / 60 }
      return minutes.map { words("set.minutes", .string(String($0))) } ?? off
    }
  }
}
