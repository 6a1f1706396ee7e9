import Bank
import BankServices
import Flowline
import FoundationEssentials
import FoundationInternationalization
import ServiceBasics

/// Says how old is what a page shows.
struct AgeNotice: Sendable {
  /// When the bank said it.
  let asOf: Timestamp
  /// When it is shown.
  let shownAt: Timestamp
  /// Why the bank could not be asked again; nil while it is being asked.
  let failure: BankError?

  /// Whether it is from just now and nothing has failed, so that nothing need be said.
  var isNeedless: Bool { minutes == 0 && failure == nil }

  /// One sentence, as in “As of 14:05, 3 hours ago: the bank cannot be reached”.
  func text(in environment: FlowEnvironment) -> Text {
    sharedTexts("age", moment(in: environment), distance, Self.reason(failure))
  }

  /// Why the bank has not answered again; that it is being asked, if there is no failure.
  static func reason(_ failure: BankError?) -> Text {
    failure.map { sharedTexts("age", of: $0.remedyCode) } ?? sharedTexts("age.refreshing")
  }

  private func moment(in environment: FlowEnvironment) -> Text {
    let style = Date.FormatStyle(
      date: .omitted, time: .shortened, locale: environment.locale,
      calendar: environment.calendar, timeZone: environment.timeZone)
    let time = asOf.date.formatted(style)
    return environment.calendar.isDate(asOf.date, inSameDayAs: shownAt.date)
      ? Text(verbatim: time) : sharedTexts("age.day-and-time", asOf.date, time)
  }

  private var minutes: Int { Int(max(0, shownAt.milliseconds - asOf.milliseconds) / 60_000) }

  private var distance: Text {
    switch minutes {
    case 0: sharedTexts("age.moment")
    case ..<60: sharedTexts("age.minutes", minutes)
    case ..<(48 * 60): sharedTexts("age.hours", minutes / 60)
    default: sharedTexts("age.days", minutes / (24 * 60))
    }
  }
}

extension BankContext {
  /// The section that says how old something is; empty for what is from just now.
  ///
  /// The time it is shown at is read as `clock`, since a session may be resumed days later.
  func ageNotice(of dated: some Dated, because error: BankError?) async throws -> [Section] {
    let failure = error ?? dated.failure
    guard let asOf = dated.asOf else {
      // It was the bank's own answer when it came; asking again has failed since.
      return failure.map { section(sharedTexts("age.before", AgeNotice.reason($0))) } ?? []
    }
    let shownAt = try await flow.load("clock") { [access] in Timestamp(access.now()) }
    let notice = AgeNotice(asOf: asOf, shownAt: shownAt, failure: failure)
    return notice.isNeedless ? [] : section(notice.text(in: flow.environment))
  }

  private func section(_ notice: Text) -> [Section] { [Section(rows: [Row(notice)])] }
}
