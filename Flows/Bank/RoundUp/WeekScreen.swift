import Bank
import Flowline
import FoundationEssentials

/// Asks for this week or the last one, as the session's calendar has them.
enum WeekScreen {
  static func make(in environment: FlowEnvironment) -> some Screen<Week> {
    let week = Week.containing(
      environment.now, locale: environment.locale, timeZone: environment.timeZone)
    let options = [
      Option("this", week, label: texts("week.this"), detail: week.daysText),
      Option("last", week.previous, label: texts("week.last"), detail: week.previous.daysText),
    ]
    return ChoiceScreen("week", texts("week.question"), options: options, default: "this")
      .label(texts("week.label"))
      .help(texts("week.help"))
  }
}

extension Week {
  /// The last day, as a moment inside of it.
  var lastMoment: Date { end.addingTimeInterval(-1) }

  fileprivate var daysText: Text { texts("week.days", .day(start), .day(lastMoment)) }
}
