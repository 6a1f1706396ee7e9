import Bank
import FoundationEssentials
import ServiceBasics
import ServiceCalls
import ServiceOrders
import ServiceStorage
import StarlingAPI

extension HTTPBank {
  /// Carries an order out, once for its key.
  ///
  /// It is not begun while another of the customer's of its scope is open.
  func carryOut<Work: BankOrderWork>(_ work: Work) async throws -> Work.Answer {
    guard Identifier<Work>(work.key) != nil, Identifier<Work>(work.providerID) != nil else {
      throw BankError.invalidRecord(cause: "the key of an order must be a UUID")
    }
    if let answer = try answered(work) { return answer }
    let wasBooked = try entry(work.key) != nil
    let lock: FileLock
    do {
      lock = try await self.lock(work.scope)
    } catch  where wasBooked {
      // It may have been carried out, and nobody has looked.
      let cause =
        (error as? BankError)?.reason
        ?? CallFailure<Starling.Failure>.cancelled(wasSent: true).cause
      throw BankError.outcomeUnknown(cause: cause)
    }
    defer { lock.release() }
    // Another process may have carried it out in the meantime.
    if let answer = try answered(work) { return answer }
    if let entry = try entry(work.key) { return try await finish(work, entry) }
    try book { try $0.dropUnsent(in: work.scope, but: work.key) }
    let owner = try await customer()
    if let open = try book({ try $0.open(in: work.scope, of: owner) }).first {
      throw BankError.earlierOrder(open.key, of: work.account)
    }
    return try await begin(work, of: owner)
  }

  /// The answer of an order that is settled, or whose key belongs to another.
  private func answered<Work: BankOrderWork>(_ work: Work) throws -> Work.Answer? {
    guard let entry = try entry(work.key) else { return nil }
    guard entry.kind == Work.kind, entry.contents == (try CanonicalJSON.text(work.order)) else {
      return Work.keyReused
    }
    return try entry.answer.map { try CanonicalJSON.value($0) }
  }

  /// Books a new order and sends it.
  private func begin<Work: BankOrderWork>(
    _ work: Work, of owner: String?
  ) async throws -> Work.Answer {
    var work = work
    let basis: Work.Basis
    let claims: [OrderClaim]
    do {
      switch try await work.prepare() {
      case .answered(let answer): return answer
      case .ready(let found, let claimed): (basis, claims) = (found, claimed)
      }
    } catch let failure as CallFailure<Starling.Failure> {
      throw failure.thrown(about: work.account)
    }
    let now = Timestamp(configuration.timing.now())
    let entry = OrderEntry(
      key: work.key, providerID: work.providerID, owner: owner, scope: work.scope, kind: Work.kind,
      contents: try CanonicalJSON.text(work.order), basis: try CanonicalJSON.text(basis),
      orderedAt: Timestamp(milliseconds: now.milliseconds + memory.clockLead), now: now)
    let taken = try book { try $0.enter(entry, claiming: claims) }
    guard taken.isEmpty else {
      return try await work.refusal(covered: taken.compactMap { Payment.ID($0) })
    }
    return try await finish(work, entry)
  }

  /// Sends a booked order until it is settled.
  private func finish<Work: BankOrderWork>(
    _ work: Work, _ entry: OrderEntry
  ) async throws -> Work.Answer {
    switch try await run(work, entry) {
    case .done(let answer), .refused(let answer): return answer
    case .open(let doubt): throw BankError.outcomeUnknown(cause: doubt.cause(about: work.account))
    }
  }

  /// Sends a booked order until it is settled, or it cannot be found out what became of it.
  ///
  /// - Throws: what kept it from being carried out; it is as if it had never been then.
  func run<Work: BankOrderWork>(
    _ work: Work, _ entry: OrderEntry
  ) async throws -> OrderEnd<Work.Answer> {
    do {
      var run = try OrderRun(work, entry, in: orders, clock)
      return try await run.carryOut()
    } catch let failure as CallFailure<Starling.Failure> {
      throw failure.thrown(about: work.account)
    } catch let error as DatabaseFileError {
      throw BankError(error)
    }
  }

  // MARK: - The book

  var clock: OrderClock {
    let timing = configuration.timing
    return OrderClock(
      now: { Timestamp(timing.now()) }, uptime: timing.uptime,
      settlingTime: configuration.settlingTime)
  }

  func entry(_ key: String) throws(BankError) -> OrderEntry? {
    try book { try $0.entry(key) }
  }

  /// Reads or writes the book.
  ///
  /// - Throws: `storage`; `inUse` if another process has the book.
  func book<Value>(_ use: (OrderBook) throws -> Value) throws(BankError) -> Value {
    do { return try use(orders) } catch {
      throw error as? BankError
        ?? BankError(DatabaseFileError(error, path: orders.folder))
    }
  }

  /// Waits until no other order of a scope is under way.
  ///
  /// - Throws: `orderUnderWay` if another order holds it longer than the limit, `storage`, or a
  ///   `CancellationError`.
  func lock(_ scope: String) async throws -> FileLock {
    do {
      return try await FileLock(
        "\(orders.folder)/\(scope).lock",
        waitingUpTo: max(configuration.patience.longestWait, configuration.requestTimeout),
        // Somebody else's work is waited for, which takes real time.
        timing: Timing(sleep: configuration.timing.expire, random: configuration.timing.random))
    } catch FileLock.Failure.held {
      throw BankError.orderUnderWay()
    } catch FileLock.Failure.system(let path, let cause) {
      throw BankError.storage(path: path, cause: CodedText(words: cause))
    }
  }

  /// The customer that the token in use speaks for; nil if the bank does not say.
  func customer() async throws -> String? {
    let token = try tokenInUse()
    if let known = memory.customer(of: token) { return known }
    var budget = makeBudget()
    do throws(CallFailure<Starling.Failure>) {
      let holder = try await requester.ask(Starling.GetIdentity(), &budget).accountHolderUid
      if let holder { memory.note(holder, of: token) }
      return holder
    } catch {
      if case .refused(let failure) = error, !failure.isInvalidToken { return nil }
      throw error.thrown()
    }
  }
}

extension OrderDoubt {
  /// Why it is not known what became of an order.
  func cause(about account: Account.ID) -> CodedText {
    switch self {
    case .refusedAgain(let error): .refusedAgain(Self.cause(of: error).words)
    case .failed(let error):
      Self.wantsToken(error, account)
        ? .wantsToken(Self.cause(of: error).words) : Self.cause(of: error)
    case .unclear: .unclear
    case .givenUp: .givenUp
    }
  }

  private static func cause(of error: any Error) -> CodedText {
    switch error {
    case let failure as CallFailure<Starling.Failure>: failure.cause
    case is CancellationError: CallFailure<Starling.Failure>.cancelled(wasSent: true).cause
    case let error as BankError: error.reason ?? CodedText(words: error.code.rawValue)
    case let error as DatabaseFileError: "\(error.path): \(error.cause)"
    default: "\(error)"
    }
  }

  private static func wantsToken(_ error: any Error, _ account: Account.ID) -> Bool {
    let error =
      (error as? CallFailure<Starling.Failure>)?.bankError(about: account) ?? error as? BankError
    return error?.code == .notLoggedIn || error?.code == .token
  }
}
