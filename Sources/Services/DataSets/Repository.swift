public import FoundationEssentials
public import ServiceBasics
import Synchronization

/// The data sets of a service for the user who is in, each made when it is first asked for.
///
/// Another user's data is never shown: whose data it is follows from the credential in use at every
/// moment, and if the user behind it is not known, no copy is shown and none is kept.
public final class Repository<Failure: DataSetFailure>: Sendable {
  private let context: DataSetContext
  private let sets = Mutex(Sets())

  /// How many data sets of an interval are held that nobody else holds: the days shown move on.
  private static var intervalsHeld: Int { 16 }

  private struct Sets {
    var all: [DataSetKey: Weak] = [:]
    var held: [any DataSetControl] = []
    var latest: [any DataSetControl] = []
  }

  private struct Weak: Sendable {
    weak let set: (any DataSetControl)?
  }

  /// Makes a repository.
  ///
  /// - Parameters:
  ///   - credentials: the user's access to the service; nil if the service has one user only.
  ///   - copies: keeps copies between runs; nil if the service is always asked.
  ///   - showsCopies: whether copies are shown and kept. If not, the service is always asked;
  ///     copies that are there are marked and removed all the same.
  ///   - now: the time, for the age of copies.
  public convenience init(
    credentials: (any Credentials)? = nil, copies: (any CopyStore)? = nil,
    showsCopies: Bool = true, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(
      in: DataSetContext(
        now: now, users: UserDirectory(credentials: credentials, store: copies), store: copies,
        showsCopies: showsCopies))
  }

  init(in context: DataSetContext) { self.context = context }

  /// The data set of a kind.
  ///
  /// - Parameters:
  ///   - kind: the kind, by which data sets are told apart and kept.
  ///   - subject: what the data is about, if the kind has subjects.
  ///   - interval: of which time the data is, if the kind has intervals.
  ///   - fetch: asks the service. The same data set must always be fetched in the same way.
  /// - Returns: the data set; the same one for the same kind, subject and interval, as long as it is
  ///   in use.
  public func dataSet<Value>(
    _ kind: DataSetKind<Value>, about subject: String? = nil, in interval: Range<Timestamp>? = nil,
    fetching fetch: @escaping @Sendable () async throws -> Value
  ) -> DataSet<Value, Failure> {
    dataSet(kind, about: subject, in: interval) { _ in try await fetch() }
  }

  /// The data set of a kind at a service that says what has changed since it was last asked.
  ///
  /// - Parameters:
  ///   - kind: the kind, by which data sets are told apart and kept.
  ///   - subject: what the data is about, if the kind has subjects.
  ///   - interval: of which time the data is, if the kind has intervals.
  ///   - fetch: asks the service. It has what was read before, in this run or in an earlier one, for the
  ///     same user; nil the first time, and in a hard reload. The same data set must always be fetched
  ///     in the same way.
  /// - Returns: the data set; the same one for the same kind, subject and interval, as long as it is
  ///   in use.
  public func dataSet<Value>(
    _ kind: DataSetKind<Value>, about subject: String? = nil, in interval: Range<Timestamp>? = nil,
    fetching fetch: @escaping @Sendable (_ earlier: Value?) async throws -> Value
  ) -> DataSet<Value, Failure> {
    let key = DataSetKey(scope: kind.scope(subject), interval: interval)
    return sets.withLock { sets in
      if let set = sets.all[key]?.set as? DataSet<Value, Failure> { return set }
      let set = DataSet<Value, Failure>(
        kind, key, in: context, onIdentified: { [weak self] in self?.ownerChanged() },
        fetching: fetch)
      if interval == nil {
        sets.held.append(set)
      } else {
        sets.latest = sets.latest.suffix(Self.intervalsHeld - 1) + [set]
        sets.all = sets.all.filter { $0.value.set != nil }
      }
      sets.all[key] = Weak(set: set)
      return set
    }
  }

  /// Does something that may change what the service has: what was read of it is stale.
  ///
  /// The data sets are marked before, so that copies are known to be stale even if this process ends
  /// on the way, and after, whatever came of it: a read that ran meanwhile may have seen the state
  /// before. Both marks are of the user who is in before, even if another logs in meanwhile.
  public func changing<Result>(
    _ scopes: [DataSetScope], _ work: () async throws -> Result
  ) async rethrows -> Result {
    let user = context.users.owner.user
    markStale(scopes, of: user)
    defer { markStale(scopes, of: user) }
    return try await work()
  }

  private func markStale(_ scopes: [DataSetScope], of user: String?) {
    // The store first: it outlives a process that ends here.
    context.store?.markStale(scopes, for: user)
    for set in all where scopes.contains(set.key.scope) { set.becameStale() }
  }

  /// The user has logged in: another credential may be in use now, or the same one again.
  ///
  /// - Parameter user: whom it speaks for, if the service has said so.
  public func loggedIn(as user: IdentifiedUser? = nil) {
    if let user { context.users.learn(user, isAsked: true) }
    context.users.credentialsChanged()
    ownerChanged()
  }

  /// Asks the service which user the credential in use speaks for, if copies cannot be shown or kept
  /// without it, and waits for the answer; it returns at once if that is being asked already.
  ///
  /// A data set asks by itself, in the background; who waits has the copy of an earlier run at once.
  public func identify() async {
    guard context.store != nil, context.showsCopies,
      let question = context.question(for: Failure.self), await question()
    else { return }
    ownerChanged()
  }

  /// The service has said, when the user asked for it, which user a credential speaks for.
  public func identified(_ user: IdentifiedUser) {
    context.users.learn(user, isAsked: true)
    ownerChanged()
  }

  /// Logs the user out.
  ///
  /// Their copies are removed before, whatever comes of it, and what others have read meanwhile is
  /// removed after; none is kept until the user is in again.
  ///
  /// If it is not known who the user is, the copies of all users are removed.
  public func logOut<E: Error>(_ request: () async throws(E) -> Void) async throws(E) {
    let owner = context.users.owner
    let user = context.users.close(owner)
    func remove() {
      for set in all { set.discard() }
      context.store?.removeCopies(of: user)
    }
    remove()
    defer { remove() }
    try await request()
  }

  private func ownerChanged() {
    for set in all { set.ownerChanged() }
  }

  private var all: [any DataSetControl] {
    sets.withLock { sets in sets.all.values.compactMap(\.set) }
  }
}
