import Synchronization
import TestSupport

/// Random numbers that are the same every time.
package final class Randomness: Sendable {
  private let state: Mutex<SeededNumbers>

  package init(seed: Int) {
    state = Mutex(SeededNumbers(seed: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15))
  }

  /// A number from zero up to, not including, a bound.
  package func below(_ bound: Int) -> Int {
    state.withLock { $0.below(bound) }
  }

  /// Gives up the turn, a few times or not at all.
  package func dawdle() async {
    for _ in 0..<below(4) { await Task.yield() }
  }
}
