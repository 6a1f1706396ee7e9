import Flowline
import FoundationEssentials

/// A store that has no record that can be read.
struct DamagedStore: JournalStore {
  let base: any JournalStore

  func begin(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    try await base.begin(session)
  }

  func open(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    try await base.open(session).close()
    throw StoreFailure(.unreadable, at: "the store", "its key is gone")
  }

  func find(_ session: SessionKey) async throws(StoreFailure) -> StoredSession? {
    try await base.find(session)
  }

  func list(_ query: SessionQuery) async throws(StoreFailure) -> SessionPage {
    try await base.list(query)
  }

  func schedule(_ session: SessionKey, at moment: Date?) async throws(StoreFailure) {
    try await base.schedule(session, at: moment)
  }

  func due(by moment: Date, limit: Int) async throws(StoreFailure) -> [SessionKey] {
    try await base.due(by: moment, limit: limit)
  }

  func remove(_ session: SessionKey) async throws(StoreFailure) { try await base.remove(session) }

  func removeAll(of user: UserID) async throws(StoreFailure) -> Int {
    try await base.removeAll(of: user)
  }
}
