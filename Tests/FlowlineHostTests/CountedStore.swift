import FlowTestSupport
import Flowline
import FoundationEssentials
import Synchronization

/// Counts how often records are read, and makes their changes and readings fail.
final class Readings: Sendable {
  private let readings = Mutex(0)
  private let failing = Mutex(false)
  private let unreadable = Mutex(false)

  /// Whether changes fail.
  var isFailing: Bool {
    get { failing.withLock { $0 } }
    set { failing.withLock { $0 = newValue } }
  }

  /// Whether no record can be read.
  var isUnreadable: Bool {
    get { unreadable.withLock { $0 } }
    set { unreadable.withLock { $0 = newValue } }
  }

  var count: Int { readings.withLock { $0 } }

  func add() { readings.withLock { $0 += 1 } }
}

/// A store whose readings are counted.
struct CountedStore: ForwardingStore {
  let base: any JournalStore
  let readings: Readings

  init(base: any JournalStore, _ readings: Readings) {
    self.base = base
    self.readings = readings
  }

  func open(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    Record(try await base.open(session), readings)
  }

  private final class Record: ForwardingRecord {
    let base: any JournalRecord
    let readings: Readings

    init(_ base: any JournalRecord, _ readings: Readings) {
      self.base = base
      self.readings = readings
    }

    var opened: StoredSession? { nil }

    func contents() async throws(StoreFailure) -> KeptJournal {
      readings.add()
      if readings.isUnreadable { throw StoreFailure(.unreadable, at: "test", "told to be damaged") }
      return try await base.contents()
    }

    func change(
      _ change: JournalChange, at number: Int, summary: SessionSummary
    ) async throws(StoreFailure) {
      if readings.isFailing { throw StoreFailure(.unwritable, at: "test", "told to fail") }
      try await base.change(change, at: number, summary: summary)
    }
  }
}
