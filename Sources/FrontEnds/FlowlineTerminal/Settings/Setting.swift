import Flowline

/// Something about the program that a person may change while it runs.
package enum Setting: String, CaseIterable, Sendable {
  case plain, color, background, timeout, lang, width, lock

  /// The names in all languages.
  package var names: [String] { words.all }

  /// The usual name in a language.
  package func name(in language: String) -> String { words.usual(in: language) }

  private var words: TypedWords { TypedWords("setting.\(rawValue).name") }

  /// The setting of a name in any language.
  package init?(named name: String) {
    let name = name.lowercased()
    guard let setting = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
    self = setting
  }

  /// The key of the words that say what it is.
  package var summaryKey: String { "setting.\(rawValue)" }

  /// The words it takes; a number besides if ``numbers`` is a range.
  package var values: [String] {
    switch self {
    case .plain: ["on", "off"]
    case .color: ["auto", "always", "never"]
    case .background: ["auto", "dark", "light"]
    case .timeout, .lock: ["off"]
    case .lang: FlowController.languages
    case .width: ["auto"]
    }
  }

  /// The whole numbers it takes; nil for one that takes words alone.
  package var numbers: ClosedRange<Int>? {
    switch self {
    case .timeout: 1...86_400
    case .lock: ProgramLock.idleMinutes
    case .width: 20...1000
    default: nil
    }
  }

  /// The word for a value in a language; of the languages their tags.
  func word(for value: String, in language: String) -> String {
    guard self != .lang, values.contains(value) else { return value }
    return TypedWords("setting.value.\(value)").usual(in: language)
  }

  /// The value that a word means, in any language; nil if it means none.
  func value(of word: String) -> String? {
    let word = word.lowercased()
    let value = values.first { value in
      value == word || TypedWords("setting.value.\(value)").all.contains(word)
    }
    if let value { return value }
    guard let numbers, let number = Int(word), numbers.contains(number) else { return nil }
    return String(number)
  }
}

extension Setting {
  /// What can stand for the arguments of commands that change settings.
  static func completions(of kind: PromptCommand.Argument.Kind, _ before: [String]) -> [String] {
    switch kind {
    case .setting: allCases.map(\.rawValue)
    case .value: before.first.flatMap { Setting(named: $0) }?.values ?? []
    case .language: Setting.lang.values
    default: []
    }
  }
}
