import FlowTestSupport
import Flowline
import FoundationEssentials
import Synchronization

/// A store in which something else happens just before a session is scheduled, once.
final class InterruptedStore: ForwardingStore {
  let base: any JournalStore
  private let interruption = Mutex<(@Sendable () async -> Void)?>(nil)

  init(base: any JournalStore) { self.base = base }

  /// Has something happen before the next session is scheduled.
  func interrupt(_ body: @escaping @Sendable () async -> Void) {
    interruption.withLock { $0 = body }
  }

  private func beInterrupted() async {
    let body = interruption.withLock { $0.take() }
    await body?()
  }

  func schedule(_ session: SessionKey, at moment: Date?) async throws(StoreFailure) {
    await beInterrupted()
    try await base.schedule(session, at: moment)
  }

  func schedule(
    _ session: SessionKey, at moment: Date?, after attempt: UUID
  ) async throws(StoreFailure) -> Bool {
    await beInterrupted()
    return try await base.schedule(session, at: moment, after: attempt)
  }
}
