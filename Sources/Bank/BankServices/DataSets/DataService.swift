import Bank
import Synchronization

/// One data set of a bank: reads it, keeps it, and tells whoever shows it what becomes of it.
///
/// However many ask at once, the bank is asked once. What is read while something changes it is not
/// taken for current: see ``markStale()``. Values come in the bank's order.
public final class DataService<Value: Codable & Sendable & Equatable>: Sendable {
  struct State {
    var set = DataSet<Value>()
    var waiters = Waiters()
  }

  let surroundings: Surroundings
  let shelf: Shelf<Value>?
  let ask: @Sendable () async throws -> Value
  let state = Mutex(State())

  init(
    in surroundings: Surroundings, shelf: Shelf<Value>?,
    asking ask: @escaping @Sendable () async throws -> Value
  ) {
    self.surroundings = surroundings
    self.shelf = shelf
    self.ask = ask
  }

  /// What is known: the copy at once, while the bank is asked anew behind it.
  ///
  /// Without a cache the bank is always asked, and its answer waited for. So it is where there is
  /// no copy, where the copy is known to be stale, and where the bank last wanted something of the
  /// customer; if it does not answer then, the copy is given together with the trouble.
  ///
  /// - Throws: `BankError` where there is no copy, or where the customer has to do something
  ///   (`notLoggedIn`, `insufficientScope`, `token`, `unknownAccount`); `CancellationError`.
  public func current() async throws -> Known<Value> {
    guard shelf != nil else { return try await read(isSilent: false) }
    look()
    let (copy, read) = update { set -> (Known<Value>?, DataSet<Value>.Read?) in
      guard set.isCurrent, set.hindrance == nil, let known = set.aged else { return (nil, nil) }
      set.copyTaken()
      guard !set.isReading, case .reader(let read) = seat(in: &set, isSilent: false) else {
        return (known, nil)
      }
      return (known, read)
    }
    if let read { surroundings.behind { [self] in _ = await answer(to: read) } }
    if let copy { return copy }
    return try await readOrCopy(isSilent: false)
  }

  /// Asks the bank again and waits for its answer.
  ///
  /// A soft reload that fails gives the last that is known together with the trouble.
  ///
  /// - Throws: `BankError` where nothing can be given, or where the customer has to do something;
  ///   a hard reload whenever the bank gives no answer; `CancellationError`.
  public func reload(_ kind: Reload) async throws -> Known<Value> {
    look()
    return switch kind {
    case .hard: try await read(isSilent: false, isForgetting: true)
    case .soft: try await readOrCopy(isSilent: true)
    }
  }

  /// Waits until something else is known than what is shown, or the wait is cancelled.
  ///
  /// While somebody waits here, the bank is asked again as soon as the data set becomes stale.
  ///
  /// - Throws: the bank's error where the customer has to do something about it; `CancellationError`.
  public func change(after shown: Known<Value>) async throws -> Known<Value> {
    look()
    while true {
      try Task.checkCancellation()
      switch state.withLock({ $0.set.news(after: shown) }) {
      case .known(let known): return known
      case .failure(let cause): throw cause
      case .reading: _ = try? await read(isSilent: true)
      case .none(let revision): try await wait(beyond: revision)
      }
    }
  }

  /// The states from the present one on.
  ///
  /// Each stream is of its own. One that is not read for a while gives the latest state, not all
  /// that came before it. While somebody waits at it, the bank is asked again as soon as the data
  /// set becomes stale.
  public var states: AsyncStream<Loadable<Value>> {
    let position = StatePosition<Value>()
    return AsyncStream { [self] in await state(after: position) }
  }

  /// Says that the bank has something else by now than what was read, or is about to.
  ///
  /// The bank is asked when somebody wants the data set, or at once where somebody shows it.
  public func markStale() {
    becameStale()
    shelf?.markStale(at: surroundings.time)
  }
}
