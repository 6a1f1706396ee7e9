import Days
import ServiceBasics

extension Timestamp {
  /// The day by UTC.
  var day: Day {
    let (year, month, day) = Timestamp.civil(
      daysSince1970: floorDivide(milliseconds, by: 86_400_000).0)
    guard let day = Day(year: Int(year), month: Int(month), day: Int(day)) else {
      preconditionFailure("a timestamp is within the years of the calendar")
    }
    return day
  }

  /// The begin of a day, by UTC.
  init(_ day: Day) {
    let days = Timestamp.daysSince1970(
      year: Int64(day.year), month: Int64(day.month), day: Int64(day.day))
    self.init(milliseconds: days * 86_400_000)
  }
}
