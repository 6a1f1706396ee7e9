import Dispatch
import Flowline
import Synchronization

/// A few connections to a database, each opened when it is first needed and anew when it breaks.
///
/// A call goes to the connection with the fewest calls under way, so that the database makes several
/// commits durable with one sync. If it takes no more connections, those that are open make all calls.
///
/// All connections are to one server, at which a new one is tried first. If the address names several,
/// and another server is ready earlier, since that one has failed or is slow, the pool moves to it and
/// closes its connections to the one before.
final class PostgresPool: Sendable {
  /// What a commit waits for.
  enum Durability: Sendable {
    /// Until it is durable, and on the standby if there is one.
    case durable
    /// For nothing: it is durable with the next that is, or soon.
    case relaxed
  }

  /// How many calls were made since the pool was opened.
  struct Counts: Sendable, Hashable {
    var calls = 0
    var statements = 0
    /// How many connections can be used now.
    var connections = 0
  }

  private struct State {
    var slots: PoolSlots
    /// How many changes are under way, each of one call or several.
    var changes = 0
    /// Whether no change is begun any more.
    var isClosing = false
    var isClosed = false
    var counts = Counts()
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []

    var isIdle: Bool { changes == 0 && slots.isIdle }
  }

  private enum Chosen {
    case open(PostgresConnection)
    case opening(Task<Result<PostgresConnection, PostgresFailure>, Never>)
  }

  let options: PostgresOptions
  private let headStart: Double
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>

  /// Makes a pool; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - options: where the database is, and how long it is waited for.
  ///   - headStart: for how many seconds a server is tried before the next one is tried beside it.
  ///   - now: the time that pauses between openings are measured by.
  init(
    _ options: PostgresOptions, headStart: Double = PostgresOpening.headStart,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.options = options
    self.headStart = headStart
    self.now = now
    let range = PostgresOptions.connectionCounts
    let count = min(max(range.lowerBound, options.connections), range.upperBound)
    state = Mutex(State(slots: PoolSlots(count: count)))
  }

  var counts: Counts {
    state.withLock { state in
      var counts = state.counts
      counts.connections = state.slots.openConnections
      return counts
    }
  }

  /// How often a call is made that the database could not make just then.
  private static let tries = 5

  /// Makes a call, and returns what its statements came to.
  func make(
    _ call: PostgresCall, _ durability: Durability = .durable
  ) async throws(PostgresFailure) -> [PostgresCall.Result] {
    var tries = Self.tries
    while true {
      tries -= 1
      switch await tryMaking(call, durability) {
      case .success(let results): return results
      case .failure(let failure):
        guard tries > 0, failure.isPassing else { throw failure }
      }
    }
  }

  /// Makes a call of one statement, and returns its rows.
  func rows(_ sql: String, _ parameters: [PostgresValue]) async throws(PostgresFailure)
    -> [PostgresRow]
  {
    try await make(PostgresCall(sql, parameters)).last?.rows ?? []
  }

  private func tryMaking(
    _ call: PostgresCall, _ durability: Durability
  ) async -> Result<[PostgresCall.Result], PostgresFailure> {
    switch await take(durability) {
    case .failure(let failure): return .failure(failure)
    case .success(let taken):
      defer { leave(taken.index) }
      let isAlone = state.withLock { state in
        state.counts.calls += 1
        state.counts.statements += call.statements.count
        return state.slots.calls == 1
      }
      let moment = DispatchTime.now()
      let result = await taken.connection.make(call, alone: isAlone)
      if case .failure(let failure) = result, failure.kind == .unknown, !taken.connection.isOpen {
        leaveSilent(taken.connection.server, since: moment)
      }
      return result
    }
  }

  /// Drops the idle connections to a server that have not answered since a call there got no answer, or
  /// its connection broke.
  ///
  /// They are opened anew before they are used: if the server is lost, calls do not have to find that
  /// out on each of them.
  private func leaveSilent(_ server: PostgresServer, since moment: DispatchTime) {
    let silent = state.withLock { $0.slots.removeIdle(to: server, silentSince: moment) }
    for connection in silent { connection.closeSoon() }
  }

  // MARK: - Connections

  /// A connection for a call, and its slot, which is to be left behind the call.
  private struct Taken {
    let connection: PostgresConnection
    let index: Int
  }

  /// Takes a connection; one that is open, if another cannot be opened.
  private func take(_ durability: Durability) async -> Result<Taken, PostgresFailure> {
    var refusal: PostgresFailure?
    while true {
      let index: Int
      switch choose(durability, mayOpen: refusal == nil) {
      case .success(let chosen): index = chosen
      case .failure(let failure): return .failure(refusal ?? failure)
      }
      switch await connection(at: index) {
      case .success(let connection):
        return .success(Taken(connection: connection, index: index))
      case .failure(let failure):
        leave(index)
        guard refusal == nil else { return .failure(failure) }
        refusal = failure
      }
    }
  }

  /// The slot for a call, which is counted in it.
  private func choose(
    _ durability: Durability, mayOpen: Bool
  ) -> Result<Int, PostgresFailure> {
    let moment = now()
    return state.withLock { state -> Result<Int, PostgresFailure> in
      guard !state.isClosed else {
        return .failure(PostgresFailure(kind: .closed, reason: "the store was closed"))
      }
      guard let index = state.slots.choose(durability, at: moment, mayOpen: mayOpen) else {
        return .failure(
          PostgresFailure(kind: .notSent, reason: "too many calls wait for the database"))
      }
      return .success(index)
    }
  }

  private func connection(at index: Int) async -> Result<PostgresConnection, PostgresFailure> {
    let chosen = state.withLock { state -> Chosen in
      let slot = state.slots[index]
      if let connection = slot.connection, connection.isOpen { return .open(connection) }
      if let opening = slot.opening { return .opening(opening) }
      let opening = Task(executorPreference: ThreadsExecutor.shared) {
        await self.open(slot.durability, at: index)
      }
      state.slots.open(index, by: opening)
      return .opening(opening)
    }
    switch chosen {
    case .open(let connection): return .success(connection)
    case .opening(let task): return await task.value
    }
  }

  private func open(
    _ durability: Durability, at index: Int
  ) async -> Result<PostgresConnection, PostgresFailure> {
    let (servers, moves) = state.withLock { state in
      (state.slots.servers(of: options.address, for: durability), state.slots.moves)
    }
    let result = await PostgresOpening(
      at: servers, options, for: durability, headStart: headStart
    ).run()
    let moment = now()
    let left = state.withLock { state -> [PostgresConnection] in
      switch result {
      case .success(let connection):
        return state.slots.opened(connection, at: index, begunAfter: moves)
      case .failure:
        state.slots.failed(index, at: moment)
        return []
      }
    }
    for connection in left { connection.closeSoon() }
    if case .success(let connection) = result, left.contains(where: { $0 === connection }) {
      return .failure(
        PostgresFailure(
          kind: .notSent, place: connection.server.place,
          reason: "another server has taken its place"))
    }
    return result
  }

  private func leave(_ index: Int) { end { $0.slots.leave(index) } }

  private func end(_ note: (inout State) -> Void) {
    let ended = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      note(&state)
      guard state.isClosing, state.isIdle else { return [] }
      defer { state.waitingForEnd = [] }
      return state.waitingForEnd
    }
    for continuation in ended { continuation.resume() }
  }

  /// Makes a change of several calls, which closing the pool waits for as a whole.
  func whole<Value>(
    _ body: () async throws(StoreFailure) -> Value
  ) async throws(StoreFailure) -> Value {
    let isTaken = state.withLock { state in
      if !state.isClosing { state.changes += 1 }
      return !state.isClosing
    }
    guard isTaken else {
      throw StoreFailure(.closed, at: options.address.name, "the store was closed")
    }
    defer { end { $0.changes -= 1 } }
    return try await body()
  }

  /// Begins no more changes, waits for those under way, and closes the connections.
  func close() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        state.isClosing = true
        if !state.isIdle { state.waitingForEnd.append(continuation) }
        return state.isIdle
      }
      if isOver { continuation.resume() }
    }
    let connections = state.withLock { state in
      state.isClosed = true
      return state.slots.removeAll()
    }
    for connection in connections { await connection.close() }
  }
}
