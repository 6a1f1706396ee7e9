public import ServiceBasics
import Synchronization

/// How far what a sandbox lists is behind what it has done.
///
/// Banks move money first and tell of it later: a balance has changed, and the list of movements does
/// not have the one that changed it yet. Off until a control sets it, and off again at the next start.
public final class FeedLag: Sendable {
  /// How far behind, and what.
  public struct Setting: Sendable, Hashable, Codable {
    /// What is younger than so many seconds, by the sandbox's clock, is not listed yet; 0 is off.
    public var lagSeconds: Double

    /// Whether lists of goals, or of what else may be made, lag as well.
    public var goals: Bool?

    /// No lag.
    public static let off = Setting(lagSeconds: 0, goals: false)

    /// Why it makes no sense, in English; nil if it does.
    public var problem: String? {
      (0...1e9).contains(lagSeconds) ? nil : "lagSeconds is between 0 and 1000000000"
    }
  }

  private struct State {
    var setting = Setting.off
    /// When things were made that do not say so themselves, by their ids.
    var made: [String: Timestamp] = [:]
  }

  private let state = Mutex(State())

  /// Makes one that is off.
  public init() {}

  /// How far behind lists are.
  public var setting: Setting {
    get { state.withLock { $0.setting } }
    set { state.withLock { $0.setting = newValue } }
  }

  /// Notes when something was made, so that `hides(_:at:)` knows its age; does nothing while the
  /// lag is off.
  public func noteMade(_ id: String, at time: Timestamp) {
    state.withLock { if $0.setting.lagSeconds > 0 { $0.made[id] = time } }
  }

  /// Whether an entry is too young to be listed; what is announced for later never is.
  ///
  /// - Parameters:
  ///   - time: when it happened.
  ///   - now: the sandbox's time.
  /// - Returns: true if it is to be left out.
  public func hides(madeAt time: Timestamp, at now: Timestamp) -> Bool {
    let lag = Int64(setting.lagSeconds * 1000)
    return (0..<max(lag, 0)).contains(now.milliseconds - time.milliseconds)
  }

  /// Whether something that was noted is too young to be listed, if the setting covers it.
  public func hides(_ id: String, at now: Timestamp) -> Bool {
    let (covers, time) = state.withLock { ($0.setting.goals ?? false, $0.made[id]) }
    guard covers, let time else { return false }
    return hides(madeAt: time, at: now)
  }
}
