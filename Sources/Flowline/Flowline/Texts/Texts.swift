import AmountWords
import Days
import Money

/// The engine's own texts: refusals, and what each kind of prompt accepts.
package enum Texts {
  package static let engine = TextCatalog(PackageResources.Flowline_xcstrings)
  /// The names of currencies and of their parts.
  static let currencies = TextCatalog(SpelledAmount.names)

  /// A text with a range in it, or `<key>.only` if both ends are the same: nothing is “from 1 to 1”.
  ///
  /// - Parameters:
  ///   - key: the key of the text with both ends.
  ///   - least: the lower end.
  ///   - most: the upper end.
  ///   - arguments: what fills the gaps of either text.
  /// - Returns: the text.
  static func range<Bound: Equatable>(
    _ key: String, _ least: Bound, _ most: Bound, _ arguments: TextArgument...
  ) -> Text {
    engine.text(least == most ? "\(key).only" : key, arguments)
  }
}

extension PromptKind {
  /// What a question of this kind accepts, in one or two sentences.
  func accepts(at question: Question, in environment: FlowEnvironment) -> LocalizedText {
    guard question.isOptional else { return accepts(in: environment) }
    let key = question.offeredAnswer == nil ? "accepts.optional" : "accepts.optional.offered"
    return Texts.engine(key, .text(accepts)).resolved(in: environment)
  }

  /// The same, optional or not.
  package func accepts(in environment: FlowEnvironment) -> LocalizedText {
    if case .custom(let kind) = self { kind.accepts } else { accepts.resolved(in: environment) }
  }

  /// One sentence that says what is accepted.
  private var accepts: Text {
    switch self {
    case .text(let length): return Texts.engine("accepts.text", .integer(length.upperBound))
    case .longText(let length):
      return Texts.engine("accepts.long-text", .integer(length.upperBound))
    case .decimal(let fractionDigits, let least, let most):
      return Self.accepts(fractionDigits, least, most)
    case .secret(let length, _):
      let (least, most) = (length.lowerBound, length.upperBound)
      return Texts.range(
        "accepts.secret", least, most, .string(String(least)), .integer(most))
    case .path: return Texts.engine("accepts.path")
    case .file([], let size): return Texts.engine("accepts.file", .bytes(size.upperBound))
    case .file(let types, let size):
      return Texts.engine("accepts.file.types", .bytes(size.upperBound), .string(types.labels))
    case .number(let range) where range.upperBound == Int.max:
      return Texts.engine("accepts.number.from", .string(String(range.lowerBound)))
    case .number(let range):
      let (least, most) = (range.lowerBound, range.upperBound)
      return Texts.range(
        "accepts.number", least, most, .string(String(least)), .string(String(most)))
    case .amount(let code, _, let range):
      guard let currency = Currency(code: code) else { return Text(verbatim: code) }
      let least = TextArgument.money(Money(minorUnits: range.lowerBound, currency: currency))
      guard range.upperBound < Int64.max else {
        return Texts.engine("accepts.amount", .string(code), least)
      }
      return Texts.range(
        "accepts.amount.range", range.lowerBound, range.upperBound, .string(code), least,
        .money(Money(minorUnits: range.upperBound, currency: currency)))
    case .choice([]), .choices([], _): return Texts.engine("accepts.no-choice")
    case .choice(let choices):
      return Texts.range("accepts.choice", 1, choices.count, .integer(choices.count))
    case .choices(_, let count):
      let (least, most) = (count.lowerBound, count.upperBound)
      return Texts.range("accepts.choices", least, most, .integer(least), .integer(most))
    case .confirm: return Texts.engine("accepts.confirm")
    case .date(nil, nil, let leaning):
      return Texts.engine("accepts.date", .text(leaning.examples))
    case .date(let first?, nil, let leaning):
      return Texts.engine("accepts.date.from", Self.day(first), .text(leaning.examples))
    case .date(nil, let last?, _): return Texts.engine("accepts.date.to", Self.day(last))
    case .date(let first?, let last?, _):
      return Texts.range("accepts.date.range", first, last, Self.day(first), Self.day(last))
    case .review: return Texts.engine("accepts.review")
    case .custom(let kind): return Text(verbatim: kind.accepts.text)
    }
  }

  /// A limit as the locale writes days.
  private static func day(_ text: String) -> TextArgument {
    Day(text).map(TextArgument.calendarDay) ?? .string(text)
  }

  private static func accepts(_ fractionDigits: Int, _ least: String?, _ most: String?) -> Text {
    let decimals = TextArgument.integer(fractionDigits)
    return switch (least, most) {
    case (nil, nil): Texts.engine("accepts.decimal", decimals)
    case (let least?, nil): Texts.engine("accepts.decimal.from", decimals, .decimal(least))
    case (nil, let most?): Texts.engine("accepts.decimal.to", decimals, .decimal(most))
    case (let least?, let most?):
      Texts.range(
        "accepts.decimal.range", least, most, decimals, .decimal(least), .decimal(most))
    }
  }
}
