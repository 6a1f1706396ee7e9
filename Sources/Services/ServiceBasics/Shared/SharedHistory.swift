import FoundationEssentials
import Synchronization

/// What happened, by a log that several machines share: each follows it, and comes to the same.
///
/// A machine decides what happens next by all that has happened before: if something else was appended meanwhile, it
/// decides again. One may also have a scope for itself for a while; if it does not answer for ``lapse``, as it has
/// ended or was frozen, another takes the scope over, and what the first one writes under its lock is refused.
public final class SharedHistory<Event: Codable & Sendable>: Sendable {
  /// What stays in the log.
  public enum Keeping: Sendable, Hashable {
    /// Everything.
    case all
    /// The last entries, so many at the least: each event makes those before it worthless, and may be
    /// followed once more.
    case last(Int)
  }

  private struct State {
    /// The number of the last entry that was followed.
    var last = 0
    /// The last event and its number; nil if there is none.
    var lastEvent: (number: Int, event: Event)?
    /// Who has a scope, and since when nothing was heard of it.
    var holders: [String: (holder: UUID, seen: Uptime)] = [:]

    /// Whether nobody has a scope, or nothing was heard for too long of who has it.
    func isFree(_ scope: String, at now: Uptime) -> Bool {
      holders[scope].map { now.elapsed(since: $0.seen) >= SharedHistory.lapse } ?? true
    }
  }

  /// How long nothing is heard of the holder of a lock until another takes it over.
  public static var lapse: Duration { .seconds(15) }

  private let log: any SharedLog
  private let keeping: Keeping
  private let timing: Timing
  private let follow: @Sendable (Event) throws -> Void
  private let state = Mutex(State())

  /// Makes a history; nothing is read yet.
  ///
  /// - Parameters:
  ///   - log: the log.
  ///   - keeping: what stays in it.
  ///   - timing: the clocks and the sleep.
  ///   - follow: is given each event once, in their order. It must not call the history.
  public init(
    _ log: any SharedLog, keeping: Keeping = .all, timing: Timing,
    follow: @escaping @Sendable (Event) throws -> Void
  ) {
    self.log = log
    self.keeping = keeping
    self.timing = timing
    self.follow = follow
  }

  /// What the log is called.
  public var name: String { log.name }

  /// Follows what was appended since it was done last.
  public func catchUp() async throws(SharedLogFailure) {
    let last = state.withLock { $0.last }
    for entry in try await log.entries(after: last) { try take(entry) }
  }

  /// Follows what was appended since.
  ///
  /// - Returns: whether nothing was: not even what another task has followed meanwhile.
  private func isLast(_ number: Int) async throws(SharedLogFailure) -> Bool {
    try await catchUp()
    return state.withLock { $0.last } == number
  }

  /// Writes an event, decided by all that was written before.
  ///
  /// - Parameters:
  ///   - lock: has to be held for it; nil if none has.
  ///   - decide: returns the event, nil for none, and what the caller is to get. It is called again if something
  ///     was appended meanwhile. It must not call the history.
  /// - Returns: what was decided.
  /// - Throws: a ``SharedLogFailure``, of the code `takenOver` if the lock is another's; or what `decide` throws.
  public func write<Value>(
    under lock: SharedLock? = nil, _ decide: () throws -> (Event?, Value)
  ) async throws -> Value {
    try await catchUpIfForgetful()
    while true {
      let (number, event, value) = try state.withLock { state throws -> (Int, Event?, Value) in
        if let lock, state.holders[lock.scope]?.holder != lock.holder {
          throw SharedLogFailure(
            .takenOver, at: name, "another machine has taken it over, as this one was silent")
        }
        let (event, value) = try decide()
        return (state.last + 1, event, value)
      }
      if let event {
        if try await append(.event(event), as: number) { return value }
        try await catchUp()
      } else if try await isLast(number - 1) {
        return value
      }
    }
  }

  /// The number of an entry that was forgotten can be had once more: nothing is appended behind an entry that
  /// is long past.
  private func catchUpIfForgetful() async throws(SharedLogFailure) {
    if keeping != .all { try await catchUp() }
  }

  /// Has the log forget all before the last entry that was followed: what is worth nothing any more, and secret.
  ///
  /// Only for one that keeps its last entries.
  public func forgetEarlier() async throws(SharedLogFailure) {
    guard keeping != .all else { return }
    try await log.forget(through: state.withLock { $0.last } - 1)
  }

  // MARK: - Locks

  /// Waits until nobody else has a scope, and takes it.
  ///
  /// - Parameters:
  ///   - scope: what is to be had alone.
  ///   - limit: how long to wait at the most.
  /// - Returns: the lock, which has to be released; nil if the limit was reached.
  /// - Throws: a ``SharedLogFailure``, or a `CancellationError`.
  public func lock(_ scope: String, waitingUpTo limit: Duration) async throws -> SharedLock? {
    let holder = UUID()
    var waited = Duration.zero
    while try await !change({
      $0.isFree(scope, at: self.timing.uptime()) ? .locked(scope, holder) : nil
    }) {
      guard waited < limit else { return nil }
      let pause = min(.milliseconds(250), limit - waited)
      try await timing.sleep(pause)
      waited += pause
    }
    let timing = timing
    let signs = Task { [weak self] in
      while !Task.isCancelled {
        try? await timing.expire(Self.lapse / 3)
        // What could not be written now is tried again; a lock that is another's has ended.
        guard !Task.isCancelled, let self else { return }
        let isHeld = try? await self.change { state in
          state.holders[scope]?.holder == holder ? .held(scope, holder) : nil
        }
        if isHeld == false { return }
      }
    }
    return SharedLock(scope: scope, holder: holder, signs: signs) { [self] in
      // Cancelling the task that had it does not keep others out.
      await Task {
        _ = try? await change {
          $0.holders[scope]?.holder == holder ? .released(scope, holder) : nil
        }
      }.value
    }
  }

  /// Changes who has a scope.
  ///
  /// - Returns: false if it is not to be changed.
  private func change(_ decide: (State) -> Record?) async throws(SharedLogFailure) -> Bool {
    try await catchUpIfForgetful()
    while true {
      let (number, record) = state.withLock { ($0.last + 1, decide($0)) }
      if let record {
        if try await append(record, as: number) {
          await shorten()
          return true
        }
        try await catchUp()
      } else if try await isLast(number - 1) {
        return false
      }
    }
  }

  /// Writes the last event once more if only locks have come since, so that those are forgotten.
  private func shorten() async {
    guard case .last(let count) = keeping else { return }
    let again = state.withLock { state -> (number: Int, event: Event)? in
      guard let last = state.lastEvent, state.last - last.number >= 2 * count else { return nil }
      return (state.last + 1, last.event)
    }
    if let again { _ = try? await append(.event(again.event), as: again.number) }
  }

  // MARK: - Entries

  /// What an entry of the log is.
  private enum Record: Codable {
    case event(Event)
    case locked(String, UUID)
    case held(String, UUID)
    case released(String, UUID)
  }

  private func append(_ record: Record, as number: Int) async throws(SharedLogFailure) -> Bool {
    let bytes: [UInt8]
    do { bytes = Array(try CanonicalJSON.data(record)) } catch {
      throw SharedLogFailure(.damaged, at: name, "an entry cannot be written: \(error)")
    }
    guard try await log.append(bytes, as: number) else { return false }
    try take(NumberedEntry(number, bytes))
    if case .last(let count) = keeping, number > count, case .event = record {
      // What is not forgotten now is forgotten behind the next event.
      try? await log.forget(through: number - count)
    }
    return true
  }

  /// Follows an entry, if it is the next one.
  private func take(_ entry: NumberedEntry) throws(SharedLogFailure) {
    try state.withLock { state throws(SharedLogFailure) in
      guard entry.number > state.last else { return }
      guard entry.number == state.last + 1 || keeping != .all else {
        throw SharedLogFailure(
          .damaged, at: name, "entry \(state.last + 1) is missing before \(entry.number)")
      }
      switch try record(of: entry) {
      case .event(let event):
        do { try follow(event) } catch {
          throw SharedLogFailure(.damaged, at: name, "entry \(entry.number) does not fit: \(error)")
        }
        if keeping != .all { state.lastEvent = (entry.number, event) }
      case .locked(let scope, let holder), .held(let scope, let holder):
        state.holders[scope] = (holder, timing.uptime())
      case .released(let scope, let holder):
        if state.holders[scope]?.holder == holder { state.holders[scope] = nil }
      }
      state.last = entry.number
    }
  }

  /// What an entry says.
  ///
  /// - Throws: a ``SharedLogFailure``, of the code `newer` for an entry of a kind that this version does not
  ///   know: kinds are only ever added.
  private func record(of entry: NumberedEntry) throws(SharedLogFailure) -> Record {
    let text = String(decoding: entry.bytes, as: UTF8.self)
    do { return try CanonicalJSON.value(text) } catch {
      guard (try? CanonicalJSON.value(text) as AnyRecord) != nil else {
        throw SharedLogFailure(.damaged, at: name, "entry \(entry.number) cannot be read")
      }
      throw SharedLogFailure(
        .newer, at: name, "a newer version of the program made entry \(entry.number)")
    }
  }
}

/// An entry of whatever kind: an object, as all of them are.
private struct AnyRecord: Decodable {
  private enum NoKey: CodingKey {}

  init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: NoKey.self) }
}

/// A scope that one machine has for itself, until it releases it or is silent for too long.
public final class SharedLock: Sendable {
  let scope: String
  let holder: UUID
  /// Tells the others that it is held.
  private let signs: Task<Void, Never>
  private let end: @Sendable () async -> Void

  init(
    scope: String, holder: UUID, signs: Task<Void, Never>, end: @escaping @Sendable () async -> Void
  ) {
    (self.scope, self.holder, self.signs, self.end) = (scope, holder, signs, end)
  }

  deinit { signs.cancel() }

  /// Lets the next one have it.
  public func release() async {
    signs.cancel()
    await end()
  }
}
