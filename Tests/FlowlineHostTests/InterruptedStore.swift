import Flowline
import FoundationEssentials
import Synchronization

/// A store in which something else happens just before a session is scheduled, once.
final class InterruptedStore: JournalStore {
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

  func begin(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    try await base.begin(session)
  }

  func open(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    try await base.open(session)
  }

  func find(_ session: SessionKey) async throws(StoreFailure) -> StoredSession? {
    try await base.find(session)
  }

  func list(_ query: SessionQuery) async throws(StoreFailure) -> SessionPage {
    try await base.list(query)
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

  func due(by moment: Date, limit: Int) async throws(StoreFailure) -> [SessionKey] {
    try await base.due(by: moment, limit: limit)
  }

  func remove(_ session: SessionKey) async throws(StoreFailure) { try await base.remove(session) }

  func removeAll(of user: UserID) async throws(StoreFailure) -> Int {
    try await base.removeAll(of: user)
  }
}
