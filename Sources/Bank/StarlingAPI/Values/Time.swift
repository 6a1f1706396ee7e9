import FoundationEssentials

extension Starling {
  /// An instant to the millisecond, which the API writes as RFC 3339 in UTC with three fraction
  /// digits: `2026-11-20T09:00:00.000Z`.
  public struct Time: Sendable, Hashable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64

    /// Makes the time of a count of milliseconds since 1970.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  }
}

extension Starling.Time: LosslessStringConvertible {
  /// Reads an RFC 3339 time, or returns `nil`.
  ///
  /// Any number of fraction digits is taken and cut to three; the zone must be `Z` or an offset such
  /// as `+01:00`. Before an offset a space is taken for the plus sign that a query loses where it is
  /// not encoded.
  public init?(_ text: String) {
    let text = text.uppercased()
    // Foundation's reader takes the 30th of February and passes over what follows the zone, so that
    // it is given the seconds alone and has to write them as they were.
    let seconds = "\(text.prefix(19))Z"
    let style = Date.ISO8601FormatStyle()
    guard let date = try? style.parse(seconds), date.formatted(style) == seconds else { return nil }
    var rest = text.dropFirst(19)
    guard let fraction = Self.takeFraction(from: &rest), let offset = Self.offset(rest) else {
      return nil
    }
    let whole = Int64(date.timeIntervalSince1970.rounded())
    milliseconds = (whole - offset * 60) * 1000 + fraction
  }

  /// The time in UTC with three fraction digits.
  public var description: String {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let (whole, part) = remainder < 0 ? (quotient - 1, remainder + 1000) : (quotient, remainder)
    let seconds = Date(timeIntervalSince1970: Double(whole)).formatted(Date.ISO8601FormatStyle())
    return "\(seconds.dropLast()).\(String(part + 1000).dropFirst())Z"
  }

  /// Milliseconds: zero where there is no fraction, `nil` where a point has no digits after it.
  private static func takeFraction(from rest: inout Substring) -> Int64? {
    guard rest.first == "." else { return 0 }
    let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
    rest = rest[digits.endIndex...]
    return digits.isEmpty ? nil : Int64("\(digits)00".prefix(3))
  }

  /// Minutes east of UTC.
  private static func offset(_ zone: Substring) -> Int64? {
    if zone == "Z" { return 0 }
    let parts = zone.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard
      let sign = zone.first, "+- ".contains(sign), parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hours = Int64(parts[0]), hours < 24, let minutes = Int64(parts[1]), minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
  }
}

extension Starling.Time: Comparable {
  /// Orders by time.
  public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}

extension Starling.Time: Codable {
  /// Reads RFC 3339 text; anything else is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not an RFC 3339 time")
    }
    self = time
  }

  /// Writes the text alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
