package import Flowline
package import FoundationEssentials

/// A program's saved sessions, and the names by which a person finds one.
package struct SessionLibrary: Sendable {
  /// The store that holds them.
  package let store: any SessionStore

  /// Makes a library of the sessions in a store.
  package init(_ store: any SessionStore) {
    self.store = store
  }

  /// Makes the library of a program: files in its folder in the XDG state directory.
  package init(of program: String) {
    self.init(FileStore(folder: FilePath.state(of: program) + "/sessions"))
  }

  /// What a session is looked for.
  package enum Purpose: Sendable {
    /// To be resumed: the last one is the latest that can be.
    case resuming
    /// To be removed: the last one is the first of the list, in whatever state it is.
    case forgetting
  }

  /// What a person's name for a session leads to.
  package enum Finding {
    /// A session; and the latest one if that was asked for and cannot be resumed.
    case found(StoredSession, insteadOf: PassedOver?)
    /// The last session was asked for, and none is listed.
    case noSessions
    /// The last session was asked for, and none is unfinished.
    case noneUnfinished
    /// The last session was asked for, and none is unfinished; the latest listed one cannot be read.
    case onlyUnreadable(String)
    /// Several ids begin with it.
    case ambiguous([String])
    /// No id begins with it; the most similar one, if there is one.
    case unknown(nearest: String?)
  }

  /// The latest session, which is not the one that is resumed.
  package struct PassedOver: Equatable, Sendable {
    /// The shortest form of its id that a person can type.
    let id: String
    let obstacle: StoredSession.Obstacle
  }

  /// The words that mean the last session.
  package static let last = TypedWords("session.last").all

  /// Finds a session by the beginning of its id, or by a word that means the last one.
  ///
  /// - Parameters:
  ///   - name: what was typed.
  ///   - world: the world it would be resumed in; the last one of this world goes before those of
  ///     others.
  ///   - purpose: what it is looked for.
  /// - Returns: the session, or why none can be named.
  /// - Throws: ``StoreFailure`` if the store cannot be read.
  package func find(
    _ name: String, in world: String? = nil, for purpose: Purpose
  ) throws(StoreFailure) -> Finding {
    let name = name.trimmingSpaces.lowercased()
    let sessions = try store.sessions()
    let ids = ShortIDs(sessions.map(\.id))
    if Self.last.contains(name) {
      let listed = sessions.filter(\.isOpen)
      return switch purpose {
      case .resuming: Self.lastResumable(of: listed, ids, in: world)
      case .forgetting: listed.first.map { .found($0, insteadOf: nil) } ?? .noSessions
      }
    }
    let found = sessions.filter { $0.id.text.hasPrefix(name) }
    if found.count == 1, !name.isEmpty { return .found(found[0], insteadOf: nil) }
    if found.count > 1, !name.isEmpty { return .ambiguous(found.map { ids[$0.id] }.sorted()) }
    let shortIDs = sessions.map { ids[$0.id] }
    let length = shortIDs.map(\.count).max() ?? 0
    return .unknown(nearest: Nearest.word(to: String(name.prefix(length)), among: shortIDs))
  }

  /// The latest of the listed sessions that can be resumed.
  ///
  /// If there is none, one that could be resumed at another time or elsewhere: opening it says why it
  /// cannot be now.
  private static func lastResumable(
    of listed: [StoredSession], _ ids: ShortIDs, in world: String?
  ) -> Finding {
    if let session = listed.first(where: { $0.obstacle(in: world) == nil }) {
      let passedOver = listed.first.flatMap { latest in
        latest.obstacle(in: world).map { PassedOver(id: ids[latest.id], obstacle: $0) }
      }
      return .found(session, insteadOf: passedOver)
    }
    let unfinished = listed.filter(\.isUnfinished)
    if let session = unfinished.first(where: { $0.belongs(to: world) }) ?? unfinished.first {
      return .found(session, insteadOf: nil)
    }
    let unreadable = listed.first { !$0.isReadable }
    return unreadable.map { .onlyUnreadable(ids[$0.id]) } ?? .noneUnfinished
  }

  /// The unfinished session of a world that was changed last and that no process has open.
  package func lastUnfinished(in world: String? = nil) -> StoredSession? {
    latestUnfinished(in: world).first
  }

  /// The last one that something would be lost with; nil if all have only choices, yes or
  /// no, and secrets.
  func lastWorthOffering(in world: String? = nil) -> StoredSession? {
    latestUnfinished(in: world).first(where: \.isWorthOffering)
  }

  /// Unfinished sessions of a world that no process has open, the last changed first.
  ///
  /// Reads only a few records, so that it does not delay the start of the program.
  private func latestUnfinished(in world: String?) -> [StoredSession] {
    let latest = (try? store.sessions(limit: 8)) ?? []
    return latest.filter { $0.isUnfinished && !$0.isInUse && $0.belongs(to: world) }
  }

  /// The short ids of the sessions that were changed last, for completion.
  package var shortIDs: [String] {
    let sessions = (try? store.sessions(limit: 20)) ?? []
    let ids = ShortIDs(sessions.map(\.id))
    return sessions.map { ids[$0.id] }
  }

  /// The path of a session's record; nil if the store does not use files.
  func place(of session: UUID) -> String? {
    guard let files = store as? FileStore, standing(of: session) != nil else { return nil }
    return files.path(of: session)
  }

  /// The shortest form of a session's id that a person can type.
  package func shortID(of session: UUID) -> String {
    ShortIDs((try? store.sessions().map(\.id)) ?? [])[session]
  }
}

extension SessionLibrary {
  /// The state of a session's record; nil if there is none or another process has it open.
  package func standing(of session: UUID) -> StoredSession.Standing? {
    guard let record = try? store.open(session) else { return nil }
    defer { record.close() }
    guard let contents = try? record.contents() else { return nil }
    return StoredSession(session, record: contents, changed: Date(), isInUse: false).standing
  }

  /// Whether a session can be resumed.
  package func isUnfinished(_ session: UUID) -> Bool {
    if case .unfinished? = standing(of: session) { true } else { false }
  }

  /// Removes a session whose end has been reported.
  ///
  /// A failed one is kept for inspection.
  package func removeReported(_ session: UUID) {
    switch standing(of: session) {
    // If it cannot be removed now, resuming it reports its end again and removes it.
    case .finished?, .cancelled?: try? store.remove(session)
    case .unfinished?, .failed?, .damaged?, .newer?, nil: break
    }
  }
}

/// Prefixes of ids that are long enough to be unique.
package struct ShortIDs {
  /// The length of a prefix, unless two ids share it.
  static let length = 8

  private let texts: [String]

  /// Makes unique prefixes of these ids.
  package init(_ ids: [UUID]) {
    texts = ids.map(\.text)
  }

  /// The prefix of an id.
  package subscript(id: UUID) -> String {
    let text = id.text
    var length = Self.length
    while texts.contains(where: { $0 != text && $0.hasPrefix(text.prefix(length)) }) {
      length += 1
    }
    return String(text.prefix(length))
  }
}
