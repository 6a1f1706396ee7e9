extension Starling {
  /// `RecurrenceRuleV2`: when something happens again and again.
  public struct RecurrenceRule: Codable, Sendable, Hashable {
    /// The first day, such as `2026-11-20`.
    public var startDate: String

    /// By the day, week, month or year.
    public var frequency: Frequency

    /// How many of them are between; one if it is nil.
    public var interval: Int32?

    /// How often altogether; without end if it is nil.
    public var count: Int32?

    /// The last day, such as `2026-12-20`.
    public var untilDate: String?

    /// The days of the week.
    public var days: [Weekday]?

    /// Makes it of its fields.
    public init(
      startDate: String, frequency: Frequency, interval: Int32? = nil, count: Int32? = nil,
      untilDate: String? = nil, days: [Weekday]? = nil
    ) {
      self.startDate = startDate
      self.frequency = frequency
      self.interval = interval
      self.count = count
      self.untilDate = untilDate
      self.days = days
    }

    /// Reads a rule; an empty place among the days, which the document allows, is left out.
    public init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      startDate = try members.decode(String.self, forKey: .startDate)
      frequency = try members.decode(Frequency.self, forKey: .frequency)
      interval = try members.decodeIfPresent(Int32.self, forKey: .interval)
      count = try members.decodeIfPresent(Int32.self, forKey: .count)
      untilDate = try members.decodeIfPresent(String.self, forKey: .untilDate)
      days = try members.decodeIfPresent([Weekday?].self, forKey: .days)?.compactMap(\.self)
    }
  }
}
