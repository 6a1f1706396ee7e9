public import Flowline
public import FoundationEssentials
import Synchronization

/// Keeps any number of sessions for any number of users.
///
/// A session in memory is an optimisation: it is rebuilt from its journal when somebody calls, and
/// unloaded when nobody does. Calls to one session are done in the order in which they come; sessions do
/// not wait for each other, and no thread waits for a store but those of ``onServingThreads(_:)``. A call returns
/// once the store has what it changed. All of it may be used from any task.
///
///     let host = SessionHost(keeping: store) { user in
///       HostedWorld(ShopFlows.catalog(for: user), name: "shop of \(user)")
///     }
///     let key = SessionKey("ada", UUID())
///     var state = try await host.start("check-out", as: key)
///     while let question = state.question {
///       state = try await host.answer(key, .answer(read(question.prompt)), to: question.token).state
///     }
///
/// Run ``run()`` beside it, and ``close()`` at the program's end.
public final class SessionHost: Sendable {
  /// How much it does at once, and how long it keeps what nobody asks for.
  public let limits: HostLimits
  /// The clock that moments, waits and expiry go by.
  public let clock: any FlowClock
  /// Who sent the inputs; nil if nobody keeps that.
  public let audit: (any AuditLog)?
  /// Is notified of what failed for the program's own fault, and in which session.
  public typealias FaultObserver = @Sendable (HostFault, UUID?) -> Void
  private let onFault: FaultObserver
  /// Makes the flows that a user is shown; nil if they are those of the user's world.
  let shownFlows: (@Sendable (UserID) async throws -> FlowCatalog)?
  let store: any JournalStore
  let worlds: WorldTable
  let table: SessionTable
  let effects: EffectTurns
  let metrics: HostMetrics
  /// How much all users have together.
  let totals = KeptTotals()
  /// How many sessions of each flow all users have together.
  let flowTotals = FlowTotals()
  /// How many bytes of requests' bodies are in memory, see ``takePiece(of:for:)``.
  let bodyBytes = Mutex(0)
  /// The sessions that are due and of worlds that this host does not have: they are left to others.
  let elsewhere = Mutex<Set<SessionKey>>([])
  /// When old sessions were looked for last.
  let lastCleanUp = Mutex<Date?>(nil)
  /// What forgets things that are kept beside sessions.
  let forgetters = Mutex(Forgetters())

  /// Makes a host.
  ///
  /// - Parameters:
  ///   - store: keeps the sessions.
  ///   - limits: how much is done at once.
  ///   - clock: says when sessions are idle, late, due or to be forgotten.
  ///   - audit: keeps who sent the inputs; see ``HostedSender/current``.
  ///   - onFault: is notified of each ``HostFault`` that ``HostFault/isInternal``, for those who look after
  ///     the program: callers are not told why; and of ``HostFault/Code/full``. It names no user and no
  ///     answer.
  ///   - shownFlows: makes the flows that ``offers(to:)`` tells, of what is known of the user without making
  ///     anything, or over nobody's data; by itself they are those of the user's world. Their guards decide which
  ///     are listed. Useful if a world costs something and anybody may look.
  ///   - world: makes the flows of a user, over that user's own data; it is asked when the first session
  ///     of the user comes into memory. A ``HostFault`` it throws is what the call gets.
  public init(
    keeping store: any JournalStore, limits: HostLimits = HostLimits(),
    clock: any FlowClock = SystemFlowClock(), audit: (any AuditLog)? = nil,
    onFault: @escaping FaultObserver = { _, _ in },
    shownFlows: (@Sendable (UserID) async throws -> FlowCatalog)? = nil,
    world: @escaping @Sendable (UserID) async throws -> HostedWorld
  ) {
    self.store = store
    self.limits = limits
    self.clock = clock
    self.audit = audit
    self.onFault = onFault
    self.shownFlows = shownFlows
    metrics = HostMetrics()
    worlds = WorldTable(world)
    table = SessionTable { clock.now }
    effects = EffectTurns(limits, by: clock, metrics)
  }

  // MARK: - Calls

  /// Does something to a session in turn.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - use: whose limits it counts for.
  ///   - body: what is done.
  func call<Value: Sendable>(
    _ key: SessionKey, as use: SessionTable.Use = .call,
    _ body: (HostedSession) async throws(HostFault) -> Value
  ) async throws(HostFault) -> Value {
    let began = ContinuousClock.now
    let session: HostedSession
    do throws(HostFault) {
      session = try table.enter(key, as: use, limits).get()
    } catch {
      metrics.refused()
      throw error
    }
    let result = await outcome(of: body, session)
    table.leave(session, as: use)
    metrics.called(for: ContinuousClock.now - began)
    await unloadWhatIsTooMuch()
    if case .failure(let fault) = result { report(fault, of: key.session) }
    return try result.get()
  }

  /// Does what is no call to a session, and reports what fails.
  func reporting<Value>(
    of session: UUID? = nil, _ body: () async throws(HostFault) -> Value
  ) async throws(HostFault) -> Value {
    do throws(HostFault) {
      return try await body()
    } catch {
      report(error, of: session)
      throw error
    }
  }

  /// Tells those who look after the program of a fault that is the program's own.
  func report(_ fault: HostFault, of session: UUID? = nil) {
    guard fault.isInternal || fault.code == .full else { return }
    metrics.failed()
    onFault(fault, session)
  }

  private func outcome<Value: Sendable>(
    of body: (HostedSession) async throws(HostFault) -> Value, _ session: HostedSession
  ) async -> Result<Value, HostFault> {
    do throws(HostFault) {
      return .success(
        try await session.turns.run { () async throws(HostFault) in try await body(session) })
    } catch {
      return .failure(error)
    }
  }

  // MARK: - Starting

  /// Starts a flow as a session of a user.
  ///
  /// The session's id is the key of the start: the same start again changes nothing.
  ///
  /// Given answers whose questions were not asked yet are in memory alone: what is a secret is known only when
  /// its question is asked. After the session was unloaded the same start gives them once more.
  ///
  /// - Parameters:
  ///   - flow: the flow, one of those that the user's catalogue offers.
  ///   - key: the user, and an id that nobody can guess, such as a random one.
  ///   - environment: locale and zone of the person, and the time.
  ///   - given: answers to questions that will be asked, as from a link; of ``HostLimits/givenBytes`` bytes
  ///     together at the most.
  ///   - patience: how long to wait for a first question if something is under way.
  /// - Returns: how the session stands.
  /// - Throws: ``HostFault``.
  @discardableResult
  public func start(
    _ flow: FlowID, as key: SessionKey, in environment: FlowEnvironment? = nil,
    given: [GivenAnswer] = [], patience: Duration = .zero
  ) async throws(HostFault) -> HostedState {
    let isRebuilt = try await call(key) { session async throws(HostFault) -> Bool in
      try checkSize(of: given)
      if case .unloaded = session.content, try await find(key) == nil {
        try await begin(flow, session, in: environment, given: given)
      }
      let state = try await state(of: session)
      guard state.flow == flow else {
        throw HostFault(.taken, "the session is of the flow \(state.flow)")
      }
      guard case .live(let live) = session.content else { return false }
      return !live.wasGiven
    }
    if isRebuilt, !given.isEmpty { try await giveAgain(given, to: key) }
    return try await state(of: key, patience: patience)
  }

  private func begin(
    _ flow: FlowID, _ session: HostedSession, in environment: FlowEnvironment?,
    given: [GivenAnswer]
  ) async throws(HostFault) {
    let key = session.key
    let world = try await worlds.world(of: key.user)
    guard let entry = world.world.catalog[flow] else {
      throw HostFault(.unknownFlow, "there is no flow \(flow)")
    }
    try await checkNumber(of: flow, key.user)
    try await note(.start, of: key)
    let record: HostedRecord
    do throws(StoreFailure) {
      record = HostedRecord(try await store.begin(key), wasThere: false)
    } catch {
      throw HostFault(error)
    }
    let live = LiveSession(FlowController(), in: world, keptBy: record)
    var options = options(of: key, in: world)
    options.environment = environment ?? .current
    options.sharedRecord = record
    options.given = given
    let reception: FlowController.Reception
    do throws(UnknownVariant) {
      reception = try entry.start(in: live.controller, options, handler: live.handler)
    } catch {
      record.close()
      throw HostFault(.unusable, "\(error)")
    }
    if case .refused(let refusal) = reception {
      record.close()
      throw HostFault(.notOffered, "\(refusal)", refusal: refusal)
    }
    _ = live.beginGiving()
    await live.controller.waitUntilKept()
    if let failure = live.controller.storeFailure, record.attempt == nil {
      // The store has nothing of it: nothing is left of it here either.
      _ = await live.controller.unloading()
      guard failure.code == .overtaken || failure.code == .exists else { throw .notKept(failure) }
      // The id was used just before: by the same start at another node, or for another user's session.
      guard try await find(key) != nil else { throw .takenID }
      return
    }
    session.put(.live(live))
    totals.add(sessions: 1)
    flowTotals[flow].add(sessions: 1)
    metrics.started()
    await schedule(session)
  }

  func options(of key: SessionKey, in world: SharedWorld) -> SessionOptions {
    var options = SessionOptions(session: key.session, world: world.world.name)
    options.clock = clock
    options.gate = SessionEffects(session: key, turns: effects, table: table)
    options.held = []
    return options
  }

  /// Checks that answers are not larger than what a session may have in memory alone.
  private func checkSize(of given: [GivenAnswer]) throws(HostFault) {
    let size = given.reduce(0) { $0 + $1.size }
    guard size > limits.givenBytes else { return }
    throw HostFault(
      .tooMuchGiven,
      """
      the answers that the session is started with have \(size) bytes, and may have \
      \(limits.givenBytes): start it with fewer of them, and answer the others when they are asked
      """)
  }

  /// Checks that there may be one more session of a flow: of a user's, and of all users'.
  private func checkNumber(of flow: FlowID, _ user: UserID) async throws(HostFault) {
    func check(_ limit: Int, of flow: FlowID?) async throws(HostFault) {
      guard limit < .max else { return }
      let page = try await page(
        of: SessionQuery(of: user, flow: flow, standings: [.unfinished], limit: limit))
      guard page.items.count >= limit else { return }
      throw HostFault(
        .tooManySessions,
        "the user has \(page.items.count) unfinished sessions, the most there may be",
        retryAfter: limits.cleanUpInterval)
    }
    try await check(limits.sessionsPerUser, of: nil)
    if let limit = limits.sessionsPerUserAndFlow { try await check(limit, of: flow) }
    try await checkNumberInAll(of: flow)
    try await checkNumberInAll()
  }

  // MARK: - Looking

  /// How a session stands.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - patience: how long to wait for a question or the end if something is under way.
  /// - Throws: ``HostFault``.
  public func state(
    of key: SessionKey, patience: Duration = .zero
  ) async throws(HostFault) -> HostedState {
    let state = try await call(key) { session async throws(HostFault) in
      try await refresh(session)
      return try await self.state(of: session)
    }
    guard patience > .zero, !state.isSettled else { return state }
    await wait(for: key, atMost: patience)
    return try await call(key) { session async throws(HostFault) in
      try await self.state(of: session)
    }
  }

  /// How long to wait before a store is tried again that failed.
  private static let storeRest = Duration.seconds(2)

  /// Waits until a session has settled, but not for a moment or an event.
  ///
  /// If the store has not all of it, each look tries the store again: somebody who waits and looks in turn is kept
  /// from doing that at once.
  func wait(for key: SessionKey, atMost patience: Duration) async {
    guard let session = table.session(key), case .live(let live) = session.content else { return }
    let isUnsaved = live.controller.storeFailure != nil
    let states = live.controller.statesWhileRunning()
    let longest = isUnsaved ? min(patience, Self.storeRest) : patience
    let last = clock.now.addingTimeInterval(longest.seconds)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await state in states where !state.isUnderWay && !(isUnsaved && state.isAboutStore) {
          return
        }
      }
      group.addTask { [clock] in try? await clock.sleep(until: last) }
      await group.next()
      group.cancelAll()
    }
  }
}

extension FlowState {
  /// Whether something is being read, written or checked, and nothing is asked.
  fileprivate var isUnderWay: Bool {
    outcome == nil && prompts.isEmpty && (underWay.isEmpty || !underWay.allSatisfy(\.isWait))
  }

  /// Whether the only question is what to do about a store that failed, which no caller is asked.
  fileprivate var isAboutStore: Bool { prompts.contains { $0.isAboutStore } }
}
