package import Flowline
import Synchronization

/// What goes wrong at a ``FailingStore``.
package final class StoreFaults: Sendable {
  package typealias Choice = @Sendable (_ lines: String, _ summary: SessionSummary) -> Bool

  private let failing = Mutex<Choice?>(nil)
  private let beginning = Mutex<(@Sendable () async -> Void)?>(nil)

  package init() {}

  /// Has the changes fail that are chosen, until ``end()``.
  package func fail(_ choice: @escaping Choice) { failing.withLock { $0 = choice } }

  /// Has no change fail any more.
  package func end() { failing.withLock { $0 = nil } }

  /// Has something happen after the store has looked whether a session can begin, before its first change.
  package func whenBegun(_ body: @escaping @Sendable () async -> Void) {
    beginning.withLock { $0 = body }
  }

  fileprivate func wasBegun() async {
    let body = beginning.withLock { $0 }
    await body?()
  }

  fileprivate func isFailing(_ lines: String, _ summary: SessionSummary) -> Bool {
    let choice = failing.withLock { $0 }
    return choice?(lines, summary) ?? false
  }
}

/// A store whose changes fail as a test says; all else is the store's behind it.
package struct FailingStore: ForwardingStore {
  package let base: any JournalStore
  let faults: StoreFaults

  package init(base: any JournalStore, _ faults: StoreFaults) {
    self.base = base
    self.faults = faults
  }

  package func begin(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    let record = try await base.begin(session)
    await faults.wasBegun()
    return Record(record, faults)
  }

  package func open(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    Record(try await base.open(session), faults)
  }

  private final class Record: ForwardingRecord {
    let base: any JournalRecord
    let faults: StoreFaults

    init(_ base: any JournalRecord, _ faults: StoreFaults) {
      self.base = base
      self.faults = faults
    }

    func change(
      _ change: JournalChange, at number: Int, summary: SessionSummary
    ) async throws(StoreFailure) {
      if faults.isFailing(change.lines, summary) {
        throw StoreFailure(.unwritable, at: "test", "told to fail")
      }
      try await base.change(change, at: number, summary: summary)
    }
  }
}

extension JournalChange {
  fileprivate var lines: String {
    switch self {
    case .append(let lines, _, _): lines
    case .cut: ""
    case .replace(let text, _): text
    }
  }
}
