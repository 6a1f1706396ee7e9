/// A day with its weekday and how far away it is.
struct DayWords {
  let day: Day

  /// The day in words, as in `Friday, 27 November 2026, in 7 days`.
  func echo(in environment: FlowEnvironment) -> Text {
    Texts.engine(
      "echo.date", .string(DayText.full(day, in: environment)), .text(distance(in: environment)))
  }

  /// How far the day is from the day of the session: in days below two years, in whole years from
  /// there on.
  private func distance(in environment: FlowEnvironment) -> Text {
    let today = Day(environment.now, in: environment)
    let days = day.number - today.number
    switch days {
    case 0: return Texts.engine("day.today")
    case 1: return Texts.engine("day.tomorrow")
    case -1: return Texts.engine("day.yesterday")
    case 2..<730: return Texts.engine("day.in-days", .integer(days))
    case -729..<0: return Texts.engine("day.days-ago", .integer(-days))
    default: break
    }
    let (early, late) = days > 0 ? (today, day) : (day, today)
    let isCut = (late.month, late.day) < (early.month, early.day)
    let years = late.year - early.year - (isCut ? 1 : 0)
    return Texts.engine(days > 0 ? "day.in-years" : "day.years-ago", .integer(years))
  }
}
