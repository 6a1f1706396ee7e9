import Bank
import Synchronization

extension DataService {
  /// How often an answer is asked for again that was overtaken by a change.
  private static var patience: Int { 3 }

  /// Changes the data set, and wakes whoever waits for that.
  ///
  /// They are woken without the lock: on an executor that works in place they run on at once.
  func update<Result>(_ change: (inout DataSet<Value>) -> Result) -> Result {
    let (result, woken) = state.withLock { state in
      let before = state.set.revision
      let result = change(&state.set)
      return (result, state.set.revision == before ? [] : state.waiters.takeAll())
    }
    for waiter in woken { waiter.resume() }
    return result
  }

  /// Looks for a copy in the cache, the first time.
  func look() {
    guard let shelf, !state.withLock({ $0.set.hasLooked }) else { return }
    let found = shelf.find(for: surroundings.holder)
    update { $0.looked(found) }
  }

  /// Takes a seat for the bank's next answer.
  func seat(
    in set: inout DataSet<Value>, isSilent: Bool, isForgetting: Bool = false
  ) -> DataSet<Value>.Seat {
    set.wanted(
      isSilent: isSilent, isForgetting: isForgetting, at: surroundings.time,
      for: surroundings.holder)
  }

  /// Asks the bank, or waits for the answer to somebody who is asking.
  func read(isSilent: Bool, isForgetting: Bool = false) async throws -> Known<Value> {
    var asked = 0
    while true {
      try Task.checkCancellation()
      let verdict: DataSet<Value>.Verdict
      switch update({ seat(in: &$0, isSilent: isSilent, isForgetting: isForgetting) }) {
      case .reader(let read):
        asked += 1
        guard let result = await answer(to: read) else { throw CancellationError() }
        let isLast = asked >= Self.patience
        verdict = state.withLock { $0.set.verdict(of: read, result, isLast: isLast) }
      case .waiting(let number):
        verdict = try await answer(to: number)
      }
      switch verdict {
      case .known(let known): return known
      case .failure(let cause): throw cause
      case .again, .waiting: continue
      }
    }
  }

  /// Asks the bank, and makes do with the copy where it gives no answer.
  func readOrCopy(isSilent: Bool) async throws -> Known<Value> {
    do {
      return try await read(isSilent: isSilent)
    } catch  where !(error is CancellationError) && !BankError(error).isForCustomer {
      guard let copy = state.withLock({ $0.set.copy }) else { throw error }
      return Known(copy.value, asOf: copy.readAt, trouble: BankError(error))
    }
  }

  /// Asks the bank and tells of its answer. Returns nothing where the task was cancelled.
  func answer(to read: DataSet<Value>.Read) async -> Result<Value, any Error>? {
    var result: Result<Value, any Error>?
    do {
      result = .success(try await ask())
    } catch {
      result = Task.isCancelled ? nil : .failure(error)
    }
    let isUsable = update { $0.ended(read, result) }
    if isUsable, case .success(let value) = result {
      shelf?.keep(
        value, readAt: read.beganAt, read: read.number, holder: read.holder,
        now: surroundings.time)
    }
    return result
  }

  private func answer(to number: Int) async throws -> DataSet<Value>.Verdict {
    while true {
      let verdict = state.withLock { $0.set.verdict(waitingFor: number) }
      guard case .waiting(let revision) = verdict else { return verdict }
      try await wait(beyond: revision)
    }
  }

  /// Waits until the data set is of a later revision.
  func wait(beyond revision: Int) async throws {
    let number = state.withLock { $0.waiters.makeNumber() }
    defer { state.withLock { $0.waiters.forget(number) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let start = state.withLock { state in
          guard state.set.revision == revision else { return Waiters.Start.goesOn }
          return state.waiters.add(number, continuation) ? .waits : .cancelled
        }
        switch start {
        case .waits: break
        case .goesOn: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      state.withLock { $0.waiters.cancel(number) }?.resume(throwing: CancellationError())
    }
  }
}
