import ServiceBasics
import Synchronization

/// One data set of a service: reads it, keeps it, and notifies all who show it.
///
/// However many ask at once, the service is asked once. An answer that was overtaken by a change is
/// not taken for current: see ``markStale()``. Values come in the service's order.
public final class DataSet<Value: Codable & Sendable & Equatable, Failure: DataSetFailure>: Sendable
{
  /// Asks the service.
  typealias Fetch = @Sendable (_ earlier: Value?) async throws -> Value

  struct Shared {
    var state = DataSetState<Value, Failure>()
    var waiters = Waiters()
  }

  let context: DataSetContext
  let copies: DataSetCopies<Value>?
  let key: DataSetKey
  let fetch: Fetch
  let shared = Mutex(Shared())
  /// Called in the background when it has become known which user a credential speaks for.
  let onIdentified: @Sendable () -> Void

  init(
    _ kind: DataSetKind<Value>, _ key: DataSetKey, in context: DataSetContext,
    onIdentified: @escaping @Sendable () -> Void = {},
    fetching fetch: @escaping Fetch
  ) {
    self.context = context
    self.key = key
    self.fetch = fetch
    self.onIdentified = onIdentified
    let store = context.showsCopies ? context.store : nil
    copies = store.map { DataSetCopies(store: $0, kind: kind, key: key) }
  }

  /// What is known: the copy at once, while the service is asked again in the background.
  ///
  /// Without a store of copies the service is always asked, and its answer waited for. The same
  /// happens if there is no copy, if the copy is known to be stale, and if the service last wanted
  /// something of the user; if it does not answer then, the copy is returned with the failure.
  ///
  /// - Throws: the failure if there is no copy, or if it ``DataSetFailure/needsUser``;
  ///   `CancellationError`.
  public func current() async throws -> Snapshot<Value, Failure> {
    guard copies != nil else { return try await read(isSilent: false) }
    // A copy is shown before the service is asked, which would refuse who has logged out elsewhere.
    await context.users.refresh()
    search()
    let (copy, read) = update { state -> (Snapshot<Value, Failure>?, Read?) in
      guard state.isCurrent, state.blockingFailure == nil, let dated = state.dated else {
        return (nil, nil)
      }
      state.copyTaken()
      guard !state.isReading, case .reader(let read) = role(in: &state, isSilent: false) else {
        return (dated, nil)
      }
      return (dated, read)
    }
    if let read { context.runInBackground { [self] in _ = await answer(to: read) } }
    if let copy { return copy }
    return try await readOrCopy(isSilent: false)
  }

  /// Asks the service again and waits for its answer.
  ///
  /// A soft reload that fails returns the last snapshot with the failure.
  ///
  /// - Parameter kind: hard, if an old snapshot will not do; soft otherwise.
  /// - Returns: the snapshot, as new as the service has it.
  /// - Throws: the failure if there is no snapshot, or if it ``DataSetFailure/needsUser``; a hard
  ///   reload whenever the service does not answer; `CancellationError`.
  public func reload(_ kind: Reload) async throws -> Snapshot<Value, Failure> {
    search()
    return switch kind {
    case .hard: try await read(isSilent: false, isDiscarding: true)
    case .soft: try await readOrCopy(isSilent: true)
    }
  }

  /// Waits until something else is known than what is shown, or the task is cancelled.
  ///
  /// While a task waits here, the service is asked again as soon as the data set becomes stale.
  ///
  /// - Throws: the failure if it ``DataSetFailure/needsUser``; `CancellationError`.
  public func change(
    after shown: Snapshot<Value, Failure>
  ) async throws -> Snapshot<Value, Failure> {
    while true {
      try Task.checkCancellation()
      search()
      switch shared.withLock({ $0.state.change(after: shown) }) {
      case .snapshot(let snapshot): return snapshot
      case .failure(let cause): throw cause
      case .reading: _ = try? await read(isSilent: true)
      case .none(let revision): try await wait(beyond: revision)
      }
    }
  }

  /// The states from the present one on.
  ///
  /// Each stream is separate. A stream that is not read for a while returns the latest state, not all
  /// that came before it. While a task waits for the next state, the service is asked again as soon
  /// as the data set becomes stale.
  public var states: AsyncStream<Loadable<Value, Failure>> {
    let position = StatePosition<Value, Failure>()
    return AsyncStream { [self] in await state(after: position) }
  }

  /// Says that the service has something else by now than what was read, or is about to.
  ///
  /// The service is asked when somebody wants the data set, or at once if somebody shows it.
  public func markStale() {
    context.store?.markStale([key.scope], for: context.users.owner.user)
    becameStale()
  }
}
