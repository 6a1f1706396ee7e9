import Flowline
import Synchronization

/// How often sessions were scheduled by this program, at least: several share a count, so that it takes no
/// more room for more sessions.
final class ScheduleCounts: Sendable {
  private let counts = Mutex([Int](repeating: 0, count: 1_024))

  func add(_ session: SessionKey) {
    counts.withLock { $0[place(of: session, in: $0)] += 1 }
  }

  func count(of session: SessionKey) -> Int {
    counts.withLock { $0[place(of: session, in: $0)] }
  }

  private func place(of session: SessionKey, in counts: [Int]) -> Int {
    Int(UInt(bitPattern: session.hashValue) % UInt(counts.count))
  }
}
