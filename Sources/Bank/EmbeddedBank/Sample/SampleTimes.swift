import Bank
import FoundationEssentials
import ServiceBasics

/// Places the sample's payments relative to a moment.
struct SampleTimes {
  let now: Timestamp
  private let start: Timestamp
  private let end: Timestamp
  private let lastStart: Timestamp

  init(now: Date, week: Week) {
    self.now = Timestamp(now)
    start = Timestamp(week.start)
    end = Timestamp(week.end)
    lastStart = Timestamp(week.previous.start)
  }

  /// When a payment was made.
  enum Moment {
    /// A part (0 to 1) of the time between this week's begin and now.
    case thisWeek(Double)
    /// A part (0 up to 1) of the time between now and this week's end.
    case restOfThisWeek(Double)
    /// A part (0 up to 1) of last week.
    case lastWeek(Double)
    /// The last millisecond before last week.
    case justBeforeLastWeek
    /// The last millisecond of last week.
    case endOfLastWeek
    /// Whole days before last week's begin.
    case daysBeforeLastWeek(Int64)
  }

  func time(of moment: Moment) -> Timestamp {
    switch moment {
    case .thisWeek(let part): between(start, now, part)
    case .restOfThisWeek(let part): between(now, end, part)
    case .lastWeek(let part): between(lastStart, start, part)
    case .justBeforeLastWeek: Timestamp(milliseconds: lastStart.milliseconds - 1)
    case .endOfLastWeek: Timestamp(milliseconds: start.milliseconds - 1)
    case .daysBeforeLastWeek(let days):
      Timestamp(milliseconds: lastStart.milliseconds - days * 86_400_000)
    }
  }

  /// Payments settle some time after they are made, never after now.
  func settlement(of time: Timestamp) -> Timestamp {
    let days = Timestamp(milliseconds: time.milliseconds + 2 * 86_400_000)
    return min(days, max(time, between(time, now, 0.5)))
  }

  private func between(_ start: Timestamp, _ end: Timestamp, _ part: Double) -> Timestamp {
    let length = Double(end.milliseconds - start.milliseconds)
    return Timestamp(milliseconds: start.milliseconds + Int64(length * part))
  }
}
