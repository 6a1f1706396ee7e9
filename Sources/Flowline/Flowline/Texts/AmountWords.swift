import Money

/// An amount spelled out, so that a person can check what was understood.
struct AmountWords {
  let money: Money

  /// The amount as the locale writes it and in words, as in
  /// `£1,500.50 (one thousand five hundred pounds 50 pence)`.
  func echo(in environment: FlowEnvironment) -> Text {
    Texts.engine("echo.amount", .money(money), .string(words(in: environment)))
  }

  /// The whole units in words and the parts of a unit in digits.
  func words(in environment: FlowEnvironment) -> String {
    let (units, parts) = money.minorUnits.quotientAndRemainder(
      dividingBy: money.currency.minorUnitsPerUnit)
    var words: [String] = []
    // The sign goes with what is told first.
    if units != 0 || parts == 0 { words.append(self.units(units, in: environment)) }
    if parts != 0 {
      words.append(self.parts(units == 0 ? parts : abs(parts), in: environment))
    }
    return words.joined(separator: " ")
  }

  private var code: String { money.currency.code }

  private func units(_ count: Int64, in environment: FlowEnvironment) -> String {
    let key = "currency.\(code.lowercased()).unit"
    let isKnown = Texts.engine.has(key)
    let gender: SpelledNumber.Gender =
      isKnown && Self.feminine.contains(money.currency) ? .feminine : .masculine
    let language = SpelledNumber.Language(rawValue: environment.language) ?? .english
    let number = SpelledNumber(count, in: language, gender: gender).description
    guard isKnown else { return "\(number) \(code)" }
    return Texts.engine(key, .integer(count), .string(number)).resolved(in: environment).text
  }

  private func parts(_ count: Int64, in environment: FlowEnvironment) -> String {
    let key = "currency.\(code.lowercased()).part"
    guard Texts.engine.has(key) else { return "\(count)/\(money.currency.minorUnitsPerUnit)" }
    return Texts.engine(key, .integer(count)).resolved(in: environment).text
  }

  /// The currencies whose Russian names are feminine; the others are masculine.
  private static let feminine: Set<Currency> = [
    .jpy, .sek, .nok, .dkk, .czk, .inr, .uah, .`try`,
  ]
}
