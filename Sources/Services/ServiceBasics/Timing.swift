public import FoundationEssentials

/// The clocks, the sleep and the random numbers of a client, which tests replace.
public struct Timing: Sendable {
  /// What time it is.
  public var now: @Sendable () -> Date

  /// Lets a time pass, and throws at once when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Returns when something that may take so long has taken too long, and throws at once when the task
  /// is cancelled: it bounds real work of others, which no clock of a test can hurry.
  public var expire: @Sendable (Duration) async throws -> Void

  /// A number from 0 up to 1, without 1.
  public var random: @Sendable () -> Double

  /// How long this machine has been running.
  public var uptime: @Sendable () -> Uptime

  /// Makes a timing: by default the real clocks and real random numbers.
  public init(
    now: @escaping @Sendable () -> Date = { Date() },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    expire: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    uptime: @escaping @Sendable () -> Uptime = { Uptime.now() }
  ) {
    self.now = now
    self.sleep = sleep
    self.expire = expire
    self.random = random
    self.uptime = uptime
  }
}
