import Flowline
import FlowlineHost
import Foundation
import Money

extension WebWords {
  /// A moment as people read it.
  func text(of moment: Date) -> String {
    moment.formatted(
      Date.FormatStyle(
        date: .abbreviated, time: .shortened, locale: environment.locale,
        calendar: environment.calendar, timeZone: environment.timeZone))
  }
}

extension String {
  /// The text as a sentence begins.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Locale {
  /// A language's name in itself, `Русский`.
  func localizedName(of language: String) -> String {
    let name = Locale(identifier: language).localizedString(forLanguageCode: language) ?? language
    return name.capitalizedFirst
  }
}

extension HostedAnswer {
  /// An amount or a day as people read it; nil for anything else.
  func shown(in environment: FlowEnvironment) -> String? {
    switch prompt.kind {
    case .amount:
      guard case .integer(let minorUnits)? = answer.value["minorUnits"],
        let currency = answer.value["currency"]?.string.flatMap(Currency.init(code:))
      else { return nil }
      return Money(minorUnits: minorUnits, currency: currency).formatted(locale: environment.locale)
    case .date:
      guard let text = answer.value.string,
        let day = try? Date(text + "T12:00:00Z", strategy: .iso8601)
      else { return nil }
      return day.formatted(
        Date.FormatStyle(
          date: .long, time: .omitted, locale: environment.locale, timeZone: .gmt))
    default: return nil
    }
  }
}
