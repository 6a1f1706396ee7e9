import FlowlineHost
import FoundationEssentials
import Synchronization

/// How many visitors have been new in the present minute of the clock.
final class NewVisitorRate: Sendable {
  private struct State {
    var minute = MinuteOfClock()
    var count = 0
  }

  private let limit: Int?
  private let state = Mutex(State())

  /// Makes a count.
  ///
  /// - Parameter limit: how many may be new in a minute; nil for any number.
  init(limit: Int?) { self.limit = limit }

  /// Counts a new visitor, or says in how many seconds the next minute begins.
  func secondsToWait(at moment: Date) -> Int? {
    guard let limit else { return nil }
    return state.withLock { state in
      if state.minute.hasPassed(at: moment) { state.count = 0 }
      guard state.count < limit else { return state.minute.secondsLeft(at: moment) }
      state.count += 1
      return nil
    }
  }

  /// Counts the last one no more: the browser was given no cookie.
  func leaveOutLast() { state.withLock { $0.count = max(0, $0.count - 1) } }
}
