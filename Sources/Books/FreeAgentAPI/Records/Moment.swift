import Days
import ServiceBasics

extension FreeAgent {
  /// A day, perhaps with a time and a zone, in any of the forms in which clients send one.
  ///
  /// ```
  /// 2026-09-20                  2026-09-20T09:00:00Z         2026-09-20 09:00:00
  /// 2026-9-20                   2026-09-20T09:00:00+01:00    2026-09-20T09:00:00.123456
  ///                             2026-09-20T09:00:00 01:00    2026-09-20 09:00:00 +0100
  /// ```
  struct Moment: Sendable, Hashable {
    /// The day as it is written, whatever the zone.
    let day: Day
    /// The time: by UTC if there is no zone, and the begin of the day if there is the day alone.
    let time: Timestamp

    /// Reads a text; nil if it is none of these, or the calendar or the clock has no such moment.
    init?(_ text: String) {
      let date = text.prefix { !"Tt ".contains($0) }
      let rest = text[date.endIndex...]
      let clock = rest.isEmpty ? "00:00:00Z" : Self.clock(rest.dropFirst())
      guard let day = Self.day(date), let time = Timestamp("\(day)T\(clock)") else { return nil }
      self.day = day
      self.time = time
    }

    /// The day of a date whose month and day may lack their zeros.
    private static func day(_ date: Substring) -> Day? {
      let parts = date.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      let padded = parts.map { $0.count == 1 ? "0\($0)" : String($0) }
      return Day(padded.joined(separator: "-"))
    }

    /// The time and its zone as RFC 3339 has them.
    private static func clock(_ text: Substring) -> String {
      let clock = text.prefix { !"Zz+- UG".contains($0) }
      let name = text[clock.endIndex...].drop { $0 == " " }
      if ["", "UTC", "GMT"].contains(name) { return "\(clock)Z" }
      // A space before digits was a plus.
      let offset = name.first?.isNumber == true ? "+\(name)" : String(name)
      guard offset.count == 5, !offset.contains(":") else { return "\(clock)\(offset)" }
      return "\(clock)\(offset.prefix(3)):\(offset.suffix(2))"
    }
  }
}
