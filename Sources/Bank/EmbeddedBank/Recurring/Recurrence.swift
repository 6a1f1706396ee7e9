/// The days on which something recurs, as Starling's `RecurrenceRuleV2` describes them.
package struct Recurrence: Sendable, Hashable, Codable {
  package enum Frequency: String, Sendable, Codable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  package enum Weekday: String, Sendable, Codable, CaseIterable {
    case monday = "MONDAY"
    case tuesday = "TUESDAY"
    case wednesday = "WEDNESDAY"
    case thursday = "THURSDAY"
    case friday = "FRIDAY"
    case saturday = "SATURDAY"
    case sunday = "SUNDAY"
  }

  /// The first day that can be one of them.
  package let startDate: CalendarDay

  package let frequency: Frequency

  /// How many days, weeks, months or years lie between them; 1 if nothing is said.
  package let interval: Int64?

  /// How many there are; no end if nothing is said.
  package let count: Int64?

  /// The last day that can be one of them.
  package let untilDate: CalendarDay?

  /// The days of a week, of a weekly one; that of the start if nothing is said.
  package let days: [Weekday]?

  package init(
    startDate: CalendarDay, frequency: Frequency, interval: Int64? = nil, count: Int64? = nil,
    untilDate: CalendarDay? = nil, days: [Weekday]? = nil
  ) {
    self.startDate = startDate
    self.frequency = frequency
    self.interval = interval
    self.count = count
    self.untilDate = untilDate
    self.days = days
  }

  /// The first of the days that is the given one or later, or `nil` where there is none any more.
  package func next(onOrAfter day: CalendarDay) -> CalendarDay? {
    // A few periods around the day are looked at, so that it costs the same however long it is ago.
    let near = max(0, period(of: max(day, startDate)) - 1)
    for period in near...(near + 3) {
      for (place, candidate) in dates(in: period).enumerated() {
        guard candidate >= day else { continue }
        let isCounted = count.map { index(of: place, in: period) < $0 } ?? true
        let isInTime = candidate <= min(untilDate ?? .last, .last)
        return isCounted && isInTime ? candidate : nil
      }
    }
    return nil
  }

  private var step: Int64 { max(1, interval ?? 1) }

  /// The Mondays since, of a weekly one's start.
  private var firstMonday: Int64 { startDate.number - startDate.sinceMonday }

  private func period(of day: CalendarDay) -> Int64 {
    switch frequency {
    case .daily: (day.number - startDate.number) / step
    case .weekly: (day.number - firstMonday) / 7 / step
    case .monthly: (day.month - startDate.month) / step
    case .yearly: (day.month - startDate.month) / 12 / step
    }
  }

  private func dates(in period: Int64) -> [CalendarDay] {
    switch frequency {
    case .daily: [CalendarDay(number: startDate.number + period * step)]
    case .monthly: [startDate.adding(months: period * step)]
    case .yearly: [startDate.adding(months: period * step * 12)]
    case .weekly:
      weekdays.map { CalendarDay(number: firstMonday + period * step * 7 + $0) }
        .filter { $0 >= startDate }
    }
  }

  /// Days since Monday, in order.
  private var weekdays: [Int64] {
    guard let days, !days.isEmpty else { return [startDate.sinceMonday] }
    return Weekday.allCases.enumerated().filter { days.contains($0.element) }
      .map { Int64($0.offset) }
  }

  /// How many of the days come before one.
  private func index(of place: Int, in period: Int64) -> Int64 {
    guard frequency == .weekly, period > 0 else { return period + Int64(place) }
    return Int64(dates(in: 0).count) + (period - 1) * Int64(weekdays.count) + Int64(place)
  }
}
