import Flowline
import Foundation

extension ServeOptions {
  /// The world of sessions that are started.
  var environment: @Sendable () -> FlowEnvironment {
    let locale = Locale(identifier: locale)
    let zone = timeZone.flatMap { TimeZone(identifier: $0) } ?? .current
    let moment = moment
    return { FlowEnvironment(locale: locale, timeZone: zone, now: moment ?? Date()) }
  }
}
