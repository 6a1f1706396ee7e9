import Synchronization

/// Counts those who are at something that is for one at a time.
package final class Inside: Sendable {
  private let state = Mutex((now: 0, most: 0, all: 0))

  /// Makes one without anybody.
  package init() {}

  /// How many there are, were at most at a time, and were in all.
  package var counts: [Int] { state.withLock { [$0.now, $0.most, $0.all] } }

  package func enter() {
    state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
  }

  package func leave() { state.withLock { $0.now -= 1 } }
}
