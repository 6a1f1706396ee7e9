import Flowline
import FoundationEssentials
import GRDB
import Synchronization

/// Makes the transactions of a ``GroupWriter``, one after the other, on the database's own thread.
final class GroupTransactions: Sendable {
  private let file: SQLiteFile
  private let erasureIsOwed = Mutex(false)

  init(_ file: SQLiteFile) { self.file = file }

  /// Whether the log may hold bytes of what was removed.
  var owesErasure: Bool { erasureIsOwed.withLock { $0 } }

  /// Makes writes in one transaction, each in a savepoint of its own; a single one needs none.
  func make(_ batch: [GroupedWrite], in db: Database) -> [GroupedWrite.End] {
    // What nobody waits for need not reach the medium now; it does with the next that must.
    let isDurable = batch.contains(where: \.isDurable)
    if !isDurable { try? db.execute(sql: "PRAGMA synchronous = NORMAL") }
    defer {
      if !isDurable { try? db.execute(sql: "PRAGMA synchronous = FULL") }
      clean(behind: batch, in: db)
    }
    var ends: [GroupedWrite.End] = []
    var isCommitting = false
    do {
      // Statements that are not read anew each time, unlike those of GRDB’s own calls.
      try db.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
      ends = try write(batch, in: db)
      if batch.count == 1, !ends[0].isMade {
        try db.rollback()
        return ends
      }
      isCommitting = true
      try db.cachedStatement(sql: "COMMIT TRANSACTION").execute()
      return ends
    } catch {
      if db.isInsideTransaction { try? db.rollback() }
      let failure = failure(error)
      guard isCommitting else { return batch.map { _ in .failed(failure) } }
      return Self.ends(of: batch, ends, failure, isMade: isMade(batch, ends, in: db))
    }
  }

  /// Makes each write by itself.
  ///
  /// - Throws: what ends the transaction as a whole.
  private func write(_ batch: [GroupedWrite], in db: Database) throws -> [GroupedWrite.End] {
    /// Why the changes of a session could not be made up to here.
    var stopped: [SessionKey: StoreFailure] = [:]
    return try batch.map { write in
      if write.follows, let key = write.key, let failure = stopped[key] { return .failed(failure) }
      do {
        if batch.count == 1 {
          try write.work(db, write.inDoubt)
        } else {
          try db.inCachedSavepoint { try write.work(db, write.inDoubt) }
        }
        return .made
      } catch let failure as StoreFailure {
        return .refused(failure)
      } catch {
        // A fault of the medium is everybody's.
        let isOwn = (error as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT
        guard isOwn, db.isInsideTransaction else { throw error }
        let failure = failure(error)
        if write.isHeld, let key = write.key { stopped[key] = failure }
        return .failed(failure)
      }
    }
  }

  private func failure(_ error: any Error) -> StoreFailure {
    StoreFailure(error, at: file.path, otherwise: .unwritable)
  }

  // MARK: - A commit that failed

  /// What became of writes whose commit failed.
  static func ends(
    of batch: [GroupedWrite], _ ends: [GroupedWrite.End], _ failure: StoreFailure, isMade: Bool?
  ) -> [GroupedWrite.End] {
    zip(batch, ends).map { write, end in
      guard case .made = end else { return end }
      return switch isMade {
      case true?: .made
      case false?: .failed(failure)
      case nil: .unknown(failure)
      }
    }
  }

  /// Whether a transaction was made although its commit failed; nil if that cannot be found out.
  private func isMade(
    _ batch: [GroupedWrite], _ ends: [GroupedWrite.End], in db: Database
  ) -> Bool? {
    let made = zip(batch, ends).reversed().first { write, end in
      end.isMade && write.attempt != nil
    }
    guard let (write, _) = made, let key = write.key, let attempt = write.attempt else {
      // There is nothing to be seen of it: its caller may try again.
      return false
    }
    return try? db.attempt(of: key) == attempt
  }

  // MARK: - Erasing

  /// Empties the log behind a removal: the file itself overwrites what is removed.
  ///
  /// It is tried again later if somebody reads from the log.
  private func clean(behind batch: [GroupedWrite], in db: Database) {
    var (isOwed, isUrgent) = (owesErasure, false)
    for case .erasure(let urgent) in batch.map(\.kind) {
      isOwed = true
      isUrgent = isUrgent || urgent
    }
    guard isOwed else { return }
    // Many that are removed one by one share it with what is held, or with the end.
    guard isUrgent || batch.allSatisfy({ !$0.isDurable }) else {
      return erasureIsOwed.withLock { $0 = true }
    }
    do {
      // Others who read are not waited for here, since everybody who writes waits behind.
      try db.execute(sql: "PRAGMA busy_timeout = 0")
      defer { try? db.execute(sql: "PRAGMA busy_timeout = \(Int(file.timeout * 1_000))") }
      try db.checkpoint(.truncate)
      erasureIsOwed.withLock { $0 = false }
    } catch {
      erasureIsOwed.withLock { $0 = true }
    }
  }
}

extension Database {
  /// Does something in a savepoint whose statements are not read anew each time.
  ///
  /// - Throws: what it throws; nothing of it is made then.
  fileprivate func inCachedSavepoint(_ body: () throws -> Void) throws {
    try cachedStatement(sql: "SAVEPOINT change").execute()
    do {
      try body()
    } catch {
      // A fault of the medium may have ended the whole transaction.
      if isInsideTransaction {
        try cachedStatement(sql: "ROLLBACK TRANSACTION TO SAVEPOINT change").execute()
        try cachedStatement(sql: "RELEASE SAVEPOINT change").execute()
      }
      throw error
    }
    try cachedStatement(sql: "RELEASE SAVEPOINT change").execute()
  }
}
