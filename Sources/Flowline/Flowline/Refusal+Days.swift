import Days

extension Refusal {
  /// What the reader of days found wrong.
  ///
  /// - Parameters:
  ///   - problem: what is wrong.
  ///   - example: a day that would be accepted.
  ///   - leaning: the way in which days lie, for examples in words.
  ///   - environment: the language's region, for the order of day and month.
  /// - Returns: the refusal, with the characters that are at fault.
  static func date(
    _ problem: DayProblem, example: String, leaning: DayLeaning, in environment: FlowEnvironment
  ) -> Refusal {
    func full(_ day: Day) -> TextArgument {
      .string(DayText.full(day, locale: environment.locale))
    }
    func refusal(_ key: String, _ arguments: TextArgument...) -> Refusal {
      Refusal(
        .notADate, Texts.engine.text("refusal.date.\(key)", arguments), range: problem.range)
    }
    let examples = TextArgument.text(leaning.examples)
    switch problem.reason {
    case .empty: return .make(.empty)
    case .unknownWord(let word):
      let nearest = Nearest.word(to: word, among: DayReader.words)
      if let nearest { return refusal("nearest", .string(word.excerpt), .string(nearest)) }
      return refusal("word", .string(word.excerpt), .string(example), examples)
    case .unknownMark(let mark):
      return refusal("word", .string(mark.excerpt), .string(example), examples)
    case .surplus(let rest):
      return refusal("surplus", .string(rest.excerpt), .string(example), examples)
    case .unclear(let text):
      return refusal("unclear", .string(text.excerpt), .string(example), examples)
    case .noDay: return refusal("no-day", .string(example))
    case .noMonth: return refusal("no-month", .string(example))
    case .noSuchDay(let day): return refusal("no-such-day", .string(day))
    case .noSpan(let word): return refusal("span", .string(word))
    case .month(let month, let order): return refusal("month", .string(month), .text(order.text))
    case .swapped(let month, let order, let meant):
      return refusal("swapped", .string(month), .text(order.text), .string(meant))
    case .tooManyDays(let day, let length, let month, let year):
      let month = DayText.month(month, of: year, locale: environment.locale)
      return refusal("too-many-days", .integer(length), .string(month), .string(day))
    case .shortYear(let year, let meant?):
      return refusal("short-year", .string(year), .string(meant))
    case .shortYear(let year, nil): return refusal("year-digits", .string(year))
    case .weekday(let weekday, let day): return refusal("weekday", .string(weekday), full(day))
    case .several(let words, let days):
      return Refusal(
        .ambiguous,
        Texts.engine("refusal.date.several", .string(words), full(days[0]), full(days[1])),
        arguments: ["candidates": .array(days.map { .string($0.description) })],
        range: problem.range)
    case .outsideCalendar: return refusal("calendar")
    }
  }
}

extension DayLeaning {
  /// What days may be typed as, in words, such as `20 Nov, tomorrow or Friday`.
  var examples: Text { Texts.engine("day.examples.\(rawValue)") }
}

extension DayOrder {
  fileprivate var text: Text { Texts.engine("day.order.\(rawValue)") }
}
