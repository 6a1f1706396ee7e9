import GRDB
public import ServiceBasics
import ServiceStorage

/// What a client has ordered from a provider: written before it is sent, and settled when the answer is
/// known.
///
/// It is a SQLite file, which several processes may use, or follows a log that several machines share.
/// It is worth as much as the money it is about: without it, an order that was sent and not answered
/// could be made a second time.
public final class OrderBook: Sendable {
  /// Where it is: the absolute path of the folder with the book and its locks, the name of the log that it
  /// follows, or `:memory:`.
  public let place: String

  /// Who else may use it.
  enum Sharing: Sendable {
    /// Nobody: it is in the memory of this process; orders of a scope are kept apart by these.
    case none(ScopeLocks)
    /// Other processes that have its folder.
    case folder
    /// Other machines that follow the log.
    case log(SharedHistory<OrderEvent>)
  }

  let sharing: Sharing
  private let path: String
  private let queue: DatabaseQueue
  private let timing: Timing
  /// The book from before there was a log; nil if there is none.
  private let former: FormerBook?

  /// Opens the book in a folder, and makes both for the user alone (0700, 0600) if need be.
  ///
  /// - Parameters:
  ///   - folder: one for each provider. A relative path begins at the current folder.
  ///   - timing: the clocks.
  /// - Throws: a `DatabaseFileError` if file or folder cannot be used, belong to somebody else or are
  ///   open to others.
  public init(folder: String, timing: Timing = Timing()) throws(DatabaseFileError) {
    path = DatabaseFile.absolute("\(folder)/orders.sqlite")
    place = String(path.dropLast("/orders.sqlite".count))
    queue = try DatabaseFile.open(path, for: OrderSchema.contents)
    sharing = .folder
    self.timing = timing
    former = nil
  }

  /// Makes a book that nobody else sees and that ends with this object.
  ///
  /// - Parameter timing: the clocks.
  /// - Throws: a `DatabaseFileError` if there is no memory for it.
  public static func inMemory(timing: Timing = Timing()) throws(DatabaseFileError) -> OrderBook {
    OrderBook(
      try DatabaseFile.openInMemory(for: OrderSchema.contents), at: ":memory:",
      .none(ScopeLocks()), timing)
  }

  /// Makes a book of what a log says, which is read when the book is first used; what happens to an order is
  /// in the log before anything is done.
  ///
  /// There is one log for each customer of a provider. ``OrderEntry/sentUp`` is when this machine read that an
  /// order was sent, by its own clock.
  ///
  /// - Parameters:
  ///   - log: the log, which has nothing else.
  ///   - folder: the folder of a book from before there was the log; what it has is moved into the log when the
  ///     book is first used.
  ///   - timing: the clocks and the sleep.
  /// - Throws: a `DatabaseFileError` if there is no memory for it.
  public static func following(
    _ log: any SharedLog, takingOver folder: String? = nil, timing: Timing = Timing()
  ) throws(DatabaseFileError) -> OrderBook {
    let queue = try DatabaseFile.openInMemory(for: OrderSchema.contents)
    let history = SharedHistory<OrderEvent>(log, timing: timing) { event in
      _ = try Self.change(queue, at: timing.uptime(), .commit, event.happen)
    }
    return OrderBook(
      queue, at: log.name, .log(history), timing, former: folder.map { FormerBook(folder: $0) })
  }

  /// Opens the book in a folder, or one that follows a log and takes over what is in the folder.
  ///
  /// - Parameters:
  ///   - folder: as for ``init(folder:timing:)``.
  ///   - log: the log; nil for the folder’s book.
  ///   - timing: the clocks and the sleep.
  /// - Returns: the book.
  /// - Throws: as ``init(folder:timing:)`` does.
  public static func kept(
    in folder: String, orFollowing log: (any SharedLog)?, timing: Timing = Timing()
  ) throws(DatabaseFileError) -> OrderBook {
    guard let log else { return try OrderBook(folder: folder, timing: timing) }
    return try following(log, takingOver: folder, timing: timing)
  }

  private init(
    _ queue: DatabaseQueue, at place: String, _ sharing: Sharing, _ timing: Timing,
    former: FormerBook? = nil
  ) {
    (path, self.place) = (place, place)
    self.former = former
    self.queue = queue
    self.sharing = sharing
    self.timing = timing
  }

  /// Reads in one transaction, behind all that others have written.
  private func read<Value>(
    _ body: (Database) throws -> Value
  ) async throws(DatabaseFileError) -> Value {
    do {
      if case .log(let history) = sharing {
        try await takeOver(into: history)
        try await history.catchUp()
      }
      return try readNow(body)
    } catch {
      throw DatabaseFileError(error, path: path)
    }
  }

  /// Not `async`, so that GRDB's call is the one that stays in place.
  private func readNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try queue.read(body)
  }

  /// Has an event happen.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - lock: has to be held for it; nil if none has.
  ///   - uptime: when it happens.
  ///   - isIfOver: whether a mark is taken away only if its time is over.
  /// - Returns: what it came to.
  /// - Throws: a `DatabaseFileError` if it was not written down, or if that is not known.
  private func write(
    _ event: OrderEvent, under lock: OrderLock? = nil, at uptime: Uptime? = nil,
    ifOver isIfOver: Bool = false
  ) async throws(DatabaseFileError) -> OrderEvent.Outcome {
    let uptime = uptime ?? timing.uptime()
    do {
      guard case .log(let history) = sharing else {
        return try Self.change(queue, at: uptime, .commit) { db, uptime in
          try event.decide(in: db, at: uptime, ifOver: isIfOver)
        }
      }
      try await takeOver(into: history)
      return try await history.write(under: lock?.shared) {
        let outcome = try Self.change(queue, at: uptime, .rollback) { db, uptime in
          try event.decide(in: db, at: uptime, ifOver: isIfOver)
        }
        return (outcome.hasChanged ? event : nil, outcome)
      }
    } catch {
      throw DatabaseFileError(error, path: path)
    }
  }

  /// Moves what the book of before has into the log.
  private func takeOver(into history: SharedHistory<OrderEvent>) async throws {
    try await former?.move { event in
      try await history.write {
        let outcome = try Self.change(queue, at: timing.uptime(), .rollback, event.happen)
        return (outcome.hasChanged ? event : nil, ())
      }
    }
  }

  /// Has an event happen in one transaction that is alone from its begin.
  private static func change(
    _ queue: DatabaseQueue, at uptime: Uptime, _ completion: Database.TransactionCompletion,
    _ happen: (Database, Uptime) throws -> OrderEvent.Outcome
  ) throws -> OrderEvent.Outcome {
    var outcome: OrderEvent.Outcome?
    try queue.inTransaction(.immediate) { db in
      outcome = try happen(db, uptime)
      return completion
    }
    guard let outcome else { throw TransactionNotRun() }
    return outcome
  }
}

/// SQLite ran no transaction, and threw no error.
private struct TransactionNotRun: Error {}

// MARK: - Looking up

extension OrderBook {
  /// The order with this key.
  public func entry(_ key: String) async throws(DatabaseFileError) -> OrderEntry? {
    try await read {
      try OrderEntry.fetchOne($0, sql: "SELECT * FROM entry WHERE key = ?", arguments: [key])
    }
  }

  /// The orders that may have been carried out and have no answer, oldest first.
  ///
  /// - Parameters:
  ///   - scope: those of one scope only.
  ///   - owner: those of one owner, and those without a known owner, only.
  /// - Returns: the entries.
  /// - Throws: a `DatabaseFileError` if the book cannot be read.
  public func open(
    in scope: String? = nil, of owner: String? = nil
  ) async throws(DatabaseFileError) -> [OrderEntry] {
    try await read {
      try OrderEntry.fetchAll(
        $0,
        sql: """
          SELECT * FROM entry WHERE state IN ('sent', 'in-doubt') AND (?1 IS NULL OR scope = ?1)
            AND (owner IS NULL OR ?2 IS NULL OR owner = ?2)
          ORDER BY number
          """, arguments: [scope, owner])
    }
  }

  /// Which of these ids belong to what an order has made.
  public func made(among ids: [String]) async throws(DatabaseFileError) -> Set<String> {
    try await read { db in
      Set(
        try ids.filter {
          try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM entry WHERE made = ?)", arguments: [$0])
            ?? false
        })
    }
  }

  /// The orders of a scope that are done, and of which it is not known what they made.
  public func doneWithoutTrace(in scope: String) async throws(DatabaseFileError) -> [OrderEntry] {
    try await read {
      try OrderEntry.fetchAll(
        $0,
        sql: "SELECT * FROM entry WHERE scope = ? AND state = 'done' AND made IS NULL",
        arguments: [scope])
    }
  }

  /// Which of these an order of an owner has claimed, or one without a known owner.
  ///
  /// - Parameters:
  ///   - subjects: what may be claimed, such as a goal's id.
  ///   - owner: nil for any owner.
  /// - Returns: those that are claimed.
  /// - Throws: a `DatabaseFileError` if the book cannot be read.
  public func claimed(
    among subjects: [String], of owner: String? = nil
  ) async throws(DatabaseFileError) -> [String] {
    try await read { try Self.claimed(among: subjects, of: owner, $0) }
  }

  /// The orders of an owner that claim something of a place and an interval, oldest first, each
  /// with what of that it claims.
  ///
  /// Those without a known owner belong to everybody.
  ///
  /// Orders that were given up are among them with what they would have claimed.
  public func claims(
    on place: String, in interval: Range<Timestamp>, of owner: String?
  ) async throws(DatabaseFileError) -> [(entry: OrderEntry, subjects: [String])] {
    try await read { db in
      let entries = try OrderEntry.fetchAll(
        db,
        sql: """
          SELECT * FROM entry WHERE (owner IS NULL OR ?3 IS NULL OR owner = ?3) AND key IN (
            SELECT orderKey FROM claim WHERE place = ?1 AND time >= ?2 AND time < ?4
            UNION SELECT orderKey FROM formerClaim WHERE place = ?1 AND time >= ?2 AND time < ?4)
          ORDER BY number
          """,
        arguments: [
          place, interval.lowerBound.milliseconds, owner, interval.upperBound.milliseconds,
        ])
      return try entries.map { entry in
        let subjects = try String.fetchAll(
          db,
          sql: """
            SELECT subject FROM claim WHERE orderKey = ?1
            UNION SELECT subject FROM formerClaim WHERE orderKey = ?1 ORDER BY subject
            """, arguments: [entry.key])
        return (entry: entry, subjects: subjects)
      }
    }
  }

  static func claimed(
    among subjects: [String], of owner: String?, _ db: Database
  ) throws -> [String] {
    try subjects.filter {
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM claim JOIN entry ON entry.key = claim.orderKey
            WHERE subject = ?1 AND (owner IS NULL OR ?2 IS NULL OR owner = ?2))
          """, arguments: [$0, owner]) ?? false
    }
  }
}

// MARK: - Writing

extension OrderBook {
  /// Enters an order before it is sent.
  ///
  /// - Parameters:
  ///   - entry: the order.
  ///   - claims: what it claims; each subject can be claimed by one order of the owner.
  /// - Returns: what another order of the owner has claimed already; if there is any, nothing is
  ///   entered.
  /// - Throws: a `DatabaseFileError` if the book cannot be written.
  public func enter(
    _ entry: OrderEntry, claiming claims: [OrderClaim]
  ) async throws(DatabaseFileError) -> [String] {
    try await write(.entered(entry, claims: claims)).taken
  }

  /// Writes down that an order is about to be sent, perhaps again.
  ///
  /// - Parameters:
  ///   - key: the order's key.
  ///   - lock: the lock of its scope.
  ///   - clock: the clocks.
  /// - Returns: when that was, by a clock that cannot be put forward; nil if it may not be sent: it is not in the
  ///   book, or somebody has settled it or given it up.
  /// - Throws: a `DatabaseFileError` if the book cannot be written, or the lock is another machine's by now;
  ///   ``OrderBookClosed`` if nothing of it was sent yet and the book is closed.
  public func willSend(
    _ key: String, under lock: OrderLock, _ clock: OrderClock
  ) async throws -> Uptime? {
    var uptime = clock.uptime()
    try await openIfOver(at: uptime)
    while true {
      let event = OrderEvent.willBeSent(key: key, at: clock.now().milliseconds)
      let outcome = try await write(event, under: lock, at: uptime)
      if outcome.isKeptOut { throw OrderBookClosed() }
      guard outcome.hasChanged else { return nil }
      // A machine that was frozen meanwhile asks again whether the lock is still its own.
      guard lock.shared != nil, clock.uptime().elapsed(since: uptime) > Self.longestWrite else {
        return uptime
      }
      uptime = clock.uptime()
    }
  }

  /// Takes away the marks whose time is over, for all who read the book: read anew from a log, they would close it
  /// for as long again.
  ///
  /// A log-out that is only slow closes it again, and looks after that for orders that were begun.
  private func openIfOver(at uptime: Uptime) async throws(DatabaseFileError) {
    let marks: [String]
    do {
      // What this machine has read is enough: a mark that it has not read closes the book for a while.
      marks = try readNow { try OrderEvent.marksOver($0, at: uptime) }
    } catch {
      throw DatabaseFileError(error, path: path)
    }
    for mark in marks { _ = try await write(.opened(mark: mark), at: uptime, ifOver: true) }
  }

  /// How long it may take until what was written under a lock is acted upon; shorter than such a lock lasts.
  private static let longestWrite = SharedHistory<OrderEvent>.lapse / 3

  /// Writes down that an order is in doubt; the scope must be locked.
  public func leaveInDoubt(_ key: String, under lock: OrderLock) async throws(DatabaseFileError) {
    _ = try await write(.inDoubt(key: key), under: lock)
  }

  /// Settles an order that was carried out.
  ///
  /// - Parameters:
  ///   - key: the order's key.
  ///   - answer: the answer for the one who ordered it, as JSON.
  ///   - made: the id of what it made, if that is known.
  /// - Throws: a `DatabaseFileError` if the book cannot be written.
  public func settle(
    _ key: String, answer: String, made: String?
  ) async throws(DatabaseFileError) {
    _ = try await write(.settled(key: key, answer: answer, made: made))
  }

  /// Takes out an order that was certainly not carried out, as if it had never been; the scope must be
  /// locked.
  public func withdraw(_ key: String, under lock: OrderLock) async throws(DatabaseFileError) {
    _ = try await write(.withdrawn(key: key), under: lock)
  }

  /// Takes out the orders of a scope that were never sent: what made them has ended.
  ///
  /// - Parameters:
  ///   - scope: the scope.
  ///   - key: the order that is to stay.
  ///   - lock: the lock of the scope.
  /// - Throws: a `DatabaseFileError` if the book cannot be written.
  public func dropUnsent(
    in scope: String, but key: String, under lock: OrderLock
  ) async throws(DatabaseFileError) {
    _ = try await write(.dropped(scope: scope, but: key), under: lock)
  }

  /// Gives up an order that is open; what it claimed is free.
  ///
  /// - Returns: whether it was open.
  public func giveUp(_ key: String) async throws(DatabaseFileError) -> Bool {
    try await write(.givenUp(key: key)).hasChanged
  }

  /// How long a book is closed after a machine has read that it is; an order that comes later opens it for all.
  public static var longestClosed: Duration { .seconds(60) }

  /// Keeps orders from being begun, see ``ClosedOrderBooks``.
  ///
  /// - Parameter mark: who does so; anew, if it did so before.
  func close(as mark: String) async throws(DatabaseFileError) {
    _ = try await write(.closed(mark: mark))
  }

  /// Lets orders be begun, unless another keeps them from it.
  func reopen(as mark: String) async throws(DatabaseFileError) {
    _ = try await write(.opened(mark: mark))
  }
}
