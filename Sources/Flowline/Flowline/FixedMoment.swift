package import FoundationEssentials

/// The moment that a program takes for now if it is told one, as with the option `--now`.
package enum FixedMoment {
  /// The years in which it may be, in UTC.
  ///
  /// The sample books follow the tables of rates and engines that FreeAgent's mileage settings have, from
  /// 1970 to 2099. They begin some weeks before now, and a zone may be a day ahead: so a year is left at
  /// either end. The sample bank has no narrower bounds.
  package static let years = 1971...2098

  /// Why a text is no such moment.
  package enum Fault: Error, Hashable {
    /// It is not a time of RFC 3339.
    case notATime
    /// It is not in one of the ``FixedMoment/years``.
    case outsideYears
  }

  /// Reads an RFC 3339 time such as `2026-11-20T12:00:00Z`.
  package static func read(_ text: String) throws(Fault) -> Date {
    guard let date = Date(timestamp: text) else { throw .notATime }
    guard moments.contains(date) else { throw .outsideYears }
    return date
  }

  /// From the beginning of 1971 to that of 2099.
  private static let moments =
    Date(timeIntervalSince1970: 31_536_000)..<Date(timeIntervalSince1970: 4_070_908_800)
}
