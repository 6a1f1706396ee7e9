import Days
import Flowline
import Money

/// Tells in words what was answered.
struct AnswerWords {
  let words: WebWords

  /// The answer; as it was recorded if its question is not known.
  func text(of recorded: JSONValue, to prompt: Prompt?) -> String {
    if prompt?.isSensitive == true || recorded == .redactionMark { return words("answer.hidden") }
    if recorded == .null { return words("answer.none") }
    if let labels = labels(of: recorded, in: prompt?.kind.choices ?? []) { return labels }
    switch (prompt?.kind, recorded) {
    case (.file?, _):
      guard let file = KeptFile(recorded) else { break }
      return words("answer.file", .string(file.name), .bytes(file.size))
    case (.decimal?, .string(let digits)): return words("answer.decimal", .decimal(digits))
    case (.date?, .string(let text)):
      guard let day = Day(text) else { break }
      return DayText.long(day, locale: words.environment.locale)
    default: break
    }
    return text(of: recorded)
  }

  private func labels(of recorded: JSONValue, in choices: [Choice]) -> String? {
    guard !choices.isEmpty else { return nil }
    func label(_ value: JSONValue) -> String? {
      choices.first { $0.key == value.string }?.label.text
    }
    guard case .array(let keys) = recorded else { return label(recorded) }
    return keys.isEmpty
      ? words("answer.nothing") : keys.compactMap(label).joined(separator: ", ")
  }

  /// A value without its question: amounts as the locale writes them, of objects each member.
  private func text(of value: JSONValue) -> String {
    switch value {
    case .null: return words("answer.none")
    case .bool(let yes): return words(yes ? "choice.yes" : "choice.no")
    case .integer(let integer): return String(integer)
    case .number(let number): return number.description
    case .string(let string): return string
    case .array(let elements): return elements.map(text).joined(separator: ", ")
    case .object(let members):
      if let money = Self.money(value) {
        return money.formatted(locale: words.environment.locale)
      }
      return members.sorted { $0.key < $1.key }.map { text(of: $0.value) }.joined(separator: ", ")
    }
  }

  /// The amount that a recorded form is; nil if it is none.
  static func money(_ value: JSONValue) -> Money? {
    guard case .object(let members) = value, members.count == 2,
      case .integer(let minorUnits)? = members["minorUnits"],
      let currency = members["currency"]?.string.flatMap(Currency.init(code:))
    else { return nil }
    return Money(minorUnits: minorUnits, currency: currency)
  }
}

extension Money {
  /// The amount without its currency, as it is typed beside the currency's sign.
  func digits(in environment: FlowEnvironment) -> String {
    formatted(locale: environment.locale).filter { $0.isNumber || $0.isPunctuation || $0 == " " }
      .trimmingPrefix { $0 == " " }.description
  }
}
