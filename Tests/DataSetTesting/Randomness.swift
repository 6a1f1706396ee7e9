import Synchronization

/// Random numbers that are the same every time (SplitMix64).
package final class Randomness: Sendable {
  private let state: Mutex<UInt64>

  package init(seed: Int) { state = Mutex(UInt64(seed) &* 0x9e37_79b9_7f4a_7c15) }

  /// A number from zero up to, not including, a bound.
  package func below(_ bound: Int) -> Int {
    let next = state.withLock { state -> UInt64 in
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
    return Int(next % UInt64(bound))
  }

  /// Gives up the turn, a few times or not at all.
  package func dawdle() async {
    for _ in 0..<below(4) { await Task.yield() }
  }
}
