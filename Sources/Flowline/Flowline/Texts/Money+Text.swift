import AmountWords
import FoundationEssentials
import Money

extension Money {
  /// The amount as the locale writes it and in words, as in
  /// `£1,500.50 (one thousand five hundred pounds 50 pence)`.
  func echo(in environment: FlowEnvironment) -> Text {
    let language = SpelledNumber.Language(
      code: environment.language, region: environment.locale.region?.identifier)
    let words = SpelledAmount(self, in: language).counts.map { $0.words(in: environment) }
    return Texts.engine("echo.amount", .money(self), .string(words.joined(separator: " ")))
  }
}

extension SpelledAmount.Count {
  fileprivate func words(in environment: FlowEnvironment) -> String {
    guard Texts.currencies.has(key) else { return unnamed }
    return Texts.currencies(key, .integer(count), .string(number))
      .resolved(in: environment).text
  }
}
