public import FoundationEssentials

/// What every sandbox has beside its books: a clock, and what goes wrong by order.
public struct SandboxWorld: Sendable {
  /// The time of everything that happens.
  public let clock: SandboxClock

  /// What goes wrong with requests to come.
  public let faults = FaultBook()

  /// How far lists are behind.
  public let lag = FeedLag()

  /// Requests that are carried out later.
  public let late = LateRequests()

  /// The requests that came.
  public let requests = RequestLog()

  /// Makes a world without faults.
  ///
  /// - Parameters:
  ///   - now: the moment at which the clock is stopped; nil if it runs.
  ///   - uptime: how long something has run that neither stops nor is set: the process by default.
  public init(
    now: Date?, uptime: @escaping @Sendable () -> Duration = { SandboxClock.processUptime() }
  ) {
    clock = SandboxClock(standingAt: now, uptime: uptime)
  }
}
