import Flowline
import FoundationEssentials

/// A store that is another one, but for what a test changes.
protocol ForwardingStore: JournalStore {
  /// The other one.
  var base: any JournalStore { get }
}

extension ForwardingStore {
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
    try await base.schedule(session, at: moment)
  }

  func schedule(
    _ session: SessionKey, at moment: Date?, after attempt: UUID
  ) async throws(StoreFailure) -> Bool {
    try await base.schedule(session, at: moment, after: attempt)
  }

  func due(by moment: Date, limit: Int) async throws(StoreFailure) -> [SessionKey] {
    try await base.due(by: moment, limit: limit)
  }

  func remove(_ session: SessionKey) async throws(StoreFailure) { try await base.remove(session) }

  func removeAll(of user: UserID) async throws(StoreFailure) -> Int {
    try await base.removeAll(of: user)
  }
}

/// A record that is another one, but for what a test changes.
protocol ForwardingRecord: JournalRecord {
  /// The other one.
  var base: any JournalRecord { get }
}

extension ForwardingRecord {
  var session: UUID { base.session }
  var opened: StoredSession? { base.opened }
  var files: (any KeptFiles)? { base.files }

  func contents() async throws(StoreFailure) -> KeptJournal { try await base.contents() }

  func isOvertaken() async throws(StoreFailure) -> Bool { try await base.isOvertaken() }

  func change(
    _ change: JournalChange, at number: Int, summary: SessionSummary
  ) async throws(StoreFailure) {
    try await base.change(change, at: number, summary: summary)
  }

  func close() { base.close() }
}
