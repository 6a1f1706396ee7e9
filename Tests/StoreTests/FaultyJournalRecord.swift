import Flowline
import FoundationEssentials
import Synchronization

/// A record of a store with one thing wrong.
final class FaultyJournalRecord: JournalRecord {
  private let base: any JournalRecord
  private let key: SessionKey
  private let store: FaultyJournalStore
  private let ownFiles = MemoryFiles()
  /// Changes that are not made before another comes, with their numbers.
  private let held = Mutex<[(JournalChange, Int, SessionSummary)]>([])

  init(_ base: any JournalRecord, _ key: SessionKey, _ store: FaultyJournalStore) {
    self.base = base
    self.key = key
    self.store = store
  }

  var session: UUID { base.session }

  var files: (any KeptFiles)? {
    switch store.fault {
    case .fileless: nil
    case .filesShared: store.sharedFiles
    case .filesLeaking: ownFiles
    default: base.files
    }
  }

  func contents() async throws(StoreFailure) -> KeptJournal {
    let kept = try await base.contents()
    return switch store.fault {
    case .unsigned: KeptJournal(bytes: kept.bytes, number: kept.number, attempt: nil)
    case .miscounting:
      KeptJournal(bytes: kept.bytes, number: max(0, kept.number - 1), attempt: kept.attempt)
    case .truncating:
      KeptJournal(
        bytes: Array(kept.bytes.prefix { $0 != 0 }), number: kept.number, attempt: kept.attempt)
    default: kept
    }
  }

  func change(
    _ change: JournalChange, at number: Int, summary: SessionSummary
  ) async throws(StoreFailure) {
    store.first.withLock { $0[session] = $0[session] ?? summary }
    if case .append(let lines, isDurable: false, let id) = change {
      switch store.fault {
      case .forgetful:
        return try await make(.append("", isDurable: true, id), at: number, summary)
      case .late, .losing: return held.withLock { $0.append((change, number, summary)) }
      default: _ = lines
      }
    }
    if store.fault == .late {
      for (change, number, summary) in held.withLock({ held in
        defer { held = [] }
        return held
      }) { try await make(change, at: number, summary) }
    }
    try await make(change, at: number, summary)
  }

  private func make(
    _ change: JournalChange, at number: Int, _ summary: SessionSummary
  ) async throws(StoreFailure) {
    guard !store.isHindered.withLock({ $0 }) else {
      throw StoreFailure(.noSpace, at: "memory", "told to fail")
    }
    var (change, number) = (change, number)
    let kept = try await base.contents()
    switch (store.fault, change) {
    case (.uncut, .cut(_, let id)): change = .append("", isDurable: true, id)
    case (.racing, _): number = kept.number + 1
    case (.reviving, _): number = kept.number == 0 ? 1 : number
    case (.eager, _): number = kept.number == 1 && number == 1 ? 2 : number
    case (.miscounting, _): number = kept.number == 0 ? 1 : number
    default: break
    }
    let isDue =
      try await store.base.due(by: .distantFuture, limit: .max).contains(key)
    try await base.change(change, at: number, summary: summary)
    if store.fault == .stillDue, isDue { try await store.base.schedule(key, at: .distantPast) }
  }

  func close() {
    if store.fault != .unclosing { base.close() }
  }
}
