public import FoundationEssentials
public import ServiceBasics
import Synchronization

/// A sandbox's clock: the computer's, moved or standing still.
///
/// Beside the time that it shows it counts the time that passes, by which calls are limited: that runs
/// also while the clock is stopped, moves on when the clock is moved on, and never goes back.
public final class SandboxClock: Sendable {
  private struct Setting {
    /// Where it stands still; nil if it runs.
    var fixed: Timestamp?

    /// How far it is ahead of the computer's, while it runs.
    var aheadMilliseconds: Int64 = 0

    /// How far it has been moved on in all.
    var skippedMilliseconds: Int64 = 0

    var now: Timestamp {
      fixed ?? Timestamp(milliseconds: Timestamp(Date()).milliseconds + aheadMilliseconds)
    }
  }

  private let setting: Mutex<Setting>
  private let uptime: @Sendable () -> Duration

  /// What it showed when the uptime was zero.
  private let beginning: Int64

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - moment: where it stands still; nil if it runs.
  ///   - uptime: how long something has run that neither stops nor is set: the process by default.
  public init(
    standingAt moment: Date?,
    uptime: @escaping @Sendable () -> Duration = { SandboxClock.processUptime() }
  ) {
    let first = Setting(fixed: moment.map { Timestamp($0) })
    beginning = first.now.milliseconds - Self.milliseconds(uptime())
    setting = Mutex(first)
    self.uptime = uptime
  }

  /// The time that the sandbox goes by now.
  public var now: Timestamp { setting.withLock { $0.now } }

  /// The time that has passed, in milliseconds, counted from 1970 as the clock began.
  public var passedMilliseconds: Int64 {
    setting.withLock { beginning + Self.milliseconds(uptime()) + $0.skippedMilliseconds }
  }

  /// Whether the clock is stopped.
  public var stands: Bool { setting.withLock { $0.fixed != nil } }

  /// Stops the clock at a moment.
  public func stand(at moment: Timestamp) {
    change { $0.fixed = moment }
  }

  /// Has it run with the computer's.
  public func run() {
    change {
      $0.fixed = nil
      $0.aheadMilliseconds = 0
    }
  }

  /// Moves it on, or back, within the years of timestamps.
  public func advance(milliseconds: Int64) {
    change {
      if let fixed = $0.fixed {
        $0.fixed = Timestamp(milliseconds: Self.sum(fixed.milliseconds, milliseconds))
      } else {
        $0.aheadMilliseconds = Self.sum($0.aheadMilliseconds, milliseconds)
      }
    }
  }

  private func change(_ body: (inout Setting) -> Void) {
    setting.withLock { setting in
      let before = setting.now.milliseconds
      body(&setting)
      setting.skippedMilliseconds = Self.sum(
        setting.skippedMilliseconds, max(0, setting.now.milliseconds - before))
    }
  }

  /// How long this process has run, by the computer's monotonic clock, since it was first asked.
  public static func processUptime() -> Duration { processStart.duration(to: .now) }

  private static let processStart = ContinuousClock.now

  private static func milliseconds(_ duration: Duration) -> Int64 {
    Int64(duration / .milliseconds(1))
  }

  /// A sum of milliseconds, held to about 30,000 years either way, so that none overflows however often the
  /// clock is moved.
  private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    let limit: Int64 = 1_000_000_000_000_000
    return max(-limit, min(limit, left + max(-limit, min(limit, right))))
  }
}
