public import FoundationEssentials

/// An instant to the millisecond, written as RFC 3339 in UTC with exactly three fraction digits.
///
/// The times of services are kept like this because a `Date` is a binary fraction of seconds: written
/// to JSON and read back it may differ from itself. A timestamp never does.
public struct Timestamp: Sendable, Hashable {
  /// Milliseconds since 1970-01-01T00:00:00Z, between the years 1 and 9999.
  public let milliseconds: Int64

  /// The last millisecond before the given one is taken if this is not a whole one.
  ///
  /// Dates outside the years 1 to 9999, which RFC 3339 cannot write, become the nearest inside.
  public init(_ date: Date) {
    let sinceReference = date.timeIntervalSinceReferenceDate * 1000
    let nearest = sinceReference.rounded()
    // A whole millisecond is hardly ever exact in binary; a Date is
    // exact to 20 µs at the far end of the years, and to far less near ours.
    let whole = abs(nearest - sinceReference) < 0.02 ? nearest : sinceReference.rounded(.down)
    let bounded = min(max(whole.isNaN ? 0 : whole, -1e15), 1e15)
    self.init(milliseconds: Int64(bounded) + Self.referenceDate)
  }

  /// Makes the timestamp of a count of milliseconds since 1970, held to the years 1 to 9999.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.earliest), Self.latest)
  }

  /// The instant as a date.
  public var date: Date {
    Date(timeIntervalSinceReferenceDate: Double(milliseconds - Self.referenceDate) / 1000)
  }

  /// 2001-01-01T00:00:00Z, from which a `Date` counts.
  private static let referenceDate: Int64 = 978_307_200_000
  private static let earliest: Int64 = -62_135_596_800_000
  private static let latest: Int64 = 253_402_300_799_999
}

extension Timestamp: Comparable {
  /// Orders by time.
  public static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Timestamp: Codable {
  /// Reads RFC 3339 text; anything else is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let timestamp = Timestamp(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not an RFC 3339 time")
    }
    self = timestamp
  }

  /// Writes the text alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
