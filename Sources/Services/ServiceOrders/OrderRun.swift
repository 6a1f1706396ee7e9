public import ServiceBasics

/// The clocks and times by which orders are sent.
public struct OrderClock: Sendable {
  /// What time it is.
  public var now: @Sendable () -> Timestamp
  /// How long the machine has been running.
  public var uptime: @Sendable () -> Uptime
  /// After how long an unanswered request can no longer be carried out.
  public var settlingTime: Duration
  /// How many milliseconds the provider’s clock is ahead, as far as that is known.
  public var lead: @Sendable () -> Int64

  /// Makes a clock.
  public init(
    now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Uptime,
    settlingTime: Duration, lead: @escaping @Sendable () -> Int64 = { 0 }
  ) {
    self.now = now
    self.uptime = uptime
    self.settlingTime = settlingTime
    self.lead = lead
  }
}

/// The way of one order from the book to its answer: sends it, or looks for it, as `OrderProgress` says,
/// and writes each step down first.
public struct OrderRun<Work: OrderWork> {
  private var work: Work
  private var entry: OrderEntry
  private let basis: Work.Basis
  private let book: OrderBook
  private let lock: OrderLock
  private let clock: OrderClock
  private var progress: OrderProgress
  private var attempt = 0

  /// Makes a run of an order that is in the book.
  ///
  /// - Parameters:
  ///   - work: the order.
  ///   - entry: what the book has of it.
  ///   - book: the book.
  ///   - lock: the lock of the order's scope, held as long as it runs.
  ///   - clock: the clocks.
  /// - Throws: a `DecodingError` if what the book keeps beside the order cannot be read.
  public init(
    _ work: Work, _ entry: OrderEntry, in book: OrderBook, under lock: OrderLock,
    _ clock: OrderClock
  ) throws {
    self.work = work
    self.entry = entry
    self.book = book
    self.lock = lock
    self.clock = clock
    basis = try CanonicalJSON.value(entry.basis)
    progress = OrderProgress(restoring: entry.state, Work.repetition)
  }

  /// Has the order carried out, for the one who ordered it.
  ///
  /// - Throws: what kept it from being carried out; it is as if it had never been then.
  public mutating func carryOut() async throws -> OrderEnd<Work.Answer> {
    while true {
      attempt += 1
      switch progress.next(for: .owner) {
      case .send:
        if let end = try await send() { return end }
      case .look:
        if let end = try await lookAndSend() { return end }
      case .wait, .none: return .open(progress.state == .givenUp ? .givenUp : .unclear)
      }
    }
  }

  /// Looks for signs of the order; nothing is sent.
  ///
  /// - Returns: what was found.
  /// - Throws: what kept it from being looked for.
  public mutating func look() async throws -> OrderLookup<Work.Answer> {
    guard progress.next(for: .other) == .look else { return .unreadable }
    let look = try await work.look(entry, basis)
    if case .found(let made) = look { _ = try await settle(made) }
    return look
  }

  // MARK: - Sending

  /// Sends the order.
  ///
  /// Returns nil if it is to be tried again.
  private mutating func send() async throws -> OrderEnd<Work.Answer>? {
    let before = progress
    progress.willBeSent()
    do {
      guard let uptime = try await book.willSend(entry.key, under: lock, clock) else {
        return .open(.givenUp)
      }
      entry.sentBoot = uptime.boot
      entry.sentUptime = uptime.milliseconds
    } catch {
      // It is not sent if it cannot be written down.
      progress = before
      if progress.isOpen { return .open(.failed(error)) }
      try? await book.withdraw(entry.key, under: lock)
      throw error
    }
    let attempt = await work.send(entry, basis)
    progress.ended(with: attempt.kind)
    switch attempt {
    case .done(let made):
      // In the book it is open until that can be written down: then it is found out again.
      do { return try await settle(made) } catch { return .open(.failed(error)) }
    case .refused(let answer, let error): return try await refused(answer, error)
    case .notSent(let error), .none(let error): return try await failed(error)
    }
  }

  private mutating func refused(
    _ answer: Work.Answer?, _ error: any Error
  ) async throws -> OrderEnd<Work.Answer>? {
    guard progress.state == .inDoubt else {
      do { try await book.withdraw(entry.key, under: lock) } catch let storage {
        return .open(.failed(storage))
      }
      guard let answer else { throw error }
      return .refused(answer)
    }
    try? await book.leaveInDoubt(entry.key, under: lock)
    // What is there already cannot be made again.
    guard Work.repetition != .isAnsweredAlike,
      case .found(let made)? = try? await work.look(entry, basis)
    else { return .open(.refusedAgain(error)) }
    do { return try await settle(made) } catch { return .open(.failed(error)) }
  }

  private mutating func failed(_ error: any Error) async throws -> OrderEnd<Work.Answer>? {
    if progress.isOpen { try? await book.leaveInDoubt(entry.key, under: lock) }
    do {
      if try await work.wait(after: error, attempt: attempt, least: .zero) { return nil }
    } catch {
      return try await end(after: error)
    }
    return try await end(after: error)
  }

  /// Gives up after an error: an order that may have been carried out stays open, any other is taken
  /// out of the book.
  private func end(after error: any Error) async throws -> OrderEnd<Work.Answer> {
    guard !progress.isOpen else { return .open(.failed(error)) }
    do { try await book.withdraw(entry.key, under: lock) } catch let storage {
      // It stays in the book as one that was sent.
      return .open(.failed(storage))
    }
    throw error
  }

  // MARK: - Looking

  private mutating func lookAndSend() async throws -> OrderEnd<Work.Answer>? {
    do {
      let look = try await work.look(entry, basis)
      if case .found(let made) = look { return try await settle(made) }
      if Work.repetition == .doubles {
        guard case .none = look else { return .open(.unclear) }
      }
      let passed = clock.uptime().elapsed(since: entry.sentUp)
      let hasSettled = passed >= clock.settlingTime
      switch progress.afterLooking(for: .owner, hasSettled: hasSettled) {
      case .send: return try await send()
      case .wait:
        let left = clock.settlingTime - passed
        guard try await work.wait(after: nil, attempt: attempt, least: left) else {
          return .open(.unclear)
        }
        return nil
      case .look, .none: return .open(.unclear)
      }
    } catch {
      guard progress.isOpen else { throw error }
      return .open(.failed(error))
    }
  }

  /// Writes down that the order was carried out.
  private mutating func settle(
    _ made: OrderMade<Work.Answer>
  ) async throws -> OrderEnd<Work.Answer> {
    try await book.settle(entry.key, answer: try CanonicalJSON.text(made.answer), made: made.id)
    progress.wasFound()
    return .done(made.answer)
  }
}
