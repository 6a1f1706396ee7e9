import Synchronization
import Testing

/// Collects issues.
final class Issues: Sendable {
  private let collected = Mutex<[Issue]>([])

  var all: [Issue] { collected.withLock { $0 } }

  func add(_ issue: Issue) {
    collected.withLock { $0.append(issue) }
  }
}
