import Flowline
import FlowlineHost
import Foundation
import ServiceCalls

extension ServeOptions {
  /// How much the host keeps and does.
  var limits: HostLimits {
    var limits = HostLimits()
    limits.sessionsInMemory = sessionsInMemory
    limits.callsPerMinute = callsPerMinute
    // One request that a bank or books do not answer needs no person: it is repeated within this time.
    limits.commitTime = OrderTimes.withOneUnanswered
    limits.sessionsInAll = sessionsInAll
    limits.fileBytesPerUser = megabytesPerCustomer * 1_000_000
    limits.fileBytesInAll = megabytesInAll * 1_000_000
    return limits
  }

  /// The world of sessions that are started.
  var environment: @Sendable () -> FlowEnvironment {
    let locale = Locale(identifier: locale)
    let zone = timeZone.flatMap { TimeZone(identifier: $0) } ?? .current
    let moment = moment
    return { FlowEnvironment(locale: locale, timeZone: zone, now: moment ?? Date()) }
  }
}
