package import Flowline
package import FoundationEssentials

/// A store that is another one, but for what a test changes.
///
/// It forwards all that a store can do, also what stores have a default for: a default would do it otherwise
/// than the store behind.
package protocol ForwardingStore: JournalStore {
  /// The other one.
  var base: any JournalStore { get }
}

extension ForwardingStore {
  package func begin(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    try await base.begin(session)
  }

  package func open(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    try await base.open(session)
  }

  package func find(_ session: SessionKey) async throws(StoreFailure) -> StoredSession? {
    try await base.find(session)
  }

  package func list(_ query: SessionQuery) async throws(StoreFailure) -> SessionPage {
    try await base.list(query)
  }

  package func schedule(_ session: SessionKey, at moment: Date?) async throws(StoreFailure) {
    try await base.schedule(session, at: moment)
  }

  package func schedule(
    _ session: SessionKey, at moment: Date?, after attempt: UUID
  ) async throws(StoreFailure) -> Bool {
    try await base.schedule(session, at: moment, after: attempt)
  }

  package func due(by moment: Date, limit: Int) async throws(StoreFailure) -> [SessionKey] {
    try await base.due(by: moment, limit: limit)
  }

  package func remove(_ session: SessionKey) async throws(StoreFailure) {
    try await base.remove(session)
  }

  package func removeAll(of user: UserID) async throws(StoreFailure) -> Int {
    try await base.removeAll(of: user)
  }

  package var forgetsMonths: Bool { base.forgetsMonths }

  package func forgetMonths(endedBefore moment: Date) async throws(StoreFailure) {
    try await base.forgetMonths(endedBefore: moment)
  }

  package func maintain() async throws(StoreFailure) { try await base.maintain() }

  package func usage(of user: UserID?) async throws(StoreFailure) -> StoreUsage? {
    try await base.usage(of: user)
  }

  package func check() async throws(StoreFailure) { try await base.check() }

  package func close() async { await base.close() }
}

/// A record that is another one, but for what a test changes.
package protocol ForwardingRecord: JournalRecord {
  /// The other one.
  var base: any JournalRecord { get }
}

extension ForwardingRecord {
  package var session: UUID { base.session }
  package var opened: StoredSession? { base.opened }
  package var files: (any KeptFiles)? { base.files }

  package func contents() async throws(StoreFailure) -> KeptJournal { try await base.contents() }

  package func isOvertaken() async throws(StoreFailure) -> Bool { try await base.isOvertaken() }

  package func change(
    _ change: JournalChange, at number: Int, summary: SessionSummary
  ) async throws(StoreFailure) {
    try await base.change(change, at: number, summary: summary)
  }

  package func close() { base.close() }
}
