import Flowline
import FoundationEssentials

/// How many calls each user has made in the present minute of the clock.
struct CallRates {
  private static let minute = 60.0

  private var began = -Double.infinity
  private var counts: [UserID: Int] = [:]

  /// Counts a call, or says in how many seconds the next minute begins.
  ///
  /// A clock that was set back begins a minute as well.
  mutating func secondsToWait(for user: UserID, at moment: Date, limit: Int) -> Int? {
    let time = moment.timeIntervalSince1970
    if time < began || time >= began + Self.minute {
      began = (time / Self.minute).rounded(.down) * Self.minute
      counts.removeAll(keepingCapacity: true)
    }
    let count = counts[user, default: 0]
    guard count < limit else { return max(1, Int((began + Self.minute - time).rounded(.up))) }
    counts[user] = count + 1
    return nil
  }
}
