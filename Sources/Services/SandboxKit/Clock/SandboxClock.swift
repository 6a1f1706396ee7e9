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

  /// Moves it on, or back.
  public func advance(milliseconds: Int64) {
    setting.withLock {
      if let fixed = $0.fixed {
        $0.fixed = Timestamp(milliseconds: fixed.milliseconds &+ milliseconds)
      } else {
        $0.aheadMilliseconds &+= milliseconds
      }
    }
  }
}
