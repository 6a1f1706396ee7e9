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
  /// Whether there was something in it when it was opened.
  private let wasThere: Bool
  private let state = Mutex(State())

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - base: the store's.
  ///   - wasThere: whether it is of a session that there is, and not of one that is to begin.
  init(_ base: any JournalRecord, wasThere: Bool) { (self.base, self.wasThere) = (base, wasThere) }

  /// The id of that change; nil if there is none.
  var attempt: UUID? { state.withLock { $0.last } }

  var session: UUID { base.session }
  var opened: StoredSession? { base.opened }
  var files: (any KeptFiles)? { base.files }

  func contents() async throws(StoreFailure) -> KeptJournal {
    let kept = try await base.contents()
    // It was removed since it was opened: that is no record which is damaged.
    guard kept.number > 0 || !wasThere else {
      throw StoreFailure(.notFound, at: "\(session)", "it was removed")
    }
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
