public import ServiceBasics
import ServiceStorage

/// An order that goes through a desk: beside how it is sent, what it is known by, and what has to be known
/// before it is sent.
public protocol BookedWork: OrderWork {
  /// The answer if the key belongs to another order.
  ///
  /// - Throws: an error of the work, if that is no answer of its orders.
  static var keyReused: Answer { get throws }

  /// The order's key.
  var key: String { get }
  /// What the provider knows the order by.
  var providerID: String { get }
  /// Orders of one scope exclude each other; a part of a file's name.
  var scope: String { get }

  /// Finds out what has to be known before the order is sent, or that it need not be sent.
  mutating func prepare() async throws -> OrderPreparation<Basis, Answer>

  /// The answer if another order has claimed some of what this one claims.
  ///
  /// - Parameter ids: what is claimed already.
  mutating func refusal(claimed ids: [String]) async throws -> Answer
}

extension BookedWork {
  /// The order's key, of work whose provider knows the order by it.
  public var providerID: String { key }

  /// That the key is another order’s: an order without claims is never asked.
  public mutating func refusal(claimed ids: [String]) async throws -> Answer {
    try Self.keyReused
  }
}

/// What is to be done with a new order.
public enum OrderPreparation<Basis: Sendable, Answer: Sendable>: Sendable {
  /// It need not be sent: this is the answer.
  case answered(Answer)
  /// It is to be booked and sent.
  case ready(Basis, claims: [OrderClaim])
}

/// Why a desk did not carry an order out, or does not know whether it did.
public enum OrderDeskError: Error {
  /// It may have been carried out.
  case outcomeUnknown(OrderDoubt)
  /// An earlier order of the scope has to be settled first; its key. Nothing was sent.
  case earlierOrder(String)
  /// Another order of the scope is being carried out, and took too long. Nothing was sent.
  case underWay
  /// A file of the book cannot be used. Nothing was sent.
  case storage(path: String, cause: CodedText)
}

/// Carries orders out, each once for its key: it is in the book before it is sent, alone in its scope while
/// it is sent, and in doubt until an answer, a sign or a person settles it.
public struct OrderDesk: Sendable {
  /// The book in which its orders are kept.
  public let book: OrderBook
  /// The clocks and times by which orders are sent.
  public var clock: OrderClock
  /// How long an order waits for another of its scope.
  public var longestWait: Duration
  /// The sleep and the dice of waiting for another process.
  public var timing: Timing
  /// What is thrown for an order that was not begun, as its book is closed; nothing was sent.
  public var closedError: any Error = OrderBookClosed()

  /// Makes a desk.
  public init(_ book: OrderBook, _ clock: OrderClock, longestWait: Duration, timing: Timing) {
    self.book = book
    self.clock = clock
    self.longestWait = longestWait
    self.timing = timing
  }

  /// Carries an order out, once for its key.
  ///
  /// It is not begun while another of the same owner and scope is open, or while the book is closed.
  ///
  /// - Parameters:
  ///   - work: the order.
  ///   - owner: whose order it is; nil if that is not known.
  /// - Returns: the answer, of now or of when it was carried out.
  /// - Throws: an ``OrderDeskError``, a `DatabaseFileError` of the book, ``closedError``, or what the work throws.
  public func carryOut<Work: BookedWork>(
    _ work: Work, of owner: () async throws -> String?
  ) async throws -> Work.Answer {
    if let answer = try await answered(work) { return answer }
    let wasBooked = try await book.entry(work.key) != nil
    let lock: OrderLock
    do {
      lock = try await self.lock(work.scope)
    } catch  where wasBooked {
      // It may have been carried out, and nobody has looked.
      throw OrderDeskError.outcomeUnknown(.failed(error))
    }
    return try await lock.releasing { try await carryOut(work, of: owner, under: $0) }
  }

  private func carryOut<Work: BookedWork>(
    _ work: Work, of owner: () async throws -> String?, under lock: OrderLock
  ) async throws -> Work.Answer {
    // Another process may have carried it out in the meantime.
    if let answer = try await answered(work) { return answer }
    if let entry = try await book.entry(work.key) {
      return try await finish(work, entry, under: lock)
    }
    try await book.dropUnsent(in: work.scope, but: work.key, under: lock)
    let owner = try await owner()
    if let open = try await book.open(in: work.scope, of: owner).first {
      throw OrderDeskError.earlierOrder(open.key)
    }
    return try await begin(work, of: owner, under: lock)
  }

  /// The answer of an order that is settled, or whose key belongs to another.
  private func answered<Work: BookedWork>(_ work: Work) async throws -> Work.Answer? {
    guard let entry = try await book.entry(work.key) else { return nil }
    guard entry.kind == Work.kind, entry.contents == (try CanonicalJSON.text(work.order)) else {
      return try Work.keyReused
    }
    return try entry.answer.map { try CanonicalJSON.value($0) }
  }

  /// Books a new order and sends it.
  private func begin<Work: BookedWork>(
    _ work: Work, of owner: String?, under lock: OrderLock
  ) async throws -> Work.Answer {
    var work = work
    let basis: Work.Basis
    let claims: [OrderClaim]
    switch try await work.prepare() {
    case .answered(let answer): return answer
    case .ready(let found, let claimed): (basis, claims) = (found, claimed)
    }
    let now = clock.now()
    let entry = OrderEntry(
      key: work.key, providerID: work.providerID, owner: owner, scope: work.scope, kind: Work.kind,
      contents: try CanonicalJSON.text(work.order), basis: try CanonicalJSON.text(basis),
      orderedAt: Timestamp(milliseconds: now.milliseconds + clock.lead()), now: now)
    let taken = try await book.enter(entry, claiming: claims)
    guard taken.isEmpty else { return try await work.refusal(claimed: taken) }
    return try await finish(work, entry, under: lock)
  }

  /// Sends a booked order until it is settled.
  private func finish<Work: BookedWork>(
    _ work: Work, _ entry: OrderEntry, under lock: OrderLock
  ) async throws -> Work.Answer {
    switch try await run(work, entry, under: lock) {
    case .done(let answer), .refused(let answer): return answer
    case .open(let doubt): throw OrderDeskError.outcomeUnknown(doubt)
    }
  }

  /// Sends a booked order until it is settled, or it cannot be found out what became of it.
  ///
  /// - Parameters:
  ///   - work: the order.
  ///   - entry: what the book has of it.
  ///   - lock: the lock of its scope.
  /// - Returns: how it ended.
  /// - Throws: what kept it from being carried out; it is as if it had never been then.
  public func run<Work: BookedWork>(
    _ work: Work, _ entry: OrderEntry, under lock: OrderLock
  ) async throws -> OrderEnd<Work.Answer> {
    var run = try OrderRun(work, entry, in: book, under: lock, clock)
    do {
      return try await run.carryOut()
    } catch is OrderBookClosed {
      throw closedError
    }
  }

  /// Waits until no other order of a scope is under way.
  ///
  /// - Returns: what keeps others away: tasks of this process, other processes and machines that use the book.
  /// - Throws: an ``OrderDeskError``, or a `CancellationError`.
  public func lock(_ scope: String) async throws -> OrderLock {
    switch book.sharing {
    case .none(let scopes):
      guard let lock = try await scopes.lock(scope, waitingUpTo: longestWait, timing) else {
        throw OrderDeskError.underWay
      }
      return lock
    case .folder:
      do {
        let lock = try await FileLock(
          "\(book.place)/\(scope).lock", waitingUpTo: longestWait, timing: timing)
        return OrderLock { lock.release() }
      } catch FileLock.Failure.held {
        throw OrderDeskError.underWay
      } catch FileLock.Failure.system(let path, let cause) {
        throw OrderDeskError.storage(path: path, cause: CodedText(words: cause))
      }
    case .log(let history):
      do {
        guard let lock = try await history.lock(scope, waitingUpTo: longestWait) else {
          throw OrderDeskError.underWay
        }
        return OrderLock(lock)
      } catch let failure as SharedLogFailure {
        let error = DatabaseFileError(failure, path: failure.place)
        throw OrderDeskError.storage(path: error.path, cause: error.reason)
      }
    }
  }
}
