import Flowline

/// Something about the program that a person may change while it runs.
package enum Setting: String, CaseIterable, Sendable {
  case plain, color, background, timeout, lang, width

  /// The Russian name.
  package var russianName: String {
    switch self {
    case .plain: "просто"
    case .color: "цвет"
    case .background: "фон"
    case .timeout: "ожидание"
    case .lang: "язык"
    case .width: "ширина"
    }
  }

  /// The names in both languages.
  package var names: [String] { [rawValue, russianName] }

  /// The name in a language.
  package func name(in language: String) -> String { language == "ru" ? russianName : rawValue }

  /// The setting of a name in either language.
  package init?(named name: String) {
    let name = name.lowercased()
    guard let setting = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
    self = setting
  }

  /// The key of the words that say what it is.
  package var summaryKey: String { "setting.\(rawValue)" }

  /// The words it takes; a number besides, where ``takesNumber`` says so.
  package var values: [String] {
    switch self {
    case .plain: ["on", "off"]
    case .color: ["auto", "always", "never"]
    case .background: ["auto", "dark", "light"]
    case .timeout: ["off"]
    case .lang: FlowController.languages
    case .width: ["auto"]
    }
  }

  /// The whole numbers it takes; nothing for one that takes words alone.
  package var numbers: ClosedRange<Int>? {
    switch self {
    case .timeout: 1...86_400
    case .width: 20...1000
    default: nil
    }
  }

  /// The value that a word means, in either language; nothing where it means none.
  func value(of word: String) -> String? {
    let word = word.lowercased()
    let english = Self.russianValues[word] ?? word
    if values.contains(english) { return english }
    guard let numbers, let number = Int(word), numbers.contains(number) else { return nil }
    return String(number)
  }

  private static let russianValues = [
    "вкл": "on", "да": "on", "yes": "on", "выкл": "off", "нет": "off", "no": "off",
    "авто": "auto", "всегда": "always", "никогда": "never", "тёмный": "dark", "темный": "dark",
    "светлый": "light", "английский": "en", "english": "en", "русский": "ru", "russian": "ru",
  ]
}

extension Setting {
  /// What can stand for the arguments of commands that change settings.
  static func completions(of kind: ReplCommand.Argument.Kind, _ before: [String]) -> [String] {
    switch kind {
    case .setting: allCases.map(\.rawValue)
    case .value: before.first.flatMap { Setting(named: $0) }?.values ?? []
    case .language: Setting.lang.values
    default: []
    }
  }
}
