import Flowline
import FoundationEssentials
import Synchronization

/// A record whose changes end so that nobody knows whether they were made, as if the connection to the
/// store had broken: every other one was.
final class DoubtfulRecord: JournalRecord {
  private let base: any JournalRecord
  /// How many changes were asked for, and from which on they are in doubt.
  private let asked: Mutex<Int>

  init(_ base: any JournalRecord, from first: Int) {
    self.base = base
    asked = Mutex(first)
  }

  var session: UUID { base.session }
  var files: (any KeptFiles)? { base.files }

  func contents() async throws(StoreFailure) -> KeptJournal { try await base.contents() }

  func change(
    _ change: JournalChange, at number: Int, summary: SessionSummary
  ) async throws(StoreFailure) {
    let turn = asked.withLock { asked in
      asked += 1
      return asked % 4
    }
    if turn != 1 { try await base.change(change, at: number, summary: summary) }
    if turn < 2 { throw StoreFailure(.unknownOutcome, at: "\(session)", "the connection broke") }
  }

  func close() { base.close() }
}
