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
    return try await told(about: work.account) { desk in
      try await desk.carryOut(work) { try await customer() }
    }
  }

  /// Does something at the desk of this client's orders.
  ///
  /// - Throws: what a caller is to catch.
  func told<Value>(
    about account: Account.ID, _ use: (OrderDesk) async throws -> Value
  ) async throws -> Value {
    do {
      return try await use(desk)
    } catch let failure as CallFailure<Starling.Failure> {
      throw failure.thrown(about: account)
    } catch let error as DatabaseFileError {
      throw BankError(error)
    } catch let error as OrderDeskError {
      throw BankError(error, about: account)
    }
  }

  // MARK: - The book

  /// Where this client's orders are carried out.
  var desk: OrderDesk {
    let timing = configuration.timing
    return OrderDesk(
      orders,
      OrderClock(
        now: { Timestamp(timing.now()) }, uptime: timing.uptime,
        settlingTime: configuration.settlingTime, lead: { [memory] in memory.clockLead }),
      longestWait: max(configuration.patience.longestWait, configuration.requestTimeout),
      // Somebody else's work is waited for, which takes real time.
      timing: Timing(
        sleep: timing.expire, expire: timing.expire, random: timing.random, uptime: timing.uptime))
  }

  func entry(_ key: String) async throws(BankError) -> OrderEntry? {
    try await book { try await $0.entry(key) }
  }

  /// Reads or writes the book.
  ///
  /// - Throws: `storage`; `inUse` if another process has the book.
  func book<Value>(
    _ use: (OrderBook) async throws -> Value
  ) async throws(BankError) -> Value {
    do { return try await use(orders) } catch {
      throw error as? BankError
        ?? BankError(DatabaseFileError(error, path: orders.place))
    }
  }

  /// The customer that the token in use speaks for; nil if the bank does not say.
  func customer() async throws -> String? {
    let token = try await tokenInUse()
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

extension BankError {
  /// Makes the error that a caller gets for an order that the desk did not carry out.
  init(_ error: OrderDeskError, about account: Account.ID) {
    self =
      switch error {
      case .outcomeUnknown(let doubt): .outcomeUnknown(cause: doubt.cause(about: account))
      case .earlierOrder(let key): .earlierOrder(key, of: account)
      case .underWay: .orderUnderWay()
      case .storage(let path, let cause): .storage(path: path, cause: cause)
      }
  }
}

extension OrderDoubt {
  /// Why it is not known what became of an order.
  func cause(about account: Account.ID) -> CodedText {
    switch self {
    case .refusedAgain(let error): .refusedAgain(Self.cause(of: error))
    case .failed(let error):
      Self.wantsToken(error, account)
        ? .wantsToken(Self.cause(of: error)) : Self.cause(of: error)
    case .unclear: .unclear
    case .givenUp: .givenUp
    }
  }

  private static func cause(of error: any Error) -> CodedText {
    switch error {
    case let failure as CallFailure<Starling.Failure>: failure.cause
    case is CancellationError: CallFailure<Starling.Failure>.cancelled(wasSent: true).cause
    case let error as BankError: error.reason ?? error.codeInWords
    case OrderDeskError.storage(_, let cause): .orderFileUnusable(cause)
    case is OrderDeskError: CallFailure<Starling.Failure>.cancelled(wasSent: true).cause
    case let error as DatabaseFileError: .orderFileUnusable(error.reason)
    default: .unexpected(error)
    }
  }

  private static func wantsToken(_ error: any Error, _ account: Account.ID) -> Bool {
    let error =
      (error as? CallFailure<Starling.Failure>)?.bankError(about: account) ?? error as? BankError
    return error?.code == .notLoggedIn || error?.code == .token
  }
}

extension BankError {
  /// The code, for an error without a cause.
  fileprivate var codeInWords: CodedText {
    switch code {
    case .inUse: .fileInUse
    case .orderUnderWay: CodedText("order-under-way", "another order is under way")
    case .unknownAccount: CodedText("account-not-found", "the bank cannot find the account")
    default: CodedText(words: code.rawValue)
    }
  }
}
