import Dispatch

/// The places of a pool's connections, and which of them makes a call.
struct PoolSlots: Sendable {
  /// The place of one connection.
  struct Slot: Sendable {
    let durability: PostgresPool.Durability
    var connection: PostgresConnection?
    var opening: Task<Result<PostgresConnection, PostgresFailure>, Never>?
    var calls = 0

    /// Whether calls can be sent at once.
    var isOpen: Bool { connection?.isOpen ?? false }
  }

  /// How many calls a connection has under way at the most.
  static let callsPerConnection = 256
  /// How long no other connection is opened after one could not be.
  static let pause = Duration.seconds(1)

  private(set) var slots: [Slot]
  /// The server that the connections are to; nil before the first is open.
  private(set) var home: PostgresServer?
  /// How often that became another one.
  private(set) var moves = 0
  /// When another connection may be opened; nil if the last that was to be opened was.
  private var reopening: ContinuousClock.Instant?

  /// Makes so many places, some of them for what need not be durable.
  init(count: Int) {
    // A single connection makes everything durable.
    let relaxed = count == 1 ? 0 : max(1, count / 4)
    slots =
      [Slot](repeating: Slot(durability: .durable), count: count - relaxed)
      + [Slot](repeating: Slot(durability: .relaxed), count: relaxed)
  }

  subscript(index: Int) -> Slot { slots[index] }

  var isIdle: Bool { calls == 0 }
  /// How many calls are under way.
  var calls: Int { slots.reduce(0) { $0 + $1.calls } }
  /// How many connections can be used now.
  var openConnections: Int { slots.count(where: \.isOpen) }

  // MARK: - Calls

  /// Counts a call in the slot that is to make it; nil if none can.
  ///
  /// That is an open connection without a call, else one that is to be opened, else the open one with the
  /// fewest calls. As long as the database takes no more connections, the open ones make all calls.
  ///
  /// - Parameters:
  ///   - durability: what the call's commit waits for.
  ///   - moment: the time now.
  ///   - mayOpen: whether a connection may be opened for it.
  mutating func choose(
    _ durability: PostgresPool.Durability, at moment: ContinuousClock.Instant, mayOpen: Bool
  ) -> Int? {
    // What must be durable is made by no other connection.
    let isAnyOpen = slots.contains {
      $0.isOpen && ($0.durability == .durable || durability == .relaxed)
    }
    let index =
      isAnyOpen
      ? leastUsed(for: durability, mayOpen: mayOpen && reopening.map { moment >= $0 } ?? true)
      : mayOpen ? first : nil
    guard let index else { return nil }
    slots[index].calls += 1
    // One tries whether the database takes connections again; the others need not wait for it.
    if isAnyOpen, reopening != nil, !slots[index].isOpen { reopening = moment + Self.pause }
    return index
  }

  /// The slot that is opened first: a durable one, for which all calls wait, as far as it has room.
  ///
  /// Without it no change could be made, and several at once would only find out the same.
  private var first: Int? {
    free(.durable).min { left, right in
      (slots[left].calls == 0 ? 1 : 0, slots[left].calls)
        < (slots[right].calls == 0 ? 1 : 0, slots[right].calls)
    }
  }

  private func leastUsed(for durability: PostgresPool.Durability, mayOpen: Bool) -> Int? {
    let own = free(durability).filter { mayOpen || slots[$0].isOpen }
    // What need not be durable may be.
    let candidates = own.isEmpty ? free(.durable).filter { slots[$0].isOpen } : own
    return candidates.min { left, right in
      (slots[left].calls, slots[left].isOpen ? 0 : 1)
        < (slots[right].calls, slots[right].isOpen ? 0 : 1)
    }
  }

  /// The slots that have room for a call.
  private func free(_ durability: PostgresPool.Durability) -> [Int] {
    slots.indices.filter {
      slots[$0].durability == durability && slots[$0].calls < Self.callsPerConnection
    }
  }

  /// A call has ended.
  mutating func leave(_ index: Int) { slots[index].calls -= 1 }

  // MARK: - Connections

  /// The servers at which a connection is to be opened, in turn.
  ///
  /// The one that the others are to comes first: another one is tried only if that has failed, or is
  /// not ready within a head start.
  func servers(
    of address: PostgresAddress, for durability: PostgresPool.Durability
  ) -> [PostgresServer] {
    guard let home else { return address.servers }
    // Only a commit that waits for the standby finds out whether a server is still the one.
    guard durability == .durable else { return [home] }
    return [home] + address.servers.filter { $0 != home }
  }

  /// A connection is being opened.
  mutating func open(
    _ index: Int, by opening: Task<Result<PostgresConnection, PostgresFailure>, Never>
  ) {
    slots[index].opening = opening
  }

  /// A connection was opened.
  ///
  /// If it is to another server than the others, that one has taken over: what the others show may
  /// be old.
  ///
  /// - Parameters:
  ///   - connection: what was opened.
  ///   - index: its place.
  ///   - moves: what ``moves`` was when its opening began.
  /// - Returns: the connections that are no longer used, to be closed; `connection` alone, if its server
  ///   was left while it was opened.
  mutating func opened(
    _ connection: PostgresConnection, at index: Int, begunAfter moves: Int
  ) -> [PostgresConnection] {
    slots[index].opening = nil
    slots[index].connection = nil
    let isTaken =
      home == nil || connection.server == home
      || (slots[index].durability == .durable && moves == self.moves)
    guard isTaken else { return [connection] }
    reopening = nil
    let left = remove { $0.connection?.server != connection.server }
    slots[index].connection = connection
    if home != nil, home != connection.server { self.moves += 1 }
    home = connection.server
    return left
  }

  /// Takes away the connections to a server that make no call and have not answered since a moment;
  /// returns them.
  mutating func removeIdle(
    to server: PostgresServer, silentSince moment: DispatchTime
  ) -> [PostgresConnection] {
    remove { slot in
      guard slot.calls == 0, let connection = slot.connection else { return false }
      return connection.server == server && !connection.hasAnswered(since: moment)
    }
  }

  /// A connection could not be opened.
  mutating func failed(_ index: Int, at moment: ContinuousClock.Instant) {
    slots[index].opening = nil
    slots[index].connection = nil
    reopening = moment + Self.pause
  }

  /// Takes all connections away.
  mutating func removeAll() -> [PostgresConnection] { remove { _ in true } }

  private mutating func remove(_ isMeant: (Slot) -> Bool) -> [PostgresConnection] {
    slots.indices.filter { isMeant(slots[$0]) }.compactMap { slots[$0].connection.take() }
  }
}
