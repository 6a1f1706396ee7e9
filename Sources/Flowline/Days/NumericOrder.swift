import FoundationEssentials
import FoundationInternationalization

/// What a locale's own dates in digits tell of the order of their parts.
///
/// It is learnt from two patterns of Unicode CLDR, that of a date with its year (`yMd`) and that of one without
/// (`Md`), for neither follows from the other: Sweden writes `2026-04-06` and `6/4`, Japan `2026/4/6` and `4/6`.
struct NumericOrder {
  /// Whether a date begins with its year.
  let yearIsFirst: Bool
  /// Whether the day is before the month in a date without its year.
  private let dayIsFirstAlone: Bool
  /// Whether the day is before the month in a date whose year is last; nil if the year is first.
  private let dayIsFirstBeforeYear: Bool?

  /// Learns the order from how the locale writes 3 February 2001.
  init(of locale: Locale) {
    let parts = DayText.style(locale).month(.defaultDigits).day(.defaultDigits)
    let moment = Date(timeIntervalSince1970: 981_158_400)
    func numbers(_ style: Date.FormatStyle) -> [Int] {
      DayToken.tokens(of: moment.formatted(style)).compactMap(\.number)
    }
    let dated = numbers(parts.year())
    yearIsFirst = dated.first == 2001
    let isFirstWithYear = Self.dayIsFirst(in: dated)
    dayIsFirstBeforeYear = yearIsFirst ? nil : isFirstWithYear
    dayIsFirstAlone = Self.dayIsFirst(in: numbers(parts)) ?? isFirstWithYear ?? true
  }

  /// The order of a day and a month, with a year behind them or none; nil if the locale's dates tell both.
  ///
  /// What tells it is the same with a year and without, so that `6/4` and `6/4/2026` are never two days.
  ///
  /// - Parameter isDotted: whether dots are between the parts and a year is last. Of the locales that write
  ///   dates so, all but one have the day first (the other is Ngomba, in Cameroon), so dots tell that it is.
  func order(isDotted: Bool) -> DayOrder? {
    let evidence: [Bool?] = [dayIsFirstAlone, dayIsFirstBeforeYear, isDotted ? true : nil]
    let told = Set(evidence.compactMap { $0 })
    guard told.count == 1 else { return nil }
    return told.contains(true) ? .dayFirst : .monthFirst
  }

  /// Whether the 3 is before the 2; nil if one of them is missing.
  private static func dayIsFirst(in numbers: [Int]) -> Bool? {
    guard let day = numbers.firstIndex(of: 3), let month = numbers.firstIndex(of: 2) else {
      return nil
    }
    return day < month
  }
}
