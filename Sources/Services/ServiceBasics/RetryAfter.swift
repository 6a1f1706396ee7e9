public import FoundationEssentials

/// How long a server asks not to be called: the `Retry-After` header of RFC 9110, section 10.2.3.
public enum RetryAfter: Sendable, Hashable {
  /// For so many seconds, not negative.
  case seconds(Int64)

  /// Until then.
  case date(Timestamp)
}

extension RetryAfter {
  /// Reads either form, or returns nil.
  public init?(_ text: String) {
    let text = text.split(separator: " ").joined(separator: " ")
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // More than fits is for ever; who waits has a limit of their own.
      self = .seconds(Int64(text) ?? .max)
    } else if let time = HTTPDate.time(text) {
      self = .date(time)
    } else {
      return nil
    }
  }

  /// The header's value.
  public var description: String {
    switch self {
    case .seconds(let seconds): String(seconds)
    case .date(let time): HTTPDate.text(time)
    }
  }

  /// How long, in English: `in 30 s`, `at 2026-11-20T12:00:00.000Z`.
  public var summary: String {
    switch self {
    case .seconds(let seconds): "in \(seconds) s"
    case .date(let time): "at \(time)"
    }
  }

  /// How many seconds are left at a time, not negative.
  public func seconds(from now: Date) -> Double {
    switch self {
    case .seconds(let seconds): Double(max(0, seconds))
    case .date(let time):
      max(0, Double(time.milliseconds) / 1000 - now.timeIntervalSince1970)
    }
  }
}

/// The three forms of a date in HTTP (RFC 9110, section 5.6.7), all of which must be read.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov 6 08:49:37 1994`.
  static func time(_ text: String) -> Timestamp? {
    let words = text.split { " -,".contains($0) }.map(String.init)
    guard words.count >= 5 else { return nil }
    let isCTime = months.contains(words[1])
    let (day, monthName) = isCTime ? (words[2], words[1]) : (words[1], words[2])
    let (year, clock) = isCTime ? (words[4], words[3]) : (words[3], words[4])
    guard
      isCTime ? words.count == 5 : words.count == 6 && words[5] == "GMT",
      let month = months.firstIndex(of: monthName), let fullYear = full(year)
    else { return nil }
    return Timestamp("\(fullYear)-\(padded(month + 1))-\(padded(Int(day) ?? 0))T\(clock)Z")
  }

  /// The first form.
  static func text(_ time: Timestamp) -> String {
    let seconds = Int64((Double(time.milliseconds) / 1000).rounded(.down))
    let text = Timestamp(milliseconds: seconds * 1000).description
    let parts = text.split { "-T.".contains($0) }
    // The first of January 1970 was a Thursday.
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][((days % 7) + 7) % 7]
    let month = Int(parts[1]).map { months[$0 - 1] } ?? ""
    return "\(weekday), \(parts[2]) \(month) \(parts[0]) \(parts[3]) GMT"
  }

  /// A year of two digits is of the century that puts it less than fifty years ahead of 2026.
  private static func full(_ year: String) -> Int? {
    guard let number = Int(year), year.utf8.count == 4 || year.utf8.count == 2 else { return nil }
    return year.utf8.count == 4 ? number : number + (number < 76 ? 2000 : 1900)
  }

  private static func padded(_ number: Int) -> String { String("0\(number)".suffix(2)) }
}
