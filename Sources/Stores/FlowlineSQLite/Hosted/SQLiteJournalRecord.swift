import Flowline
import FoundationEssentials
import GRDB
import Synchronization

/// The record of a session of a host, in a SQLite file.
final class SQLiteJournalRecord: JournalRecord {
  private struct State {
    var isClosed = false
    /// Why a change nobody waited for was refused: no change behind it is made.
    var refusal: StoreFailure?
    /// Whether the session's row is made, or is certain to be.
    var isBegun: Bool
    /// Files that are kept before.
    var newFiles: [FileDigest: [UInt8]] = [:]
  }

  let key: SessionKey
  private let store: SQLiteJournalStore
  private let state: Mutex<State>

  init(_ key: SessionKey, isBegun: Bool, in store: SQLiteJournalStore) {
    self.key = key
    self.store = store
    state = Mutex(State(isBegun: isBegun))
  }

  var session: UUID { key.session }

  func contents() async throws(StoreFailure) -> KeptJournal {
    try check()
    try await store.writer.settle(key)
    try check()
    return try await store.read { [key] db in try db.journal(of: key) }
  }

  func change(
    _ change: JournalChange, at number: Int, summary: SessionSummary
  ) async throws(StoreFailure) {
    try check()
    let files = state.withLock { $0.newFiles }
    let made = SessionChange(
      change: change, key: key, number: number, summary: summary, moment: store.moment(),
      place: store.file.place(of: session))
    let isHeld = if case .append(_, isDurable: false, _) = change { true } else { false }
    let work: GroupedWrite.Work = { [self] db, inDoubt in
      // Its number may be the next although it is not: behind what another made in the place of ours.
      if let refusal { throw refusal }
      do {
        guard try made.make(in: db, inDoubt), !files.isEmpty else { return }
        let session = try db.row(of: made.key, at: made.place)
        for (digest, bytes) in files { try db.add(bytes, as: digest, to: session) }
      } catch let failure as StoreFailure {
        if isHeld { state.withLock { $0.refusal = failure } }
        throw failure
      }
    }
    if isHeld {
      try store.writer.hold(.change(change.attempt), of: key, work)
    } else {
      try await store.writer.write(.change(change.attempt), of: key, work)
    }
    state.withLock { state in
      state.isBegun = true
      for digest in files.keys { state.newFiles[digest] = nil }
    }
  }

  func close() { state.withLock { $0.isClosed = true } }

  private var refusal: StoreFailure? { state.withLock { $0.refusal } }

  private func check() throws(StoreFailure) {
    if let refusal { throw refusal }
    guard !state.withLock({ $0.isClosed }) else {
      throw StoreFailure(.closed, at: store.file.place(of: session), "the record was closed")
    }
  }

  // MARK: - Files

  var files: (any KeptFiles)? { Files(record: self) }

  /// The session's files: rows beside its own, in memory until there is one.
  private struct Files: KeptFiles {
    let record: SQLiteJournalRecord

    func keep(_ bytes: [UInt8], as digest: FileDigest) async throws(StoreFailure) {
      try await record.keep(bytes, as: digest)
    }

    func bytes(of digest: FileDigest) async throws(StoreFailure) -> [UInt8]? {
      try await record.bytes(of: digest)
    }
  }

  private func keep(_ bytes: [UInt8], as digest: FileDigest) async throws(StoreFailure) {
    let isNew = state.withLock { state in
      if !state.isBegun { state.newFiles[digest] = bytes }
      return !state.isBegun
    }
    if isNew { return }
    let place = store.file.place(of: session)
    // Durable with the answer that names it, which comes behind.
    try await store.writer.write(.other, of: key, isDurable: false) { [key] db, _ in
      try db.add(bytes, as: digest, to: try db.row(of: key, at: place))
    }
  }

  private func bytes(of digest: FileDigest) async throws(StoreFailure) -> [UInt8]? {
    if let bytes = state.withLock({ $0.newFiles[digest] }) { return bytes }
    try await store.writer.settle(key)
    return try await store.read { [key] db in
      try db.number(of: key).flatMap { try db.bytes(of: digest, in: $0) }
    }
  }
}
