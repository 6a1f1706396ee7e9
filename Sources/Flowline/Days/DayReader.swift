package import FoundationEssentials
import Money

/// Reads days as people type them.
///
/// Every text that is read has one meaning; a text that has none or several is a ``DayProblem``,
/// which says what is wrong and which part of the text it is.
///
/// Whatever ``DayText`` writes in the locale is read as the day that it was written for. In English and Russian,
/// whatever the language, these are read:
///
/// - `2026-11-27`, with `-`, `/`, `.` or spaces between, in the digits of any script;
/// - `27/11/2026` in the locale's order of day and month, see ``NumericOrder``; years have four digits, for two
///   may mean two centuries;
/// - `27 Nov 2026`, `November 27th`, `27 ноября 2026 г.`;
/// - either without its year: the next such day, today included, or the last such day before
///   ``last`` if the next one is later; if days lie in the past, the last such day, today included;
/// - `today`, `tomorrow`, `yesterday`, `послезавтра`; `in 3 days`, `2 weeks ago`, `next week`,
///   `через 3 дня`, `неделю назад`; `+3`, `+2w`, `-1m`, where months that are too short end the
///   day earlier;
/// - `Friday`, `пт`, `в пятницу`: the next one after today, or the last one, today included, if days
///   lie in the past. `next Friday` is read if it can mean one day only, and `last Friday` is the one
///   before today. A weekday before a date must fit it;
/// - `27`, `the 27th`, if days lie in the past: the last such day, today included.
///
/// Names of months and weekdays are read in the locale's language as well: `27. November`, `3 septembre`.
package struct DayReader {
  /// The day that relative ones are counted from.
  let today: Day
  /// The last day that is allowed; nil if every day is.
  let last: Day?
  /// The way in which days lie that are typed without saying it.
  let leaning: DayLeaning
  /// Knows which day a week begins with.
  let calendar: Calendar
  /// Knows the order of day and month, and the names of months and weekdays.
  let locale: Locale
  /// The locale's names.
  let names: DayNames

  package init(
    today: Day, last: Day? = nil, leaning: DayLeaning = .future, calendar: Calendar, locale: Locale
  ) {
    self.today = today
    self.last = last
    self.leaning = leaning
    self.calendar = calendar
    let conventions = locale.conventions
    self.locale = conventions
    names = DayNames.of(conventions)
  }

  /// The last day that can be meant by one of the past.
  var latestPast: Day { last.map { min($0, today) } ?? today }

  /// The words that may have been meant if a ``DayProblem/Reason/unknownWord(_:)`` was typed.
  package static var words: [String] { DayVocabulary.suggestions }

  /// Reads a day.
  ///
  /// Takes linear time, whatever the text.
  package func read(_ text: String) -> Result<Day, DayProblem> {
    // No date is so long; what follows looks at few words only.
    let tokens = DayToken.tokens(of: String(text.prefix(101)))
    guard let firstToken = tokens.first else { return .failure(DayProblem(.empty, at: nil)) }
    if text.count > 100 {
      return .failure(DayProblem(.unclear(tokens[...].typed), at: firstToken.range))
    }
    var days: Set<Day> = []
    var problem: DayProblem?
    for reading in names.readings(of: tokens) {
      do throws(DayProblem) {
        days.insert(try day(of: reading[...]))
      } catch {
        problem = problem ?? error
      }
    }
    if days.count < 2, let day = days.first { return .success(day) }
    if let day = writtenDay(tokens) { return .success(day) }
    if days.count > 1 {
      problem = DayProblem(.several(tokens[...].typed, days.sorted()), at: tokens[...].range)
    }
    return .failure(problem ?? DayProblem(.unclear(tokens[...].typed), at: tokens[...].range))
  }

  /// The day that ``DayText`` writes in these words; nil if there is none.
  ///
  /// A language may put words and marks around a date of which the reader knows nothing. So the days that the
  /// numbers allow are written and compared, which are a few dozen.
  private func writtenDay(_ tokens: [DayToken]) -> Day? {
    let numbers = tokens.filter { $0.kind == .number }
    let years = Set(numbers.filter { $0.text.count == 4 }.prefix(2).compactMap(\.number))
    let days = Set(numbers.filter { $0.text.count < 3 }.prefix(4).compactMap(\.number))
    let texts = tokens.map(\.text)
    var found: Set<Day> = []
    for (year, number) in years.flatMap({ year in days.map { (year, $0) } }) {
      for day in (1...12).compactMap({ Day(year: year, month: $0, day: number) })
      where DayText.styles(of: day, locale: locale).contains(where: { style in
        DayToken.tokens(of: style).map(\.text) == texts
      }) {
        found.insert(day)
      }
    }
    return found.count == 1 ? found.first : nil
  }

  private func day(of tokens: ArraySlice<DayToken>) throws(DayProblem) -> Day {
    if let day = try relativeDay(of: tokens) { return day }
    var rest = tokens.drop { DayVocabulary.prepositions.contains($0.text) }
    if let day = try weekday(of: rest) { return day }
    if let word = rest.first, let weekday = DayVocabulary.weekday(word.text) {
      // The weekday of a date that is typed in full.
      rest = rest.dropFirst().drop {
        $0.text == "," || $0.text == "." || DayVocabulary.prepositions.contains($0.text)
      }
      let day = try calendarDay(of: rest)
      guard day.weekday == weekday else {
        throw DayProblem(.weekday(word.typed, day), at: word.range)
      }
      return day
    }
    return try calendarDay(of: rest)
  }

  private func calendarDay(of tokens: ArraySlice<DayToken>) throws(DayProblem) -> Day {
    if leaning == .past, let day = bareDay(of: tokens) { return day }
    var tokens = tokens
    if let year = tokens.lastIndex(where: { $0.kind == .number }),
      tokens[(year + 1)...].allSatisfy({
        DayVocabulary.yearWords.contains($0.text) || $0.text == "."
      })
    {
      tokens = tokens[...year]
    }
    return tokens.contains { $0.kind == .word }
      ? try namedDay(of: tokens) : try numericDay(of: tokens)
  }
}

extension DayReader {
  /// The problem with a word, a number or a mark that cannot be read where it is.
  func notUnderstood(_ token: DayToken) -> DayProblem {
    let reason: DayProblem.Reason =
      switch token.kind {
      case .word where DayVocabulary.isKnown(token.text): .surplus(token.typed)
      case .word: .unknownWord(token.typed)
      case .number, .mark: .unknownMark(token.typed)
      }
    return DayProblem(reason, at: token.range)
  }

  /// A day that is too far away for the calendar.
  func outside(_ range: Range<Int>) -> DayProblem { DayProblem(.outsideCalendar, at: range) }
}

extension ArraySlice<DayToken> {
  /// From the beginning of the first part to the end of the last one.
  var range: Range<Int> { (first?.range.lowerBound ?? 0)..<(last?.range.upperBound ?? 0) }

  /// The parts as they were typed, with one space for each gap.
  var typed: String {
    var typed = ""
    var end: Int?
    for token in self {
      if let end, end < token.range.lowerBound { typed += " " }
      typed += token.typed
      end = token.range.upperBound
    }
    return typed
  }
}
