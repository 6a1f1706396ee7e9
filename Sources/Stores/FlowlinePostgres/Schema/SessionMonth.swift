import Days
import FoundationEssentials

/// The month that a session's id names: that of a UUID of version 7 (RFC 9562), counted from January 1970;
/// 0 for any other id.
///
/// It follows from the id alone, so that an id is one session's although it is unique in its month only.
/// The tables have a part for each month that sessions were begun in, which is dropped as a whole; a month
/// without one, such as one that a caller made up, is in the part of all others.
struct SessionMonth: RawRepresentable, Hashable, Comparable, Sendable {
  let rawValue: Int64

  init(rawValue: Int64) { self.rawValue = rawValue }

  /// The part of any id without a time.
  static let timeless = SessionMonth(rawValue: 0)

  init(of session: UUID) {
    let bytes = session.uuid
    let time = [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5].reduce(Int64(0)) {
      $0 << 8 | Int64($1)
    }
    let month = Self(Date(timeIntervalSince1970: Double(time) / 1_000))
    // The column has no room for every time that an id has room for.
    self = bytes.6 >> 4 == 7 && month <= Self.last ? month : .timeless
  }

  /// The month of a moment from 1970 on, in UTC.
  init(_ moment: Date) {
    let day = Day(nearest: Int((moment.timeIntervalSince1970 / 86_400).rounded(.down)))
    rawValue = max(0, Int64((day.year - 1970) * 12 + day.month - 1))
  }

  private static let last = SessionMonth(rawValue: (2_400 - 1970) * 12 - 1)

  func advanced(by months: Int64) -> Self { Self(rawValue: rawValue + months) }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The end of the names of its tables, such as `2026_11`.
  var suffix: String {
    guard self != .timeless else { return "timeless" }
    let month = rawValue % 12 + 1
    return "\(1970 + rawValue / 12)_\(month < 10 ? "0" : "")\(month)"
  }
}
