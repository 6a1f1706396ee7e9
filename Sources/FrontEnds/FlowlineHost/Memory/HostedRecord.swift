import Flowline
import FoundationEssentials
import Synchronization

/// A session's record, and the last of its changes that what is in memory was made of or has made: by it a
/// host says for which state of the session it has decided something.
final class HostedRecord: JournalRecord {
  private struct State {
    var last: UUID?
    /// The change that was tried last: nobody may know whether it was made.
    var tried: UUID?
  }

  private let base: any JournalRecord
  private let state = Mutex(State())

  init(_ base: any JournalRecord) { self.base = base }

  /// The id of that change; nil if there is none.
  var attempt: UUID? { state.withLock { $0.last } }

  var session: UUID { base.session }
  var opened: StoredSession? { base.opened }
  var files: (any KeptFiles)? { base.files }

  func contents() async throws(StoreFailure) -> KeptJournal {
    let kept = try await base.contents()
    state.withLock { state in
      // What another node has made since is not in memory here, although it is read.
      if state.last == nil || kept.attempt == state.tried { state.last = kept.attempt }
    }
    return kept
  }

  func isOvertaken() async throws(StoreFailure) -> Bool { try await base.isOvertaken() }

  func change(
    _ change: JournalChange, at number: Int, summary: SessionSummary
  ) async throws(StoreFailure) {
    state.withLock { $0.tried = change.attempt }
    try await base.change(change, at: number, summary: summary)
    state.withLock { $0.last = change.attempt }
  }

  func close() { base.close() }
}
