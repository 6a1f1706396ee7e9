/// The way in which days lie that are typed without saying it: those without a year, and weekdays.
public enum DayLeaning: String, Hashable, Sendable, Codable {
  /// Ahead: `27 Nov` is the next one, today included, and `Friday` the next one after today.
  case future
  /// Behind: `27 Nov`, `Friday` and `the 27th` are the last ones, today included.
  case past
}
