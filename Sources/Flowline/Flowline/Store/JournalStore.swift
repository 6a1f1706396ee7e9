public import FoundationEssentials

/// Where a host keeps the sessions of many users: it may answer later, and several nodes may share it.
///
/// A session is known by its user and its id together: whatever is asked about a session with another
/// user's name is answered as if there were no such session. ``MemoryJournalStore`` is the least there
/// can be; conform a store of your own and run `JournalStoreConformance` of FlowlineTesting over it.
public protocol JournalStore: Sendable {
  /// The record of a session that is to be begun. Nothing is kept of it before its first change.
  ///
  /// - Throws: ``StoreFailure/Code/exists`` if any user has a session of this id.
  func begin(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord

  /// The record of a session that is kept. Several may have it at once: of their changes at one number
  /// only one is made.
  ///
  /// - Throws: ``StoreFailure/Code/notFound``.
  func open(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord

  /// The summary of a session, without reading its journal; nil if the user has none of this id.
  func find(_ session: SessionKey) async throws(StoreFailure) -> StoredSession?

  /// A page of the sessions that a query is for, without reading their journals.
  func list(_ query: SessionQuery) async throws(StoreFailure) -> SessionPage

  /// Says when a session is to be taken up again by itself: it waits for a moment, or who has it is still at
  /// work in it and puts that off.
  ///
  /// The next change of its record says otherwise: a session in which something is asked or held or that
  /// has ended is not taken up; one that ``SessionSummary/isUnderWay`` is, a minute after the change.
  ///
  /// - Parameters:
  ///   - session: the session; one that is gone is passed over.
  ///   - moment: when; nil for not at all.
  func schedule(_ session: SessionKey, at moment: Date?) async throws(StoreFailure)

  /// Does the same, unless the session was changed since somebody looked at it: what the change says about
  /// when it is to be taken up then counts.
  ///
  /// In one step, so that no node takes away what another has just begun.
  ///
  /// - Parameters:
  ///   - session: the session; one that is gone is passed over.
  ///   - moment: when; nil for not at all.
  ///   - attempt: the id of the last change of its record that was known to who looked.
  /// - Returns: whether that is its last change, so that it was done.
  @discardableResult
  func schedule(
    _ session: SessionKey, at moment: Date?, after attempt: UUID
  ) async throws(StoreFailure) -> Bool

  /// The sessions that are to be taken up by themselves until a moment, the longest due first.
  func due(by moment: Date, limit: Int) async throws(StoreFailure) -> [SessionKey]

  /// Forgets a session with its files. A record that somebody has open takes no more changes.
  ///
  /// - Throws: ``StoreFailure/Code/notFound``.
  func remove(_ session: SessionKey) async throws(StoreFailure)

  /// Forgets all that is kept of a user.
  ///
  /// - Returns: how many sessions it was.
  @discardableResult
  func removeAll(of user: UserID) async throws(StoreFailure) -> Int

  /// Whether ``forgetMonths(endedBefore:)`` forgets sessions.
  ///
  /// Then those of a month are forgotten together, once all of them may be.
  var forgetsMonths: Bool { get }

  /// Forgets, as far as that is cheaper than one by one, sessions that ended before a moment.
  ///
  /// The host does so before it looks for those that are left.
  func forgetMonths(endedBefore moment: Date) async throws(StoreFailure)

  /// Does what the store has to do now and then; the host asks for it when it looks for old sessions, about
  /// once an hour.
  func maintain() async throws(StoreFailure)

  /// How much is kept, from columns and indexes, without reading a journal or a file.
  ///
  /// It is asked before each file, and of all users about once a minute.
  ///
  /// - Parameter user: whose; nil for all users together.
  /// - Returns: the amount; nil if the store does not count.
  func usage(of user: UserID?) async throws(StoreFailure) -> StoreUsage?

  /// Whether sessions can be kept now: a store that can say it without reading one does.
  func check() async throws(StoreFailure)

  /// Takes no more changes, makes those there are, also those that need not be durable, and lets go of
  /// what the store has open.
  func close() async
}

extension JournalStore {
  /// False: of a store in which all are forgotten one by one.
  public var forgetsMonths: Bool { false }

  /// Does nothing: of a store in which all are forgotten one by one.
  public func forgetMonths(endedBefore moment: Date) async throws(StoreFailure) {}

  /// Reads the session's record, and schedules it if the last change is the one that is named.
  ///
  /// These are two steps: what a change between them says is lost. A store that can do it in one should.
  @discardableResult
  public func schedule(
    _ session: SessionKey, at moment: Date?, after attempt: UUID
  ) async throws(StoreFailure) -> Bool {
    guard try await find(session) != nil else { return false }
    let record = try await open(session)
    defer { record.close() }
    guard try await record.contents().attempt == attempt else { return false }
    try await schedule(session, at: moment)
    return true
  }

  /// Does nothing: of a store that looks after itself.
  public func maintain() async throws(StoreFailure) {}

  /// Looks for a session that nobody has.
  public func check() async throws(StoreFailure) { _ = try await find(SessionKey("", .nilUUID)) }

  /// Does nothing: of a store that has nothing open.
  public func close() async {}
}

/// Who a session belongs to, as the program that hosts it names its users.
public struct UserID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name; never shown to other users, and in no log of ours.
  public let rawValue: String

  /// Makes a user of a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a user of a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Makes a user from a literal.
  public init(stringLiteral value: String) { rawValue = value }

  /// The name itself.
  public var description: String { rawValue }
}

/// A session and whose it is.
public struct SessionKey: Hashable, Sendable {
  /// Whose it is.
  public let user: UserID
  /// The session's own id.
  public let session: UUID

  /// Makes a key.
  public init(_ user: UserID, _ session: UUID) {
    self.user = user
    self.session = session
  }
}

/// Which sessions are listed, and in what order.
public struct SessionQuery: Hashable, Sendable {
  /// Whose; nil for everybody's, which only those who look after a program may see.
  public var user: UserID?
  /// Of which flow; nil for any.
  public var flow: FlowID?
  /// How far they have come.
  public var standings: Set<SessionSummary.Standing.Kind>
  /// Only those that were last changed before; nil for all.
  public var changedBefore: Date?
  /// Whether the one that was changed last comes first; else the one that was changed first.
  public var newestFirst: Bool
  /// How many at the most, from 1.
  public var limit: Int
  /// The page before, whose ``SessionPage/next`` this is; nil for the first.
  public var after: String?

  /// Makes a query.
  public init(
    of user: UserID?, flow: FlowID? = nil,
    standings: Set<SessionSummary.Standing.Kind> = Set(SessionSummary.Standing.Kind.allCases),
    changedBefore: Date? = nil, newestFirst: Bool = true, limit: Int = 50, after: String? = nil
  ) {
    self.user = user
    self.flow = flow
    self.standings = standings
    self.changedBefore = changedBefore
    self.newestFirst = newestFirst
    self.limit = limit
    self.after = after
  }
}

/// A page of a list of sessions.
public struct SessionPage: Hashable, Sendable {
  /// A session with its user.
  public struct Item: Hashable, Sendable {
    /// The session and whose it is.
    public let key: SessionKey
    /// Its summary, and when it was last changed.
    public let session: StoredSession

    /// Makes an item.
    public init(_ key: SessionKey, _ session: StoredSession) {
      self.key = key
      self.session = session
    }
  }

  /// The sessions, in order.
  public let items: [Item]
  /// What the query for the next page has as ``SessionQuery/after``; nil if there is none.
  ///
  /// A session that is changed between two pages may be on both, or on neither.
  public let next: String?

  /// Makes a page.
  public init(_ items: [Item], next: String?) {
    self.items = items
    self.next = next
  }
}

extension StoreFailure.Code {
  /// A page was asked for behind something that is no page's end.
  public static let unknownPage = StoreFailure.Code(rawValue: "unknown-page")
}
