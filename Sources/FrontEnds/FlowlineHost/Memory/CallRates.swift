import Flowline
package import FoundationEssentials

/// How many calls each user has made in the present minute of the clock.
struct CallRates {
  private var minute = MinuteOfClock()
  private var counts: [UserID: Int] = [:]

  /// Counts a call, or says in how many seconds the next minute begins.
  mutating func secondsToWait(for user: UserID, at moment: Date, limit: Int) -> Int? {
    if minute.hasPassed(at: moment) { counts.removeAll(keepingCapacity: true) }
    let count = counts[user, default: 0]
    guard count < limit else { return minute.secondsLeft(at: moment) }
    counts[user] = count + 1
    return nil
  }
}

/// The minute of the clock in which something is counted.
package struct MinuteOfClock: Sendable {
  private static let length = 60.0

  private var began = -Double.infinity

  /// Makes one that has passed.
  package init() {}

  /// Whether it has passed; then the minute of the moment takes its place.
  ///
  /// A clock that was set back begins a minute as well.
  package mutating func hasPassed(at moment: Date) -> Bool {
    let time = moment.timeIntervalSince1970
    guard time < began || time >= began + Self.length else { return false }
    began = (time / Self.length).rounded(.down) * Self.length
    return true
  }

  /// In how many seconds the next one begins, 1 or more.
  package func secondsLeft(at moment: Date) -> Int {
    max(1, Int((began + Self.length - moment.timeIntervalSince1970).rounded(.up)))
  }
}
