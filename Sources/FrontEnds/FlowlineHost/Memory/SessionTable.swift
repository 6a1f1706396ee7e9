import Flowline
import FoundationEssentials
import Synchronization

/// The sessions that are in use or in memory, and in which order they were used.
final class SessionTable: Sendable {
  /// How a session is used.
  enum Use {
    /// Something is done to it, or looked at.
    case call
    /// Somebody follows how it changes.
    case following
    /// The host does something by itself, such as taking it up: no user is refused anything for that.
    case own
  }

  /// How many uses of a kind there are.
  fileprivate struct Count {
    var inAll = 0
    var ofUsers: [UserID: Int] = [:]

    func hasRoom(for user: UserID, inAll limit: Int, perUser userLimit: Int) -> Bool {
      inAll < limit && ofUsers[user, default: 0] < userLimit
    }

    mutating func begin(by user: UserID) {
      inAll += 1
      ofUsers[user, default: 0] += 1
    }

    mutating func end(by user: UserID) {
      inAll -= 1
      let left = ofUsers[user, default: 1] - 1
      ofUsers[user] = left > 0 ? left : nil
    }
  }

  fileprivate struct Row {
    let session: HostedSession
    /// How many use it.
    var uses = 0
    /// Grows with each use.
    var lastUse = 0
    /// When it was used last.
    var lastUsed: Date
    /// How many bytes it took when it was used last.
    var footprint = 0
    /// Whether something has come to it that was no use of it, and is still to be measured.
    var hasGrown = false
    var isInMemory = false
  }

  fileprivate struct State {
    var rows: [SessionKey: Row] = [:]
    /// In the order of their uses; of a session only the last one counts.
    var uses: [(use: Int, key: SessionKey)] = []
    var firstUse = 0
    var use = 0
    var calls = Count()
    var followers = Count()
    var own = 0
    var rates = CallRates()
    var inMemory = 0
    var bytes = 0
    var isClosing = false
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []

    var isUsed: Bool { calls.inAll > 0 || followers.inAll > 0 || own > 0 }
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Date

  /// Makes an empty table.
  init(now: @escaping @Sendable () -> Date) { self.now = now }

  // MARK: - Uses

  /// Begins to use a session.
  ///
  /// Following does not count as a call, so that listening keeps nobody from answering.
  func enter(
    _ key: SessionKey, as use: Use = .call, _ limits: HostLimits
  ) -> Result<HostedSession, HostFault> {
    let moment = now()
    return state.withLock { state in
      guard !state.isClosing else {
        return .failure(HostFault(.closing, "the host is ending", retryAfter: .seconds(5)))
      }
      if let fault = state.denial(of: use, by: key.user, limits, at: moment) {
        return .failure(fault)
      }
      state.begin(use, by: key.user)
      if let index = state.rows.index(forKey: key) {
        state.rows.values[index].uses += 1
        return .success(state.rows.values[index].session)
      }
      let session = HostedSession(key)
      state.rows[key] = Row(session: session, uses: 1, lastUsed: moment)
      return .success(session)
    }
  }

  /// Ends the use of a session.
  func leave(_ session: HostedSession, as use: Use = .call) {
    // Before the table is locked: it may wait for a step.
    let (footprint, moment) = (session.footprint, now())
    let ended = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.end(use, by: session.key.user)
      state.end(session, taking: footprint, at: moment)
      guard state.isClosing, !state.isUsed else { return [] }
      defer { state.waitingForEnd = [] }
      return state.waitingForEnd
    }
    for continuation in ended { continuation.resume() }
  }

  /// Refuses new uses, and returns once those there are have ended.
  func close() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        state.isClosing = true
        if state.isUsed { state.waitingForEnd.append(continuation) }
        return !state.isUsed
      }
      if isOver { continuation.resume() }
    }
  }

  // MARK: - Memory

  /// How many sessions are in memory, and how many bytes they take by estimate.
  var memory: (sessions: Int, bytes: Int) { state.withLock { ($0.inMemory, $0.bytes) } }

  /// Whether more is in memory than may be.
  func isOver(_ limits: HostLimits) -> Bool {
    state.withLock { $0.inMemory > limits.sessionsInMemory || $0.bytes > limits.bytesInMemory }
  }

  /// Notes that something came to a session that is no use of it, such as what a load has read.
  func noteGrowth(of key: SessionKey) {
    state.withLock { state in
      guard let index = state.rows.index(forKey: key) else { return }
      state.rows.values[index].hasGrown = true
    }
  }

  /// Estimates anew how many bytes the sessions take to which something has come that was no use of them.
  func measureGrowth() {
    let grown = state.withLock { state -> [HostedSession] in
      let grown = state.rows.values.filter(\.hasGrown).map(\.session)
      // Before they are measured: what comes meanwhile is noted anew.
      for session in grown { state.rows[session.key]?.hasGrown = false }
      return grown
    }
    for session in grown {
      // Before the table is locked: it may wait for a step.
      let footprint = session.footprint
      state.withLock { $0.measured(session, footprint) }
    }
  }

  /// How many follow sessions.
  var followers: Int { state.withLock { $0.followers.inAll } }

  /// The session that was used longest ago and that nobody uses, for unloading it; nil if there is none.
  ///
  /// A use of the host's own has begun, which ``leave(_:as:)`` ends.
  ///
  /// - Parameter moment: only one that was last used before; nil for any.
  func takeLeastUsed(before moment: Date? = nil) -> HostedSession? {
    state.withLock { state in
      while state.firstUse < state.uses.count {
        let (use, key) = state.uses[state.firstUse]
        guard let row = state.rows[key], row.lastUse == use, row.uses == 0 else {
          state.firstUse += 1
          continue
        }
        if let moment, row.lastUsed >= moment { return nil }
        state.firstUse += 1
        state.begin(key)
        return row.session
      }
      return nil
    }
  }

  /// All sessions that are in memory, or are in use and may be about to come there, each with a use of the
  /// host's own that has begun.
  func takeAll(where isMeant: (SessionKey) -> Bool) -> [HostedSession] {
    state.withLock { state in
      // Each row is in use or in memory.
      let sessions = state.rows.values.map(\.session).filter { isMeant($0.key) }
      for session in sessions { state.begin(session.key) }
      return sessions
    }
  }

  /// A session that is in use or in memory; nil if it is not.
  func session(_ key: SessionKey) -> HostedSession? { state.withLock { $0.rows[key]?.session } }

  /// Whether a session is in memory.
  func hasInMemory(_ key: SessionKey) -> Bool {
    state.withLock { $0.rows[key]?.isInMemory ?? false }
  }
}

extension SessionTable.State {
  /// Why no more such use may begin; nil if it may.
  ///
  /// A call that may is counted for its minute.
  fileprivate mutating func denial(
    of use: SessionTable.Use, by user: UserID, _ limits: HostLimits, at moment: Date
  ) -> HostFault? {
    switch use {
    case .call:
      guard
        calls.hasRoom(for: user, inAll: limits.callsAtOnce, perUser: limits.callsPerUser)
      else { return HostFault(.busy, "too many calls at once", retryAfter: .seconds(1)) }
      guard let limit = limits.callsPerMinute,
        let seconds = rates.secondsToWait(for: user, at: moment, limit: limit)
      else { return nil }
      return HostFault(.busy, "too many calls in a minute", retryAfter: .seconds(seconds))
    case .following:
      guard
        followers.hasRoom(
          for: user, inAll: limits.followersAtOnce, perUser: limits.followersPerUser)
      else {
        return HostFault(
          .busy, "too many follow sessions at once", retryAfter: SessionHost.followerSilence)
      }
      return nil
    case .own: return nil
    }
  }

  fileprivate mutating func begin(_ use: SessionTable.Use, by user: UserID) {
    switch use {
    case .call: calls.begin(by: user)
    case .following: followers.begin(by: user)
    case .own: own += 1
    }
  }

  fileprivate mutating func end(_ use: SessionTable.Use, by user: UserID) {
    switch use {
    case .call: calls.end(by: user)
    case .following: followers.end(by: user)
    case .own: own -= 1
    }
  }

  /// A use of the host's own begins.
  fileprivate mutating func begin(_ key: SessionKey) {
    own += 1
    rows[key]?.uses += 1
  }

  /// A session takes so many bytes, unless it has been unloaded since that was estimated.
  fileprivate mutating func measured(_ session: HostedSession, _ footprint: Int) {
    guard let index = rows.index(forKey: session.key), rows.values[index].session === session
    else { return }
    guard rows.values[index].isInMemory else { return }
    bytes += footprint - rows.values[index].footprint
    rows.values[index].footprint = footprint
  }

  /// A use of a session has ended: it was used just now and takes so many bytes.
  ///
  /// One that nobody uses and that is not in memory is forgotten.
  fileprivate mutating func end(
    _ session: HostedSession, taking footprint: Int, at moment: Date
  ) {
    // Looked up once, since a session's name is long.
    guard let index = rows.index(forKey: session.key) else { return }
    var row = rows.values[index]
    // Another use may have loaded or unloaded it since its size was estimated. What it put there, it did
    // before its own end, so that the last to end sees what is there.
    let isInMemory = session.isInMemory
    let footprint = isInMemory ? footprint : 0
    bytes += footprint - row.footprint
    inMemory += (isInMemory ? 1 : 0) - (row.isInMemory ? 1 : 0)
    row.uses -= 1
    (row.footprint, row.isInMemory) = (footprint, isInMemory)
    guard row.uses > 0 || row.isInMemory else {
      rows.remove(at: index)
      return
    }
    use += 1
    (row.lastUse, row.lastUsed) = (use, moment)
    rows.values[index] = row
    uses.append((use, session.key))
    // What was used again is left behind in the list: it is cleared now and then.
    if uses.count > 1_024, uses.count > 4 * rows.count {
      uses = uses[firstUse...].filter { rows[$0.key]?.lastUse == $0.use }
      firstUse = 0
    }
  }
}
