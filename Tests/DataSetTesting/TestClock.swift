package import FoundationEssentials
package import ServiceBasics
import Synchronization

/// A clock that stands still until it is put forward.
package final class TestClock: Sendable {
  private let milliseconds: Mutex<Int64>

  package init(_ time: Timestamp = .noon) { milliseconds = Mutex(time.milliseconds) }

  package var now: Date { time.date }

  package var time: Timestamp { Timestamp(milliseconds: milliseconds.withLock { $0 }) }

  package func advance(by seconds: Int64) { milliseconds.withLock { $0 += seconds * 1000 } }
}

extension Timestamp {
  /// 2026-11-20, a Friday.
  package static let noon = Timestamp(milliseconds: 1_795_176_000_000)
}
