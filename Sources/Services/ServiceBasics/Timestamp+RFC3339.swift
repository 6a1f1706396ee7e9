extension Timestamp: LosslessStringConvertible {
  /// Reads an RFC 3339 time, or returns nil.
  ///
  /// Any number of fraction digits is taken and cut to three; the zone must be `Z` or an offset
  /// such as `+01:00`. A leap second is not.
  public init?(_ text: String) {
    var reader = DigitReader(text)
    guard
      let year = reader.number(digits: 4), reader.take("-"), year >= 1,
      let month = reader.number(digits: 2), reader.take("-"), (1...12).contains(month),
      let day = reader.number(digits: 2), (1...Self.days(in: month, of: year)).contains(day),
      reader.take("T") || reader.take("t"),
      let hour = reader.number(digits: 2), reader.take(":"), hour < 24,
      let minute = reader.number(digits: 2), reader.take(":"), minute < 60,
      let second = reader.number(digits: 2), second < 60,
      let fraction = reader.fraction(),
      let offset = reader.offset(), reader.isAtEnd
    else { return nil }
    let days = Self.daysSince1970(year: year, month: month, day: day)
    let minutes = (days * 24 + hour) * 60 + minute - offset
    self.init(milliseconds: (minutes * 60 + second) * 1000 + fraction)
  }

  /// The time in UTC, such as `2026-11-20T09:00:00.000Z`.
  public var description: String {
    let (days, ofDay) = floorDivide(milliseconds, by: 86_400_000)
    let (year, month, day) = Self.civil(daysSince1970: days)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let (hour, minute, second) = (ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60)
    let time = "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
    return "\(date)T\(time).\(padded(ofDay % 1000, 3))Z"
  }

  // The two conversions count in years that begin in March, so that the leap day comes last.
  // Source: Howard Hinnant, "chrono-compatible low-level date algorithms".

  package static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivide(year, by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  package static func civil(daysSince1970 days: Int64) -> (Int64, Int64, Int64) {
    let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  package static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: isLeap(year) ? 29 : 28
    default: 31
    }
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
  }
}

/// Walks over the text of a time, digit group by digit group.
private struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(digits: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Milliseconds: 0 if there is no fraction, nil if a point has no digits after it.
  mutating func fraction() -> Int64? {
    guard take(".") else { return 0 }
    guard let first = digit() else { return nil }
    let rest = [digit(), digit()]
    while digit() != nil {}
    return first * 100 + (rest[0] ?? 0) * 10 + (rest[1] ?? 0)
  }

  /// Minutes east of UTC.
  mutating func offset() -> Int64? {
    if take("Z") || take("z") { return 0 }
    let isEast = take("+")
    guard isEast || take("-"), let hours = number(digits: 2), take(":"), hours < 24,
      let minutes = number(digits: 2), minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isEast ? 1 : -1)
  }

  private mutating func digit() -> Int64? {
    guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
      return nil
    }
    rest.removeFirst()
    return Int64(byte - UInt8(ascii: "0"))
  }
}

/// The quotient that is rounded down, and the remainder, which is never negative.
package func floorDivide(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

/// The number in decimals, with zeros before it up to a width.
package func padded(_ value: Int64, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
