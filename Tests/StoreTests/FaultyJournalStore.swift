import Flowline
import FoundationEssentials
import Synchronization

/// A store for hosts with one thing wrong, to show that the suite finds it.
final class FaultyJournalStore: JournalStore {
  enum Fault: String, CaseIterable, Sendable {
    /// All users are one.
    case sharing
    /// Users are told apart by their names in small letters.
    case careless
    /// Whatever number a change comes at is the next.
    case racing
    /// The attempt that made a change is not kept.
    case unsigned
    /// The first number is counted as none.
    case miscounting
    /// A change of what was removed begins it anew.
    case reviving
    /// A session is kept before anything was answered.
    case eager
    /// Lines that need not be durable are lost.
    case forgetful
    /// Those that need not be durable are not shown until another change comes.
    case late
    case uncut
    /// Replacing throws away what was there.
    case destructive
    /// Texts end at a zero.
    case truncating
    case fileless
    /// All sessions have the same files.
    case filesShared
    /// Files are there as long as their record is.
    case filesLeaking
    case unlimited
    case unordered
    /// Lists are not of what was asked for.
    case unfiltered
    /// The last session of a page is on the next as well.
    case repeating
    /// Any page begins anew.
    case endless
    /// What the first change said is told for good.
    case stale
    /// Nothing is ever due.
    case undue
    /// What is due stays so.
    case everDue
    /// A change leaves a session due.
    case stillDue
    /// What is scheduled counts, whatever was changed since somebody looked.
    case hasty
    /// What cannot be found is made.
    case obliging
    /// A session that is there is begun again.
    case overwriting
    case keeping
    /// A user takes everybody along.
    case sweeping
    case unclosing
    /// What a failed change had is lost for the next.
    case losing
    /// What all users have is counted as each one's.
    case lumping
  }

  let base: MemoryJournalStore
  let fault: Fault
  let sharedFiles = MemoryFiles()
  let first = Mutex<[UUID: SessionSummary]>([:])
  /// Whether nothing can be written.
  let isHindered = Mutex(false)

  init(_ fault: Fault, over base: MemoryJournalStore) {
    self.fault = fault
    self.base = base
  }

  private func key(_ key: SessionKey) -> SessionKey { SessionKey(user(key.user), key.session) }

  private func user(_ user: UserID) -> UserID {
    switch fault {
    case .sharing: "everybody"
    case .careless: UserID(user.rawValue.lowercased())
    default: user
    }
  }

  func begin(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    let session = key(session)
    if fault == .overwriting, try await base.find(session) != nil {
      return FaultyJournalRecord(try await base.open(session), session, self)
    }
    let record = FaultyJournalRecord(try await base.begin(session), session, self)
    if fault == .eager {
      try await record.change(.append("", isDurable: true, UUID()), at: 1, summary: .empty)
    }
    return record
  }

  func open(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    let session = key(session)
    if fault == .obliging, try await base.find(session) == nil { return try await begin(session) }
    return FaultyJournalRecord(try await base.open(session), session, self)
  }

  func find(_ session: SessionKey) async throws(StoreFailure) -> StoredSession? {
    try await base.find(key(session)).map { told($0) }
  }

  private func told(_ session: StoredSession) -> StoredSession {
    guard fault == .stale, let summary = first.withLock({ $0[session.id] }) else { return session }
    return StoredSession(session.id, summary, changed: session.changed, isInUse: false)
  }

  func list(_ query: SessionQuery) async throws(StoreFailure) -> SessionPage {
    var query = query
    if let user = query.user { query.user = self.user(user) }
    switch fault {
    case .unlimited: query.limit = .max
    case .unordered: query.newestFirst.toggle()
    case .unfiltered: query.flow = nil
    case .endless: query.after = query.after.flatMap { Int($0) } == nil ? nil : query.after
    case .repeating:
      query.after =
        query.after.flatMap { Int($0) }.map { "\($0 + (query.newestFirst ? 1 : -1))" }
        ?? query.after
    default: break
    }
    let page = try await base.list(query)
    return SessionPage(
      page.items.map { SessionPage.Item($0.key, told($0.session)) }, next: page.next)
  }

  func schedule(_ session: SessionKey, at moment: Date?) async throws(StoreFailure) {
    if fault == .undue || fault == .everDue && moment == nil { return }
    try await base.schedule(key(session), at: moment)
  }

  func schedule(
    _ session: SessionKey, at moment: Date?, after attempt: UUID
  ) async throws(StoreFailure) -> Bool {
    guard fault == .hasty else {
      return try await base.schedule(key(session), at: moment, after: attempt)
    }
    try await base.schedule(key(session), at: moment)
    return true
  }

  func due(by moment: Date, limit: Int) async throws(StoreFailure) -> [SessionKey] {
    try await base.due(by: moment, limit: limit)
  }

  func usage(of user: UserID?) async throws(StoreFailure) -> StoreUsage? {
    try await base.usage(of: fault == .lumping ? nil : user.map { self.user($0) })
  }

  func remove(_ session: SessionKey) async throws(StoreFailure) {
    guard fault != .keeping else { return }
    try await base.remove(key(session))
  }

  func removeAll(of user: UserID) async throws(StoreFailure) -> Int {
    guard fault == .sweeping else { return try await base.removeAll(of: self.user(user)) }
    var count = 0
    while let item = try await base.list(SessionQuery(of: nil)).items.first {
      count += try await base.removeAll(of: item.key.user)
    }
    return count
  }
}
