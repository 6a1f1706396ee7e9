import Dispatch
import Flowline
import FoundationEssentials
import GRDB
import Synchronization

/// Writes of many sessions, several in one transaction: those that come while one is being made durable
/// share the next.
///
/// No thread waits but the database's own, and one of ``MediumThreads`` that brings a write while none is
/// under way: it makes the transaction itself. Writes are made in the order in which they come; each is
/// refused or made by itself, and what becomes of the transaction is the same for all of it. Writes
/// nobody waits for are held until there is a transaction for another, or for a short time.
final class GroupWriter: Sendable {
  fileprivate struct State {
    var queue: [GroupedWrite] = []
    /// How many writes of the queue somebody waits for.
    var waiting = 0
    /// How many writes of a session are held, or are being written, that nobody waits for.
    var held: [SessionKey: Int] = [:]
    /// Whether a transaction is under way.
    var isWriting = false
    /// Whether what is held is to be written without waiting for another.
    var isDue = false
    /// Whether a moment is set at which that will be so.
    var isTimed = false
    var isClosed = false
    var ends: [CheckedContinuation<Void, Never>] = []
    var counts = SQLiteJournalStore.Writes()
    /// Whether nothing could be written since something last was to be.
    var isFailing = false
  }

  /// So many writes share a transaction at the most.
  static let most = 1_024

  private let file: SQLiteFile
  private let transactions: GroupTransactions
  private let delay: Double
  private let state = Mutex(State())

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - delay: how many seconds a write is held at the most.
  init(_ file: SQLiteFile, delay: Double) {
    self.file = file
    self.delay = delay
    transactions = GroupTransactions(file)
  }

  var counts: SQLiteJournalStore.Writes { state.withLock { $0.counts } }

  /// Whether the last that was to be written could not be.
  var isFailing: Bool { state.withLock { $0.isFailing } }

  /// How many writes wait for the next transaction.
  var queued: Int { state.withLock { $0.queue.count } }

  // MARK: - Writing

  /// Writes, and returns once that is done.
  func write(
    _ kind: GroupedWrite.Kind, of key: SessionKey? = nil, isDurable: Bool = true,
    _ work: @escaping GroupedWrite.Work
  ) async throws(StoreFailure) {
    let failure = await withCheckedContinuation { continuation in
      add(
        GroupedWrite(kind: kind, key: key, isDurable: isDurable, isHeld: false, work: work) {
          continuation.resume(returning: $0)
        })
    }
    if let failure { throw failure }
  }

  /// Writes with the next transaction, or soon.
  func hold(
    _ kind: GroupedWrite.Kind, of key: SessionKey, _ work: @escaping GroupedWrite.Work
  ) throws(StoreFailure) {
    let write = GroupedWrite(kind: kind, key: key, isDurable: false, isHeld: true, work: work) {
      _ in
    }
    guard append(write) else { throw closed }
    setTimer(after: delay)
  }

  /// Writes what is held of a session.
  ///
  /// - Throws: why it cannot be written; it is held still.
  func settle(_ key: SessionKey) async throws(StoreFailure) {
    guard state.withLock({ $0.held[key] != nil }) else { return }
    try await write(.barrier, of: key, isDurable: false) { _, _ in }
  }

  /// Writes what is held of a user's sessions, or of all, as far as it can be written.
  func settle(of user: UserID?) async {
    let isHeld = state.withLock { state in
      user.map { user in state.held.keys.contains { $0.user == user } } ?? !state.held.isEmpty
    }
    if isHeld { try? await write(.barrier, isDurable: false) { _, _ in } }
  }

  /// Writes to the file what it has, which fails if nothing can be written.
  func tryWriting() async throws(StoreFailure) {
    try await write(.other) { db, _ in
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      try db.execute(sql: "PRAGMA user_version = \(version)")
    }
  }

  /// Takes no more, and returns once all is written that can be.
  func close() async {
    if transactions.owesErasure { add(emptyingLog) }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        state.isClosed = true
        state.isDue = true
        let isOver = !state.isWriting && state.queue.isEmpty
        if !isOver { state.ends.append(continuation) }
        return isOver
      }
      if isOver { continuation.resume() } else { writeNext() }
    }
  }

  // MARK: - Transactions

  private func add(_ write: GroupedWrite) {
    if append(write) {
      writeNext(here: MediumThreads.shared.isOneHere)
    } else {
      write.end(closed)
    }
  }

  private var closed: StoreFailure {
    StoreFailure(.closed, at: file.path, "the store was closed")
  }

  /// Adds a write to the queue; false if nothing is taken any more.
  private func append(_ write: GroupedWrite) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.queue.append(write)
      if write.isHeld, let key = write.key {
        state.held[key, default: 0] += 1
      } else {
        state.waiting += 1
      }
      return true
    }
  }

  /// Sees to it that what is held is written, and the log emptied, if nobody else comes.
  private func setTimer(after delay: Double) {
    let isNew = state.withLock { state in
      defer { state.isTimed = true }
      return !state.isTimed
    }
    guard isNew else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [self] in
      state.withLock { ($0.isTimed, $0.isDue) = (false, true) }
      if transactions.owesErasure { add(emptyingLog) }
      writeNext()
    }
  }

  /// Makes the next transaction, unless one is under way.
  ///
  /// - Parameter isHere: whether on the calling thread, which waits for it.
  private func writeNext(here isHere: Bool = false) {
    let batch = state.withLock { state -> [GroupedWrite] in
      guard !state.isWriting, state.waiting > 0 || state.isDue else { return [] }
      let batch = Array(state.queue.prefix(Self.most))
      state.queue.removeFirst(batch.count)
      state.waiting -= batch.count(where: { !$0.isHeld })
      state.isWriting = !batch.isEmpty
      if state.queue.isEmpty { state.isDue = false }
      return batch
    }
    guard !batch.isEmpty else { return }
    if isHere {
      let ends = MediumThreads.shared.wait {
        file.pool.writeWithoutTransaction { transactions.make(batch, in: $0) }
      }
      conclude(batch, ends)
    } else {
      file.pool.asyncWriteWithoutTransaction { [self] db in
        conclude(batch, transactions.make(batch, in: db))
      }
    }
  }

  private func conclude(_ batch: [GroupedWrite], _ ends: [GroupedWrite.End]) {
    end(batch, ends)
    // After a fault it is tried at leisure.
    if transactions.owesErasure || isHolding { setTimer(after: delay * 10) }
    writeNext()
  }

  private var isHolding: Bool { state.withLock { !$0.queue.isEmpty } }

  private var emptyingLog: GroupedWrite {
    GroupedWrite(
      kind: .erasure(isUrgent: true), key: nil, isDurable: false, isHeld: false,
      work: { _, _ in }, end: { _ in })
  }

  private func end(_ batch: [GroupedWrite], _ ends: [GroupedWrite.End]) {
    var told: [(GroupedWrite, StoreFailure?)] = []
    let waitingForEnd = state.withLock { state in
      var postponed: [GroupedWrite] = []
      for (write, end) in zip(batch, ends) {
        if write.isHeld, let again = end.again(write, in: batch), !state.isClosed {
          postponed.append(again)
        } else {
          told.append((write, end.failure))
          if write.isHeld, let key = write.key { state.letGo(key) }
        }
      }
      state.queue = postponed + state.queue
      state.isWriting = false
      state.counts.add(batch, ends)
      state.isFailing = Self.isFailing(batch, ends) ?? state.isFailing
      guard state.isClosed, state.queue.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.ends = [] }
      return state.ends
    }
    for (write, failure) in told { write.end(failure) }
    for continuation in waitingForEnd { continuation.resume() }
  }
}

extension GroupWriter {
  /// Whether nothing could be written; nil if nothing was to be.
  private static func isFailing(_ batch: [GroupedWrite], _ ends: [GroupedWrite.End]) -> Bool? {
    if ends.allSatisfy(\.isOutside) { return true }
    let isWritten = zip(batch, ends).contains { write, end in
      end.isMade && write.isContent
    }
    return isWritten ? false : nil
  }
}

extension GroupWriter.State {
  fileprivate mutating func letGo(_ key: SessionKey) {
    let count = (held[key] ?? 1) - 1
    held[key] = count == 0 ? nil : count
  }
}
