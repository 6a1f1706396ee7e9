import BooksClient
import Days
import Flowline

extension FormPage {
  /// Asks for the day of something that has been: a day without its year is the last such day.
  ///
  /// A day that is still to come, or before the books begin, is asked back about.
  ///
  /// - Parameters:
  ///   - standard: the day that Enter takes.
  ///   - taken: a day that is not asked back about, because it was taken before; nil if there is none.
  ///   - company: the company with the books.
  /// - Returns: the day; nil as long as it is not answered.
  mutating func askDay(_ standard: Day, taken: Day?, in company: BookCompany) -> Day? {
    let today = Day(environment.now, in: environment)
    let first = company.firstDay
    let screen = DateScreen("date", leaning: .past, default: standard).texts(in: sharedTexts)
      .warning("future", unless: taken) { day in
        day > today ? sharedTexts("date.future", .calendarDay(day)) : nil
      }
      .warning("before-books", unless: taken) { day in
        guard let first, day < first else { return nil }
        return sharedTexts("date.before-books", .calendarDay(first))
      }
    return ask(screen)
  }
}
