public import FoundationEssentials
public import ServiceBasics
import Synchronization

/// A sandbox's clock: the computer's, moved or standing still.
public final class SandboxClock: Sendable {
  private struct Setting {
    /// Where it stands still; nil if it runs.
    var fixed: Timestamp?

    /// How far it is ahead of the computer's, while it runs.
    var aheadMilliseconds: Int64 = 0
  }

  private let setting: Mutex<Setting>

  /// Makes a clock; without a moment it runs.
  public init(standingAt moment: Date?) {
    setting = Mutex(Setting(fixed: moment.map { Timestamp($0) }))
  }

  /// The time.
  public var now: Timestamp {
    setting.withLock {
      $0.fixed ?? Timestamp(milliseconds: Timestamp(Date()).milliseconds + $0.aheadMilliseconds)
    }
  }

  /// Whether the clock is stopped.
  public var stands: Bool { setting.withLock { $0.fixed != nil } }

  /// Stops the clock at a moment.
  public func stand(at moment: Timestamp) {
    setting.withLock { $0.fixed = moment }
  }

  /// Has it run with the computer's.
  public func run() {
    setting.withLock { $0 = Setting() }
  }

  /// Moves it on, or back, within the years of timestamps.
  public func advance(milliseconds: Int64) {
    setting.withLock {
      if let fixed = $0.fixed {
        $0.fixed = Timestamp(milliseconds: Self.sum(fixed.milliseconds, milliseconds))
      } else {
        $0.aheadMilliseconds = Self.sum($0.aheadMilliseconds, milliseconds)
      }
    }
  }

  /// A sum of milliseconds, held to about 30,000 years either way, so that none overflows however often the
  /// clock is moved.
  private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    let limit: Int64 = 1_000_000_000_000_000
    return max(-limit, min(limit, left + max(-limit, min(limit, right))))
  }
}
