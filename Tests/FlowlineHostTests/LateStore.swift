import Flowline
import FoundationEssentials
import Synchronization
import TestSupport

/// Counts how often records are read; the second time waits until a test lets it go on.
final class SecondReading: Sendable {
  private let readings = Mutex(0)
  let gate = Gate<Void>()

  var count: Int { readings.withLock { $0 } }

  func begin() async {
    let isSecond = readings.withLock { count in
      count += 1
      return count == 2
    }
    if isSecond { await gate.wait() }
  }
}

/// A store whose records answer later.
struct LateStore: JournalStore {
  let base: any JournalStore
  let reading: SecondReading

  init(base: any JournalStore, _ reading: SecondReading) {
    self.base = base
    self.reading = reading
  }

  func begin(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    try await base.begin(session)
  }

  func open(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    Record(try await base.open(session), reading)
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

  private final class Record: JournalRecord {
    let base: any JournalRecord
    let reading: SecondReading

    init(_ base: any JournalRecord, _ reading: SecondReading) {
      self.base = base
      self.reading = reading
    }

    var session: UUID { base.session }
    var files: (any KeptFiles)? { base.files }

    func contents() async throws(StoreFailure) -> KeptJournal {
      await reading.begin()
      return try await base.contents()
    }

    func change(
      _ change: JournalChange, at number: Int, summary: SessionSummary
    ) async throws(StoreFailure) {
      try await base.change(change, at: number, summary: summary)
    }

    func close() { base.close() }
  }
}
