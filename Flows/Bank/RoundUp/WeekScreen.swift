import Bank
import Flowline
import FoundationEssentials

extension FlowContext {
  /// Asks for this week or the last one, as the session's calendar has them.
  nonisolated(nonsending) func week() async throws -> Week {
    let week = Week.containing(
      environment.now, locale: environment.locale, timeZone: environment.timeZone)
    return try await choose(
      "week",
      from: [
        Option("this", week, detail: week.daysText),
        Option("last", week.previous, detail: week.previous.daysText),
      ], default: "this")
  }
}

extension Week {
  /// The last day, as a moment inside of it.
  var lastMoment: Date { end.addingTimeInterval(-1) }

  var daysText: Text { texts("week.days", start, lastMoment) }
}
