public import FoundationEssentials
import Synchronization

/// Sessions in the memory of this process, shared by everybody who opens them: for tests of what
/// several nodes do, and as the least store there can be.
public final class MemoryJournalStore: Sendable {
  private struct Kept {
    var text = ""
    var number = 0
    var attempt: UUID?
    var setAside: [String] = []
    let files = MemoryFiles()
  }

  private let sessions = Mutex<[UUID: Kept]>([:])

  /// Makes an empty store.
  public init() {}

  /// A session's record, whether it has been begun or not.
  public func record(of session: UUID) -> any JournalRecord {
    Record(session: session, store: self)
  }

  /// The text of a session; nil if there is none.
  public func text(of session: UUID) -> String? { sessions.withLock { $0[session]?.text } }

  /// What was replaced, the oldest first.
  public func setAside(of session: UUID) -> [String] {
    sessions.withLock { $0[session]?.setAside ?? [] }
  }

  fileprivate func files(of session: UUID) -> MemoryFiles {
    sessions.withLock { sessions in
      let kept = sessions[session] ?? Kept()
      sessions[session] = kept
      return kept.files
    }
  }

  fileprivate func contents(of session: UUID) -> KeptJournal {
    let kept = sessions.withLock { $0[session] } ?? Kept()
    return KeptJournal(bytes: Array(kept.text.utf8), number: kept.number, attempt: kept.attempt)
  }

  fileprivate func change(
    _ change: JournalChange, at number: Int, of session: UUID
  ) throws(StoreFailure) {
    let isMade = sessions.withLock { sessions in
      var kept = sessions[session] ?? Kept()
      guard number == kept.number + 1 else { return false }
      switch change {
      case .append(let lines, _, _): kept.text += lines
      case .cut(let length, _):
        kept.text = String(decoding: kept.text.utf8.prefix(length), as: UTF8.self)
      case .replace(let text, _):
        kept.setAside.append(kept.text)
        kept.text = text
      }
      (kept.number, kept.attempt) = (number, change.attempt)
      sessions[session] = kept
      return true
    }
    guard isMade else {
      throw StoreFailure(.overtaken, at: "\(session)", "change \(number) is not the next")
    }
  }

  private final class Record: JournalRecord {
    let session: UUID
    private let store: MemoryJournalStore

    init(session: UUID, store: MemoryJournalStore) {
      self.session = session
      self.store = store
    }

    var files: (any KeptFiles)? { store.files(of: session) }

    func contents() async throws(StoreFailure) -> KeptJournal { store.contents(of: session) }

    func change(_ change: JournalChange, at number: Int) async throws(StoreFailure) {
      try store.change(change, at: number, of: session)
    }

    func close() {}
  }
}
