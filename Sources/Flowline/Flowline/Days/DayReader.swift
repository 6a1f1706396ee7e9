/// Reads days as people type them. Everything that is read has one meaning; what has none or
/// several is refused with the place that is at fault.
///
/// Read are, in English and Russian whatever the language:
///
/// - `2026-11-27`, with `-`, `/`, `.` or spaces between;
/// - `27/11/2026` in the locale's order of day and month; years have four digits, for two may
///   mean two centuries;
/// - `27 Nov 2026`, `November 27th`, `27 ноября 2026 г.`;
/// - either without its year: the next such day, today included. Where the screen takes no day so
///   late, it is the last one before;
/// - `today`, `tomorrow`, `yesterday`, `послезавтра`; `in 3 days`, `2 weeks ago`, `next week`,
///   `через 3 дня`, `неделю назад`; `+3`, `+2w`, `-1m`, where months that are too short end the
///   day earlier;
/// - `Friday`, `пт`, `в пятницу`: the next one after today. `next Friday` is read where it can
///   mean one day only, and `last Friday` is the one before today. A weekday before a date must
///   fit it.
struct DayReader {
  let environment: FlowEnvironment
  let today: Day
  let last: Day?
  /// A day that would be accepted, for refusals.
  let example: String

  init(in environment: FlowEnvironment, last: Day?, example: String) {
    self.environment = environment
    self.last = last
    self.example = example
    today = Day(environment.now, in: environment)
  }

  /// Reads a day. Takes linear time, whatever the text.
  func read(_ text: String) -> Result<Day, Refusal> {
    // No date is so long; what follows looks at few words only.
    let tokens = DayToken.tokens(of: String(text.prefix(101)))
    guard let firstToken = tokens.first else { return .failure(.make(.empty)) }
    if text.count > 100 { return .failure(notUnderstood(firstToken)) }
    do throws(Refusal) {
      return .success(try day(of: tokens[...]))
    } catch {
      return .failure(error)
    }
  }

  private func day(of tokens: ArraySlice<DayToken>) throws(Refusal) -> Day {
    if let day = try relativeDay(of: tokens) { return day }
    var rest = tokens.drop { DayVocabulary.prepositions.contains($0.text) }
    if let day = try weekday(of: rest) { return day }
    if let word = rest.first, let weekday = DayVocabulary.weekday(word.text) {
      // The weekday of a date that is told in full.
      rest = rest.dropFirst().drop { $0.text == "," || $0.text == "." }
      let day = try calendarDay(of: rest)
      guard day.weekday == weekday else {
        throw fault(
          "weekday", at: word.range, .string(word.text),
          .string(DayText.full(day, in: environment)))
      }
      return day
    }
    return try calendarDay(of: rest)
  }

  private func calendarDay(of tokens: ArraySlice<DayToken>) throws(Refusal) -> Day {
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
  /// A refusal of a part of the text.
  func fault(_ key: String, at range: Range<Int>, _ arguments: TextArgument...) -> Refusal {
    Refusal(.notADate, Texts.engine.text("refusal.date.\(key)", arguments), range: range)
  }

  func notUnderstood(_ token: DayToken) -> Refusal {
    let word = TextArgument.string(token.text.excerpt)
    if token.kind == .word,
      let nearest = Nearest.word(to: token.text, among: DayVocabulary.known), nearest != token.text
    {
      return fault("nearest", at: token.range, word, .string(nearest))
    }
    return fault("word", at: token.range, word, .string(example))
  }

  /// A day that the calendar has not, since it is too far away.
  func outside(_ range: Range<Int>) -> Refusal { fault("calendar", at: range) }
}

extension ArraySlice<DayToken> {
  /// From where the first part stands to where the last one ends.
  var range: Range<Int> { (first?.range.lowerBound ?? 0)..<(last?.range.upperBound ?? 0) }
}
