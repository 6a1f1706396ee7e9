import FoundationEssentials
import FoundationInternationalization

/// The order in which a locale writes the parts of a date in digits.
package enum DayOrder: String, Sendable {
  case dayFirst = "day-first"
  case monthFirst = "month-first"
  case yearFirst = "year-first"

  /// Finds the order in how the locale writes 3 February 2001.
  init(of locale: Locale) {
    let style = Date.FormatStyle(
      locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: .gmt
    ).year().month(.defaultDigits).day(.defaultDigits)
    let written = Date(timeIntervalSince1970: 981_158_400).formatted(style)
    let places = ["2001", "2", "3"].map { digits -> Int in
      // The month's 2 must not be found in the year.
      let text = digits == "2001" ? written : written.replacing("2001", with: "    ")
      return text.firstRange(of: digits).map {
        text.distance(from: text.startIndex, to: $0.lowerBound)
      } ?? 0
    }
    if places[0] < places[1], places[0] < places[2] {
      self = .yearFirst
    } else {
      self = places[1] < places[2] ? .monthFirst : .dayFirst
    }
  }
}
