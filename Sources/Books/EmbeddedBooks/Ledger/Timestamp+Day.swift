import Days
import ServiceBasics

extension Timestamp {
  private static let dayLength: Int64 = 86_400_000

  /// The day by UTC.
  var day: Day { Day(nearest: Int(floorDivide(milliseconds, by: Self.dayLength).0)) }

  /// The beginning of a day, by UTC.
  init(_ day: Day) { self.init(milliseconds: Int64(day.number) * Self.dayLength) }
}
