import Days

extension ClosedRange<Day> {
  /// Whether the days, both ends included, are so many months at most.
  ///
  /// The months end the day before the day that has the number of the first one; if their last month has
  /// no such day, they end with it: twelve months from 29 February 2024 end on 28 February 2025.
  func isWithin(months: Int) -> Bool {
    guard let next = lowerBound.adding(months: months) else { return true }
    return upperBound < next || upperBound == next && next.day < lowerBound.day
  }
}
