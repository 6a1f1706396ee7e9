import Days

extension Day {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The day as it is written in a text, such as “31 March 2026”.
  var written: String { "\(day) \(Self.months[month - 1]) \(year)" }

  /// The day in the service's short form, such as `21 Mar 20`.
  var short: String {
    let (month, year) = (Self.months[month - 1].prefix(3), year % 100)
    return "\(day < 10 ? "0" : "")\(day) \(month) \(year < 10 ? "0" : "")\(year)"
  }
}
