package import Flowline
package import FoundationEssentials

/// Where a program's sessions are kept, and how a person names one of them.
package struct SessionShelf: Sendable {
  /// What keeps them.
  package let store: any SessionStore

  /// Makes a shelf over a store.
  package init(_ store: any SessionStore) {
    self.store = store
  }

  /// The shelf of a program: files in a folder of its own in the XDG state directory.
  package init(of program: String) {
    self.init(FileStore(folder: FilePath.state(of: program) + "/sessions"))
  }

  /// What a person's name for a session leads to.
  package enum Finding {
    case found(StoredSession)
    /// Nothing is unfinished, where the last one was asked for.
    case noneUnfinished
    /// It begins the ids of several.
    case ambiguous([String])
    /// It begins no session's id; the nearest one, where one is near.
    case unknown(nearest: String?)
  }

  /// The words that mean the session that was changed last and can be gone on with.
  package static let last = TypedWords("session.last").all

  /// Finds a session by the beginning of its id, or by a word that means the last one.
  ///
  /// - Parameters:
  ///   - name: what was typed.
  ///   - world: the world it would be resumed in; the last one of this world goes before those of
  ///     others.
  /// - Returns: the session, or why none can be named.
  /// - Throws: ``StoreFailure`` if the store cannot be read.
  package func find(_ name: String, in world: String? = nil) throws(StoreFailure) -> Finding {
    let name = name.trimmingSpaces.lowercased()
    let sessions = try store.sessions()
    if Self.last.contains(name) {
      let unfinished = sessions.filter(\.isUnfinished)
      let here = unfinished.filter { $0.belongs(to: world) }
      let last = here.first { !$0.isInUse } ?? here.first ?? unfinished.first
      return last.map { .found($0) } ?? .noneUnfinished
    }
    let ids = ShortIDs(sessions.map(\.id))
    let found = sessions.filter { ids.text(of: $0.id).hasPrefix(name) }
    if found.count == 1, !name.isEmpty { return .found(found[0]) }
    if found.count > 1, !name.isEmpty { return .ambiguous(found.map { ids[$0.id] }.sorted()) }
    let shortIDs = sessions.map { ids[$0.id] }
    let length = shortIDs.map(\.count).max() ?? 0
    return .unknown(nearest: Nearest.word(to: String(name.prefix(length)), among: shortIDs))
  }

  /// The unfinished session of a world that was changed last, of those that nobody has open.
  ///
  /// Looks at a few only, so that a program's start need not wait for it.
  package func lastUnfinished(in world: String? = nil) -> StoredSession? {
    (try? store.sessions(limit: 8))?.first {
      $0.isUnfinished && !$0.isInUse && $0.belongs(to: world)
    }
  }

  /// What a person may type for each of the sessions that were changed last.
  package var shortIDs: [String] {
    let sessions = (try? store.sessions(limit: 20)) ?? []
    let ids = ShortIDs(sessions.map(\.id))
    return sessions.map { ids[$0.id] }
  }

  /// Where a session's record is kept, where that is a file.
  func place(of session: UUID) -> String? {
    guard let files = store as? FileStore, standing(of: session) != nil else { return nil }
    return files.path(of: session)
  }

  /// The beginning of an id that a person may type for it.
  package func shortID(of session: UUID) -> String {
    ShortIDs((try? store.sessions().map(\.id)) ?? [])[session]
  }
}

extension SessionShelf {
  /// What is kept of a session that nobody has open; nothing where nothing is.
  package func standing(of session: UUID) -> StoredSession.Standing? {
    guard let record = try? store.open(session) else { return nil }
    defer { record.close() }
    guard let contents = try? record.contents() else { return nil }
    return StoredSession(session, record: contents, changed: Date(), isInUse: false).standing
  }

  /// Whether a session can be gone on with.
  package func isUnfinished(_ session: UUID) -> Bool {
    if case .unfinished? = standing(of: session) { true } else { false }
  }

  /// Forgets a session whose end was told.
  ///
  /// One that failed stays, for somebody to look at.
  package func forgetTold(_ session: UUID) {
    switch standing(of: session) {
    // What cannot be removed now is told and removed when it is resumed.
    case .finished?, .cancelled?: try? store.remove(session)
    case .unfinished?, .failed?, .damaged?, nil: break
    }
  }
}

/// The beginnings of ids that tell sessions apart.
package struct ShortIDs {
  /// How many characters are enough, unless two sessions begin alike.
  static let length = 8

  private let texts: [String]

  /// Makes beginnings that tell these apart.
  package init(_ ids: [UUID]) {
    texts = ids.map { $0.uuidString.lowercased() }
  }

  /// The beginning of an id.
  package subscript(id: UUID) -> String {
    let text = text(of: id)
    var length = Self.length
    while texts.contains(where: { $0 != text && $0.hasPrefix(text.prefix(length)) }) {
      length += 1
    }
    return String(text.prefix(length))
  }

  func text(of id: UUID) -> String { id.uuidString.lowercased() }
}
