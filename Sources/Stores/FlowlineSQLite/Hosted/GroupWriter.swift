import Flowline
import GRDB
import Synchronization

/// Writes of many sessions, several in one transaction: those that come while one is being made durable
/// share the next.
///
/// No thread waits but the database's own.
/// Each write fails or is done by itself; that it is durable is the same for all of a transaction.
final class GroupWriter: Sendable {
  /// A write, within a transaction.
  typealias Work = @Sendable (Database) throws -> Void

  private struct Pending {
    let work: Work
    /// Is told once it is durable, or why it is not.
    let end: @Sendable (StoreFailure?) -> Void
  }

  private struct State {
    var pending: [Pending] = []
    var isWriting = false
    var isClosed = false
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
    /// How many transactions there were, and how many writes in them.
    var transactions = 0
    var writes = 0
  }

  private let file: SQLiteFile
  private let state = Mutex(State())

  init(_ file: SQLiteFile) { self.file = file }

  /// How many transactions there were, and how many writes shared them.
  var counts: (transactions: Int, writes: Int) {
    state.withLock { ($0.transactions, $0.writes) }
  }

  /// Writes, and returns once it is durable.
  func write(_ work: @escaping Work) async throws(StoreFailure) {
    let failure = await withCheckedContinuation { continuation in
      add(work) { continuation.resume(returning: $0) }
    }
    if let failure { throw failure }
  }

  /// Writes some time soon.
  ///
  /// - Parameter end: is told once it is durable, or why it is not.
  func add(_ work: @escaping Work, _ end: @escaping @Sendable (StoreFailure?) -> Void) {
    let isClosed = state.withLock { state in
      guard !state.isClosed else { return true }
      state.pending.append(Pending(work: work, end: end))
      return false
    }
    if isClosed { return end(StoreFailure(.closed, at: file.path, "the store was closed")) }
    writeNext()
  }

  /// Takes no more, and returns once all is written.
  func close() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        state.isClosed = true
        let isOver = !state.isWriting && state.pending.isEmpty
        if !isOver { state.waitingForEnd.append(continuation) }
        return isOver
      }
      if isOver { continuation.resume() }
    }
  }

  private func writeNext() {
    let batch = state.withLock { state -> [Pending] in
      guard !state.isWriting, !state.pending.isEmpty else { return [] }
      state.isWriting = true
      state.transactions += 1
      state.writes += state.pending.count
      defer { state.pending = [] }
      return state.pending
    }
    guard !batch.isEmpty else { return }
    file.pool.asyncWriteWithoutTransaction { [self] db in
      end(batch, Self.write(batch, in: db, at: file.path))
    }
  }

  private func end(_ batch: [Pending], _ failures: [StoreFailure?]) {
    for (pending, failure) in zip(batch, failures) { pending.end(failure) }
    let ended = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.isWriting = false
      guard state.isClosed, state.pending.isEmpty else { return [] }
      defer { state.waitingForEnd = [] }
      return state.waitingForEnd
    }
    for continuation in ended { continuation.resume() }
    writeNext()
  }

  /// Does each write in a savepoint of its own, and all of them in one transaction.
  private static func write(
    _ batch: [Pending], in db: Database, at path: String
  ) -> [StoreFailure?] {
    var failures: [StoreFailure?] = []
    do {
      try db.inTransaction(.immediate) {
        for pending in batch {
          do {
            try db.inSavepoint {
              try pending.work(db)
              return .commit
            }
            failures.append(nil)
          } catch {
            failures.append(StoreFailure(error, at: path, otherwise: .unwritable))
          }
          // A fault of the medium ends the transaction as a whole.
          guard db.isInsideTransaction else { throw failures.last.flatMap { $0 } ?? Lost() }
        }
        return .commit
      }
      return failures
    } catch {
      let failure = StoreFailure(error, at: path, otherwise: .unwritable)
      // A commit that failed in the middle may have been made.
      let isUnknown = failure.code == .notSynced
      return batch.indices.map { index in
        let own = index < failures.count ? failures[index] : nil
        return own ?? (isUnknown ? failure.unknown : failure)
      }
    }
  }

  private struct Lost: Error {}
}

extension StoreFailure {
  fileprivate var unknown: StoreFailure { StoreFailure(.unknownOutcome, at: place, reason) }
}
