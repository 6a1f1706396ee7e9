import ServiceBasics
import Synchronization

extension DataSet {
  typealias Read = DataSetState<Value, Failure>.Read
  typealias ReadOutcome = DataSetState<Value, Failure>.ReadOutcome

  /// How often the service is asked again if changes overtake its answers.
  private static var attempts: Int { 3 }

  /// Changes the state, and wakes all who wait for that.
  ///
  /// They are woken without the lock: on an executor that works in place they run on at once.
  func update<Result>(_ change: (inout DataSetState<Value, Failure>) -> Result) -> Result {
    let (result, woken) = shared.withLock { shared in
      let before = shared.state.revision
      let result = change(&shared.state)
      return (result, shared.state.revision == before ? [] : shared.waiters.takeAll())
    }
    for waiter in woken { waiter.resume() }
    return result
  }

  /// Takes note of who is in now.
  ///
  /// Whatever another user has read is discarded.
  func checkOwner() {
    let owner = context.users.owner
    _ = update { $0.belongs(to: owner) }
  }

  /// Looks into the store: for a copy the first time, and later for marks of other processes.
  func search() {
    checkOwner()
    guard let copies else { return }
    let (owner, hasSearched, isCurrent) = shared.withLock {
      ($0.state.owner, $0.state.hasSearched, $0.state.isCurrent)
    }
    let user = owner?.user
    if isCurrent, let mark = copies.store.lastMark(of: key.scope, for: user) {
      update { $0.marked(at: mark) }
    }
    if let user, !hasSearched {
      let found = copies.find(for: user)
      update { $0.searched(found, for: user) }
    }
  }

  /// Decides who asks the service.
  func role(
    in state: inout DataSetState<Value, Failure>, isSilent: Bool, isDiscarding: Bool = false
  ) -> DataSetState<Value, Failure>.Role {
    state.wanted(
      isSilent: isSilent, isDiscarding: isDiscarding, at: context.time,
      by: state.owner ?? context.users.owner)
  }

  /// Asks the service, or waits for the answer to another caller.
  func read(isSilent: Bool, isDiscarding: Bool = false) async throws -> Snapshot<Value, Failure> {
    var asked = 0
    while true {
      try Task.checkCancellation()
      checkOwner()
      let outcome: ReadOutcome
      switch update({ role(in: &$0, isSilent: isSilent, isDiscarding: isDiscarding) }) {
      case .reader(let read):
        asked += 1
        guard let result = await answer(to: read) else { throw CancellationError() }
        let isLast = asked >= Self.attempts
        outcome = shared.withLock { $0.state.outcome(of: read, result, isLast: isLast) }
      case .waiter(let number):
        outcome = try await answer(toRead: number)
      }
      switch outcome {
      case .snapshot(let snapshot): return snapshot
      case .failure(let cause): throw cause
      case .again, .waiting: continue
      }
    }
  }

  /// Asks the service, and is content with the copy if it gives no answer.
  func readOrCopy(isSilent: Bool) async throws -> Snapshot<Value, Failure> {
    do {
      return try await read(isSilent: isSilent)
    } catch  where !(error is CancellationError) && !Failure(describing: error).needsUser {
      guard let copy = shared.withLock({ $0.state.copy }) else { throw error }
      return Snapshot(copy.value, asOf: copy.readAt, failure: Failure(describing: error))
    }
  }

  /// Asks the service and spreads its answer.
  ///
  /// Returns nil if the task was cancelled.
  func answer(to read: Read) async -> Result<Value, any Error>? {
    identifyUser()
    let ticket = copies?.store.takeTicket()
    var result: Result<Value, any Error>?
    do {
      result = .success(try await fetch(earlier))
    } catch {
      result = Task.isCancelled ? nil : .failure(error)
    }
    // Whatever happened meanwhile came before this answer: a log-in, a mark of another process.
    checkOwner()
    let mark = copies?.store.lastMark(of: key.scope, for: read.owner.user)
    update { state in
      state.ended(read, result, ticket: ticket)
      if let mark { state.marked(at: mark) }
    }
    keep()
    return result
  }

  /// Keeps what was read last, if it is known whose it is.
  func keep() {
    guard let copies, let (copy, user, credential) = shared.withLock({ $0.state.takeUnkept() }),
      let ticket = copy.ticket
    else { return }
    copies.keep(
      copy.value, readAt: copy.readAt, ticket: ticket, for: user, readWith: credential)
  }

  /// What was read before, for a service that says what has changed since; nil if it will not do.
  private var earlier: Value? {
    shared.withLock { $0.state.isDiscarded ? nil : $0.state.copy?.value }
  }

  /// Asks in the background whose credential is in use, if copies cannot be kept without it.
  private func identifyUser() {
    guard copies != nil, let question = context.question(for: Failure.self) else { return }
    context.runInBackground { [onIdentified] in
      if await question() { onIdentified() }
    }
  }

  private func answer(toRead number: Int) async throws -> ReadOutcome {
    while true {
      // Between the answer and this task's turn somebody else may have logged in, or marked it stale.
      search()
      let outcome = shared.withLock { $0.state.outcome(ofRead: number) }
      guard case .waiting(let revision) = outcome else { return outcome }
      try await wait(beyond: revision)
    }
  }

  /// Waits until the data set is of a later revision.
  func wait(beyond revision: Int) async throws {
    let number = shared.withLock { $0.waiters.makeNumber() }
    defer { shared.withLock { $0.waiters.forget(number) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let start = shared.withLock { shared in
          guard shared.state.revision == revision else { return Waiters.Start.resumes }
          return shared.waiters.add(number, continuation) ? .waits : .cancelled
        }
        switch start {
        case .waits: break
        case .resumes: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      shared.withLock { $0.waiters.cancel(number) }?.resume(throwing: CancellationError())
    }
  }
}
