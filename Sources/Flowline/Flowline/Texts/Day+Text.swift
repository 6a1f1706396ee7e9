import Days

extension Day {
  /// The day in words, as in `Friday, 27 November 2026, in 7 days`.
  func echo(in environment: FlowEnvironment) -> Text {
    let distance = distance(from: Day(environment.now, in: environment))
    return Texts.engine(
      "echo.date", .string(DayText.full(self, locale: environment.locale)), .text(distance.text))
  }
}

extension DayDistance {
  fileprivate var text: Text {
    switch self {
    case .today: Texts.engine("day.today")
    case .tomorrow: Texts.engine("day.tomorrow")
    case .yesterday: Texts.engine("day.yesterday")
    case .daysAhead(let days): Texts.engine("day.in-days", .integer(days))
    case .daysAgo(let days): Texts.engine("day.days-ago", .integer(days))
    case .yearsAhead(let years): Texts.engine("day.in-years", .integer(years))
    case .yearsAgo(let years): Texts.engine("day.years-ago", .integer(years))
    }
  }
}
