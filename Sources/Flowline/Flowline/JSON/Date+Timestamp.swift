package import FoundationEssentials

extension Date {
  /// Reads an RFC 3339 time such as `2026-11-20T12:00:00Z`, with or without a fraction.
  ///
  /// Of all moments it is the one nearest to what is written.
  package init?(timestamp text: String) {
    if let moment = Moment(text.utf8) {
      self = moment.date
      return
    }
    // The calendar that came before the one of today is Foundation's business.
    guard text < "1583" else { return nil }
    let styles = [true, false].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
    guard let date = styles.lazy.compactMap({ try? Date(text, strategy: $0) }).first else {
      return nil
    }
    self = date
  }

  /// The last whole millisecond that is not later than this moment.
  ///
  /// A moment of today stays one of today. A whole millisecond is hardly ever exact in binary: what is within
  /// 20 µs of one is taken for it, as a `Date` is exact to that at the far end of its years.
  var wholeMillisecond: Date {
    let milliseconds = timeIntervalSinceReferenceDate * 1000
    let nearest = milliseconds.rounded()
    let whole = abs(nearest - milliseconds) < 0.02 ? nearest : milliseconds.rounded(.down)
    return Date(timeIntervalSinceReferenceDate: whole / 1000)
  }

  /// The time in UTC, cut to milliseconds, as in `2026-11-20T12:00:00Z`; milliseconds are written only if there
  /// are some.
  ///
  /// For people and lists; see ``exactTimestamp``.
  package var timestamp: String {
    let milliseconds = (wholeMillisecond.timeIntervalSince1970 * 1000).rounded()
    if let moment = Moment(milliseconds: milliseconds) {
      return moment.text(leastFractionDigits: moment.fractionDigits)
    }
    let hasFraction = milliseconds.truncatingRemainder(dividingBy: 1000) != 0
    // The style cuts off rather than rounds, and few milliseconds are exact in binary.
    return Date(timeIntervalSince1970: milliseconds / 1000 + 0.0001)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
  }

  /// The time in UTC, as in `2026-11-20T12:00:00Z`, with three digits of the second if it is not
  /// whole, or more if it takes more to read the same moment again.
  ///
  /// A moment that no such text can tell is cut as in ``timestamp``.
  package var exactTimestamp: String {
    Moment(self).map { $0.text(leastFractionDigits: $0.fraction > 0 ? 3 : 0) } ?? timestamp
  }

  /// What a date is encoded to: text of RFC 3339 with three digits of the second, or more if it
  /// takes more to read the same moment again.
  ///
  /// Before the year 1 and after 9999 it is the seconds since the beginning of 2001, as a number.
  var recorded: JSONValue {
    if let moment = Moment(self) { return .string(moment.text(leastFractionDigits: 3)) }
    let seconds = timeIntervalSinceReferenceDate
    if seconds.isFinite, abs(seconds) < 1e12 {
      let text = formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      if Date(timestamp: text) == self { return .string(text) }
    }
    return JSONValue(seconds)
  }

  /// The date that encodes to this value; nil if none does.
  init?(recorded: JSONValue) {
    if let date = recorded.string.flatMap(Date.init(timestamp:)) {
      self = date
    } else if let seconds = Double(recorded: recorded) {
      self.init(timeIntervalSinceReferenceDate: seconds)
    } else {
      return nil
    }
  }
}

/// A moment of the years 1583 to 9999, taken apart: whole seconds, and the digits behind them.
///
/// `Date` counts in binary fractions of a second. Its shortest decimal digits mean it and no other
/// date, so they are moved from its count of seconds to the end of the text, and back, as digits.
private struct Moment {
  /// Since the beginning of 2001, rounded down.
  var seconds: Int
  var fraction: UInt64 = 0
  var fractionDigits = 0

  init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    guard Self.first..<Self.end ~= interval else { return nil }
    seconds = Int(interval.rounded(.down))
    if Double(seconds) == interval { return }
    let text = interval.magnitude.description
    guard let point = text.firstIndex(of: "."),
      let digits = UInt64(text[text.index(after: point)...]), digits > 0
    else { return nil }
    fractionDigits = text.distance(from: point, to: text.endIndex) - 1
    guard fractionDigits <= Self.mostFractionDigits else { return nil }
    // Seconds are counted down from the moment, the digits up from there.
    fraction = interval < 0 ? Self.power(fractionDigits) - digits : digits
  }

  /// The moment so many milliseconds after the beginning of 1970.
  init?(milliseconds: Double) {
    let since2001 = milliseconds - Date.timeIntervalBetween1970AndReferenceDate * 1000
    guard Self.first * 1000..<Self.end * 1000 ~= since2001 else { return nil }
    let rest: Int
    (seconds, rest) = Int(since2001).flooredQuotient(by: 1000)
    (fraction, fractionDigits) = (UInt64(rest), rest == 0 ? 0 : 3)
  }

  /// Reads `2026-11-20T12:00:00.123Z`, or with an offset such as `+02:00` in place of the `Z`.
  init?(_ text: String.UTF8View) {
    var bytes = text.makeIterator()
    func number(_ count: Int) -> Int? {
      var number = 0
      for _ in 0..<count {
        guard let byte = bytes.next(), 0x30...0x39 ~= byte else { return nil }
        number = number * 10 + Int(byte - 0x30)
      }
      return number
    }
    func take(_ sign: Unicode.Scalar) -> Bool { bytes.next() == UInt8(ascii: sign) }
    guard let year = number(4), year >= 1583, take("-"), let month = number(2),
      1...12 ~= month, take("-"), let day = number(2), day >= 1,
      day <= Self.days(in: month, of: year), take("T"), let hour = number(2), hour < 24, take(":"),
      let minute = number(2), minute < 60, take(":"), let second = number(2), second < 60
    else { return nil }
    let days = Self.days(before: year, month, day)
    seconds = days * 86_400 + hour * 3600 + minute * 60 + second
    var byte = bytes.next()
    if byte == UInt8(ascii: ".") {
      byte = bytes.next()
      guard let first = byte, 0x30...0x39 ~= first else { return nil }
      while let digit = byte, 0x30...0x39 ~= digit {
        if fractionDigits < Self.mostFractionDigits {
          fraction = fraction * 10 + UInt64(digit - 0x30)
          fractionDigits += 1
        }
        byte = bytes.next()
      }
    }
    if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
      guard let hours = number(2), hours < 24, take(":"), let minutes = number(2), minutes < 60
      else { return nil }
      let offset = hours * 3600 + minutes * 60
      seconds += byte == UInt8(ascii: "+") ? -offset : offset
    } else if byte != UInt8(ascii: "Z") {
      return nil
    }
    guard bytes.next() == nil else { return nil }
  }

  var date: Date {
    guard fraction > 0 else {
      return Date(timeIntervalSinceReferenceDate: TimeInterval(seconds))
    }
    let isNegative = seconds < 0
    let whole = isNegative ? -1 - seconds : seconds
    let digits = isNegative ? Self.power(fractionDigits) - fraction : fraction
    var text = Array("\(whole).".utf8)
    Self.add(digits, digits: fractionDigits, to: &text)
    let interval = Double(String(decoding: text, as: UTF8.self)) ?? 0
    return Date(timeIntervalSinceReferenceDate: isNegative ? -interval : interval)
  }

  func text(leastFractionDigits: Int) -> String {
    let (days, rest) = seconds.flooredQuotient(by: 86_400)
    let (year, month, day) = Self.date(days)
    var text: [UInt8] = []
    text.reserveCapacity(40)
    Self.add(UInt64(year), digits: 4, to: &text)
    func add(_ sign: Unicode.Scalar, _ number: Int) {
      text.append(UInt8(ascii: sign))
      Self.add(UInt64(number), digits: 2, to: &text)
    }
    add("-", month)
    add("-", day)
    add("T", rest / 3600)
    add(":", rest / 60 % 60)
    add(":", rest % 60)
    if fractionDigits > 0 || leastFractionDigits > 0 {
      text.append(UInt8(ascii: "."))
      Self.add(fraction, digits: fractionDigits, to: &text)
      Self.add(0, digits: max(0, leastFractionDigits - fractionDigits), to: &text)
    }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  private static let mostFractionDigits = 18
  /// The beginnings of 1583 and of 10000.
  private static let first = -13_190_860_800.0
  private static let end = 252_423_993_600.0

  private static func power(_ digits: Int) -> UInt64 {
    (0..<digits).reduce(1) { power, _ in power * 10 }
  }

  /// Adds a number in so many digits, which are enough.
  private static func add(_ number: UInt64, digits: Int, to text: inout [UInt8]) {
    let start = text.count
    for _ in 0..<digits { text.append(UInt8(ascii: "0")) }
    var (rest, index) = (number, text.count - 1)
    while rest > 0, index >= start {
      text[index] += UInt8(rest % 10)
      (rest, index) = (rest / 10, index - 1)
    }
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  // Years are counted from March, so that the day that is sometimes there is the last one
  // (https://howardhinnant.github.io/date_algorithms.html).

  /// The days from the beginning of 2001 to a day.
  private static func days(before year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - daysToReference
  }

  /// The day that comes so many days after the beginning of 2001.
  private static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + daysToReference
    let (era, dayOfEra) = days.flooredQuotient(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
  }

  /// From 1 March of the year 0 to the beginning of 2001.
  private static let daysToReference = 730_791
}

extension Int {
  fileprivate func flooredQuotient(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
