import Bank
import FoundationEssentials
import ServiceBasics
import Synchronization

/// What all data sets of a bank share.
final class Surroundings: Sendable {
  private let now: @Sendable () -> Date
  private let knownHolder = Mutex<String?>(nil)

  /// Runs something that nobody waits for.
  let behind: @Sendable (@escaping @Sendable () async -> Void) -> Void

  init(
    now: @escaping @Sendable () -> Date,
    behind: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void = { work in
      // Detached, so that it tells nothing to the step that happened to begin it.
      Task.detached { await work() }
    }
  ) {
    self.now = now
    self.behind = behind
  }

  var time: Timestamp { Timestamp(now()) }

  /// The customer, as far as known.
  var holder: String? {
    get { knownHolder.withLock { $0 } }
    set { knownHolder.withLock { $0 = newValue } }
  }
}
