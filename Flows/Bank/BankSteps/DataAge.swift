import Bank
import Flowline
import FoundationEssentials
import FoundationInternationalization
import ServiceBasics

/// How old is what a page shows.
struct DataAge: Sendable {
  /// When the bank said it.
  let asOf: Timestamp
  /// When it is shown.
  let shownAt: Timestamp
  /// Why the bank could not be asked again; nil while it is being asked.
  let failure: BankError?

  /// One sentence, as in “As of 14:05, 3 hours ago: the bank cannot be reached”.
  func text(in environment: FlowEnvironment) -> Text {
    texts("age", moment(in: environment), distance, Self.reason(failure))
  }

  /// Why the bank has not answered again; that it is being asked, if there is no failure.
  static func reason(_ failure: BankError?) -> Text {
    switch failure?.code {
    case nil: texts("age.refreshing")
    case .unavailable?: texts("age.unavailable")
    case .tooManyRequests?: texts("age.too-many-requests")
    case .notLoggedIn?, .token?: texts("age.not-logged-in")
    case .insufficientScope?: texts("age.insufficient-scope")
    default: texts("age.other")
    }
  }

  private func moment(in environment: FlowEnvironment) -> Text {
    let style = Date.FormatStyle(
      date: .omitted, time: .shortened, locale: environment.locale,
      calendar: environment.calendar, timeZone: environment.timeZone)
    let time = asOf.date.formatted(style)
    return environment.calendar.isDate(asOf.date, inSameDayAs: shownAt.date)
      ? Text(verbatim: time) : texts("age.day-and-time", asOf.date, time)
  }

  private var minutes: Int {
    Int(max(0, shownAt.milliseconds - asOf.milliseconds) / 60_000)
  }

  /// Whether it is from just now and nothing has failed, so that it need not be shown.
  var isNone: Bool { minutes == 0 && failure == nil }

  private var distance: Text {
    if minutes == 0 { return texts("age.moment") }
    if minutes < 60 { return texts("age.minutes", minutes) }
    let hours = minutes / 60
    return hours < 48
      ? texts("age.hours", hours) : texts("age.days", hours / 24)
  }
}

extension FlowContext {
  /// The section that says how old something is; empty for what is from just now.
  ///
  /// The time it is shown at is read as `clock`, since a session may be resumed days later.
  nonisolated(nonsending) func mark(
    of dated: some Dated, because failure: BankError?, at access: BankAccess
  ) async throws -> [Section] {
    guard let asOf = dated.asOf else {
      // It was the bank's own answer when it came; asking again has failed since.
      guard let failure = failure ?? dated.failure else { return [] }
      return [Section(rows: [Row(texts("age.before", DataAge.reason(failure)))])]
    }
    let shownAt = try await load("clock") { Timestamp(access.now()) }
    let age = DataAge(asOf: asOf, shownAt: shownAt, failure: failure ?? dated.failure)
    return age.isNone ? [] : [Section(rows: [Row(age.text(in: environment))])]
  }
}
