import FlowTestSupport
import Flowline

/// A store that has no record that can be read.
struct DamagedStore: ForwardingStore {
  let base: any JournalStore

  func open(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    try await base.open(session).close()
    throw StoreFailure(.unreadable, at: "the store", "its key is gone")
  }
}
