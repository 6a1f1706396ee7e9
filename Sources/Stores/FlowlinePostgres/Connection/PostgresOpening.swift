import Dispatch

/// Opens a connection at one of several servers: each is tried in turn, and the first that is ready
/// is used.
///
/// The next one is tried when another has failed, and also if none is ready within a head start: a
/// server that was lost may accept a connection and say nothing. Each has its whole time, and all
/// of them together take little longer than one does.
actor PostgresOpening {
  /// For how many seconds a server is tried before the next one is tried beside it.
  static let headStart = 1.0

  private let executor = QueueExecutor("flowline.postgres.opening")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let options: PostgresOptions
  private let durability: PostgresPool.Durability
  private let headStart: Double
  private var untried: ArraySlice<PostgresServer>
  private var tried: [PostgresConnection] = []
  /// Why servers cannot be used, in the order in which that was found out.
  private var failures: [(server: PostgresServer, failure: PostgresFailure)] = []
  /// Who waits for it; nil before it begins and from its end on.
  private var end: CheckedContinuation<Result<PostgresConnection, PostgresFailure>, Never>?

  /// Makes an opening that is to be run.
  ///
  /// - Parameters:
  ///   - servers: one at least, in the order in which they are tried.
  ///   - options: how long each has.
  ///   - durability: what the commits of the connection will wait for.
  ///   - headStart: how many seconds a server has before the next one is tried beside it.
  init(
    at servers: [PostgresServer], _ options: PostgresOptions,
    for durability: PostgresPool.Durability, headStart: Double
  ) {
    untried = servers[...]
    self.options = options
    self.durability = durability
    self.headStart = headStart
  }

  /// Opens a connection that is ready for calls.
  ///
  /// - Returns: the connection, or ``PostgresFailure/Kind/notSent`` with what became of each server.
  func run() async -> Result<PostgresConnection, PostgresFailure> {
    await withCheckedContinuation { end in
      self.end = end
      tryNext()
    }
  }

  private func tryNext() {
    guard end != nil, let server = untried.popFirst() else { return }
    let connection = PostgresConnection(server, options)
    tried.append(connection)
    let count = tried.count
    _ = Task(executorPreference: ThreadsExecutor.shared) {
      await self.take(connection, unless: self.open(connection))
    }
    guard !untried.isEmpty else { return }
    executor.queue.asyncAfter(deadline: .now() + headStart) { [weak self] in
      self?.assumeIsolated { $0.headStartIsOver(count) }
    }
  }

  private func headStartIsOver(_ count: Int) {
    // Otherwise another one has begun since, with a head start of its own.
    if tried.count == count { tryNext() }
  }

  private func take(_ connection: PostgresConnection, unless failure: PostgresFailure?) {
    guard let end else { return connection.closeSoon() }
    if let failure {
      failures.append((connection.server, failure))
      guard untried.isEmpty else { return tryNext() }
      guard failures.count == tried.count else { return }
      self.end = nil
      return end.resume(returning: .failure(allFailed))
    }
    self.end = nil
    for other in tried where other !== connection { other.closeSoon() }
    end.resume(returning: .success(connection))
  }

  private var allFailed: PostgresFailure {
    if failures.count == 1 {
      let only = failures[0].failure
      return PostgresFailure(kind: .notSent, place: only.place, reason: only.reason)
    }
    let reasons = failures.map { "\($0.server.name): \($0.failure.reason)" }
    return PostgresFailure(
      kind: .notSent, place: options.address.name, reason: reasons.joined(separator: "; "))
  }

  // MARK: - One server

  /// Opens a connection at its server, and returns why it cannot be used; nil if it can.
  private func open(_ connection: PostgresConnection) async -> PostgresFailure? {
    do throws(PostgresFailure) {
      try await connection.open()
      _ = try await connection.make(settings, whileOpening: true).get()
      if durability == .durable { try await waitForStandby(connection) }
      return nil
    } catch {
      await connection.close()
      return error
    }
  }

  private var settings: PostgresCall {
    // A statement has no time limit at the server: it would end a commit's wait for the standby,
    // and show others what only the one server has.
    PostgresCall(
      """
      SELECT set_config('statement_timeout', '0', false), set_config('lock_timeout', $1, false),
        set_config('synchronous_commit', CASE WHEN $2 THEN 'off'
          ELSE CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply'
            ELSE 'on' END END, false),
        set_config('application_name', 'flowline', false)
      """,
      [.text("\(Int(options.lockTime * 1_000))ms"), .bool(durability == .relaxed)])
  }

  /// Waits until what a server shows is on its standby.
  ///
  /// After a crash it shows also commits that its standby does not have: if that takes over, they
  /// are gone. So nothing is read by a connection before one more commit was on the standby. A
  /// server that wakes after its standby took over waits for ever.
  private func waitForStandby(_ connection: PostgresConnection) async throws(PostgresFailure) {
    // A transaction that changes nothing, and has a place in the log.
    let call = PostgresCall("SELECT pg_logical_emit_message(true, 'flowline', '')::text")
    switch await connection.make(call, whileOpening: true) {
    case .success: return
    // There is no such function: a database that machines share shows no commit before they have
    // it.
    case .failure(let failure) where failure.kind == .refused("42883"): return
    case .failure(let failure):
      throw PostgresFailure(
        kind: failure.kind, place: failure.place,
        reason: "a commit that waits for its standby: \(failure.reason)")
    }
  }
}
