import Flowline
import Foundation

extension WebWords {
  /// A moment as people read it.
  func text(of moment: Date) -> String {
    moment.formatted(
      Date.FormatStyle(
        date: .abbreviated, time: .shortened, locale: environment.locale,
        calendar: environment.calendar, timeZone: environment.timeZone))
  }
}
