public import Flowline
public import FoundationEssentials

/// Sessions of many users in a PostgreSQL database, which any number of nodes share.
///
/// There is no coordinator: any node may make the next change of any session, and of two that try at once
/// one is refused. A change is one statement; those of sessions that are answered at once share a commit, and
/// what need not be durable does not wait for one. An answer that the database gave no outcome for is found
/// out by the id of its attempt.
///
/// The tables are divided by PostgreSQL's partitions; nothing else depends on more than plain SQL: no
/// advisory lock, notification, sequence or trigger. Every statement names the tenant, so that several
/// programs share a database, and the user.
///
///     let store = try await PostgresJournalStore(
///       PostgresOptions(PostgresAddress("postgres://flows@db.example.com/flows")), tenant: "shop")
///     let host = SessionHost(keeping: store) { user in HostedWorld(catalog(for: user)) }
public final class PostgresJournalStore: JournalStore {
  /// How much was asked of the database since the store was opened.
  public struct Calls: Sendable, Hashable {
    /// How many transactions there were, each one round trip.
    public let transactions: Int
    /// How many statements were in them.
    public let statements: Int
    /// How many connections can be used now.
    public let connections: Int
  }

  /// Whose sessions they are, of several programs in one database.
  public let tenant: String
  /// How the audit names this node.
  public let node: String
  let pool: PostgresPool
  let schema: PostgresSchema
  let ownerKeys: OwnerKeys
  let schedules = ScheduleCounts()
  let durableChanges: ChangeGroups
  private let relaxedChanges: ChangeGroups
  private let statements: MonthStatements

  /// Opens a store, making or adding to its tables if need be.
  ///
  /// - Parameters:
  ///   - options: where the database is, and how long it is waited for.
  ///   - tenant: whose sessions they are, of several programs in one database.
  ///   - node: how the audit names this node; by default host and process.
  ///   - keys: seal journals, summaries and files; nil to keep them as they are. What was kept before
  ///     keys were given is read only if they say so, see ``JournalKeys``.
  /// - Throws: a `StoreFailure`: `unwritable` if the database is not reached, `newerVersion` if a newer
  ///   program made its tables, `notAllowed` if its role may not make or use them.
  public convenience init(
    _ options: PostgresOptions, tenant: String = "", node: String? = nil, keys: JournalKeys? = nil
  ) async throws(StoreFailure) {
    try await self.init(
      options, tenant: tenant, node: node, keys: keys, migrations: PostgresMigration.all)
  }

  init(
    _ options: PostgresOptions, tenant: String, node: String?, keys: JournalKeys?,
    migrations: [PostgresMigration], now: @escaping @Sendable () -> Date = { Date() }
  ) async throws(StoreFailure) {
    self.tenant = tenant.filter { $0 != "\0" }
    self.node = (node ?? Self.usualNode).filter { $0 != "\0" }
    let pool = PostgresPool(options)
    self.pool = pool
    durableChanges = ChangeGroups(patience: options.patience) { call throws(PostgresFailure) in
      try await pool.make(call)
    }
    relaxedChanges = ChangeGroups(patience: options.patience) { call throws(PostgresFailure) in
      try await pool.make(call, .relaxed)
    }
    schema = PostgresSchema(pool, migrations, now: now)
    ownerKeys = OwnerKeys(pool, of: self.tenant, keys)
    statements = MonthStatements { SessionMonth(now()) }
    do throws(StoreFailure) {
      try await schema.migrate()
      try await schema.prepare(.timeless)
    } catch {
      await pool.close()
      throw error
    }
  }

  private static var usualNode: String {
    "\(ProcessInfo.processInfo.hostName)-\(ProcessInfo.processInfo.processIdentifier)"
  }

  /// How much was asked of the database.
  public var calls: Calls {
    let counts = pool.counts
    return Calls(
      transactions: counts.calls, statements: counts.statements, connections: counts.connections)
  }

  /// Takes no more changes, waits for those under way, and closes the connections.
  public func close() async { await pool.close() }

  /// Asks the database whether it takes changes now.
  ///
  /// - Throws: a `StoreFailure`: `unavailable` if it does not answer, `unwritable` if it is read-only, as a
  ///   standby is, or a database whose `default_transaction_read_only` is on.
  public func check() async throws(StoreFailure) {
    let rows = try await rows("SELECT current_setting('transaction_read_only')", [])
    guard rows.first?.text(0) != "on" else {
      throw StoreFailure(
        .unwritable, at: pool.options.address.name, "the database takes no changes now")
    }
  }

  /// Whether its role owns the tables, so that it makes the parts of months, and drops them.
  ///
  /// If not, the sessions of a month are kept among those of all other months unless an owner has made its
  /// part, and are forgotten one by one.
  ///
  /// - Throws: a `StoreFailure`.
  public func ownsTables() async throws(StoreFailure) -> Bool { try await schema.isOwned() }

  // MARK: - Sessions

  /// A record of a session that has no row; the row is added with its first change.
  public func begin(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    let month = SessionMonth(of: session.session)
    try await schema.prepare(month)
    let rows = try await rows(
      statements.text(SessionStatements.exists, in: month),
      [.int(month.rawValue), .uuid(session.session)])
    guard rows.isEmpty else {
      throw StoreFailure(.exists, at: place(of: session), "it has a row")
    }
    return PostgresJournalRecord(session, in: self)
  }

  /// The record of a session that has a row, with its contents, which are read at once.
  public func open(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    guard let read = try await read(session) else { throw noRow(of: session) }
    return PostgresJournalRecord(session, read, in: self)
  }

  /// Reads a session's row.
  public func find(_ session: SessionKey) async throws(StoreFailure) -> StoredSession? {
    guard let head = try await head(of: session) else { return nil }
    return head.stored(try await envelope(for: session.user, by: head), of: tenant)
  }

  /// Says when a session is due.
  public func schedule(_ session: SessionKey, at moment: Date?) async throws(StoreFailure) {
    schedules.add(session)
    let scheduling =
      moment.map { statement(SessionStatements.schedule, of: session, [.int($0.microseconds)]) }
      ?? statement(SessionStatements.unschedule, of: session)
    _ = try await make(PostgresCall([scheduling]), .relaxed)
  }

  /// Says when a session is due, if its last change is the one that is named.
  public func schedule(
    _ session: SessionKey, at moment: Date?, after attempt: UUID
  ) async throws(StoreFailure) -> Bool {
    schedules.add(session)
    var parameters: [PostgresValue] = [.uuid(attempt)]
    if let moment { parameters.append(.int(moment.microseconds)) }
    let scheduling = statement(
      SessionStatements.scheduleUnchanged(isDue: moment != nil), of: session, parameters)
    return try await make(PostgresCall([scheduling]), .relaxed).first?.rows.first?.int(0) == 1
  }

  /// Reads the sessions that are due, from their index.
  public func due(by moment: Date, limit: Int) async throws(StoreFailure) -> [SessionKey] {
    try await rows(
      SessionStatements.due,
      [.text(tenant), .int(moment.microseconds), .int(Int64(clamping: limit))]
    ).compactMap { row in
      guard let id = row.uuid(0), let owner = row.bytes(1) else { return nil }
      return SessionKey(UserID(bytes: Data(owner)), id)
    }
  }

  /// Seals anew what an earlier key of the program's has sealed.
  ///
  /// That is users' keys, and small things that do not expire; both also when they are read. Without
  /// earlier keys, see ``JournalKeys``, it does nothing.
  public func maintain() async throws(StoreFailure) { try await maintain(portion: 200) }

  /// Does so, reading so many rows at once.
  func maintain(portion: Int) async throws(StoreFailure) {
    guard ownerKeys.hasEarlier else { return }
    try await ownerKeys.sealAllAnew(portion: portion)
    try await sealValuesAnew(portion: portion)
  }

  // MARK: - Reading

  func head(of session: SessionKey) async throws(StoreFailure) -> SessionHead? {
    try await makeReading(PostgresCall([statement(SessionStatements.find, of: session)])).last?
      .rows.first.flatMap { SessionHead($0) }
  }

  /// What a session has; nil if the user has none of this id.
  ///
  /// - Parameter isDoubtful: whether a change may still be on its way, or be seen before it is durable.
  func read(
    _ session: SessionKey, isDoubtful: Bool = false
  ) async throws(StoreFailure) -> ReadSession? {
    var statements = [statement(SessionStatements.read, of: session)]
    if isDoubtful { statements.insert(statement(SessionStatements.barrier, of: session), at: 0) }
    let rows = try await makeReading(PostgresCall(statements)).last?.rows ?? []
    guard let row = rows.first, let head = SessionHead(row) else { return nil }
    let envelope = try await envelope(for: session.user, by: head)
    guard let parts = row.array(17), row.int(15) == Int64(head.base),
      row.int(16) == Int64(head.last), parts.count == head.last - head.base + 1
    else {
      throw StoreFailure(
        .unreadable, at: place(of: session),
        "of its changes \(head.base) to \(head.last) some are missing")
    }
    var bytes: [UInt8] = []
    for (number, part) in zip(head.base..., parts) {
      let place = Envelope.Place(
        tenant: tenant, key: session, epoch: head.epoch, kind: .change, name: "\(number)")
      guard let lines = part.flatMap({ envelope.open($0, at: place) }) else {
        let refusal = envelope.refusal(of: part)
        throw StoreFailure(
          refusal.code, at: self.place(of: session), "its change \(number) \(refusal.text)")
      }
      bytes += lines
    }
    return ReadSession(
      head: head, stored: head.stored(envelope, of: tenant),
      kept: KeptJournal(bytes: bytes, number: head.last, attempt: head.attempt))
  }

  /// The envelope of an owner's columns.
  ///
  /// One that does not open a row is out of date: the owner was erased, and has another key by now.
  func envelope(
    for owner: UserID, by head: SessionHead?
  ) async throws(StoreFailure) -> Envelope {
    let envelope = try await ownerKeys.envelope(of: owner, making: false).0
    guard let head, !head.canBeOpened(envelope, of: tenant) else { return envelope }
    ownerKeys.forget(owner)
    return try await ownerKeys.envelope(of: owner, making: false).0
  }

  // MARK: - Calls

  /// A statement about a session, whose first parameters name it: month, id, tenant, owner.
  func statement(
    _ sql: String, of session: SessionKey, _ parameters: [PostgresValue] = []
  ) -> PostgresCall.Statement {
    let month = SessionMonth(of: session.session)
    let names: [PostgresValue] = [
      .int(month.rawValue), .uuid(session.session), .text(tenant),
      .bytes(Array(session.user.bytes)),
    ]
    return PostgresCall.Statement(statements.text(sql, in: month), names + parameters)
  }

  /// Makes a change of one session, in a transaction that those of other sessions may share.
  ///
  /// - Returns: how many changes it came to: 1, or 0 if another was made first.
  func change(
    _ session: UUID, by statement: PostgresCall.Statement,
    _ durability: PostgresPool.Durability
  ) async throws(PostgresFailure) -> Int {
    let groups = durability == .durable ? durableChanges : relaxedChanges
    return try await groups.make(statement, of: session).count
  }

  func make(
    _ call: PostgresCall, _ durability: PostgresPool.Durability = .durable
  ) async throws(StoreFailure) -> [PostgresCall.Result] {
    do throws(PostgresFailure) {
      return try await pool.make(call, durability)
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Makes a call that changes nothing, so that it can be made again after any failure.
  func makeReading(_ call: PostgresCall) async throws(StoreFailure) -> [PostgresCall.Result] {
    do throws(StoreFailure) {
      return try await make(call)
    } catch {
      guard error.code == .unknownOutcome || error.code == .unwritable else { throw error }
      throw StoreFailure(.unavailable, at: error.place, error.reason)
    }
  }

  func rows(
    _ sql: String, _ parameters: [PostgresValue]
  ) async throws(StoreFailure) -> [PostgresRow] {
    try await makeReading(PostgresCall(sql, parameters)).last?.rows ?? []
  }

  func place(of session: SessionKey) -> String {
    "\(pool.options.address.name)#\(session.session.text)"
  }

  func noRow(of session: SessionKey) -> StoreFailure {
    StoreFailure(.notFound, at: place(of: session), "the user has no session of this id")
  }
}
