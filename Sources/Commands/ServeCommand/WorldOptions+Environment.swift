import ArgumentParser
import Flowline
import Foundation

/// What is wrong with the options, said before anything is opened, and what they make.
extension WorldOptions {
  func validate() throws {
    _ = try bankPlace()
    _ = try booksAddress()
    guard 1...100 ~= name.count, !name.allSatisfy(\.isWhitespace) else {
      throw ValidationError("--name takes a text of 1 to 100 characters.")
    }
    guard Locale.known(locale) != nil else {
      throw ValidationError("--locale takes a locale such as en_GB, not “\(locale)”.")
    }
    if let now, moment == nil {
      let years = FixedMoment.years
      throw ValidationError(
        """
        --now takes a moment of the years \(years.lowerBound) to \(years.upperBound), such as \
        2026-11-20T12:00:00Z, not “\(now)”.
        """)
    }
    if let timeZone, TimeZone(identifier: timeZone) == nil {
      throw ValidationError(
        "--time-zone takes a zone such as Europe/London, not “\(timeZone)”.")
    }
  }

  /// The moment that it is for all flows; nil for the time by the computer's clock.
  var moment: Date? { now.flatMap { try? FixedMoment.read($0) } }

  /// The world of sessions that are started.
  var environment: @Sendable () -> FlowEnvironment {
    let locale = Locale.known(locale) ?? Locale(identifier: locale)
    let zone = timeZone.flatMap { TimeZone(identifier: $0) } ?? .current
    let moment = moment
    return { FlowEnvironment(locale: locale, timeZone: zone, now: moment ?? Date()) }
  }

  /// The usage log; nil without `--usage-log`.
  func openUsageLog() throws -> UsageLog? {
    do throws(StoreFailure) {
      return try usageLog.map { (path) throws(StoreFailure) in try UsageLog(appendingTo: path) }
    } catch {
      throw ServeFailure("--usage-log cannot be written: \(error)", status: 2)
    }
  }
}
