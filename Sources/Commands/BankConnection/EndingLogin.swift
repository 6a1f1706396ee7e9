public import Bank
import ServiceBasics
public import ServiceOrders

/// What a log-out ends besides the access tokens, at a server that knows its customers by their browsers.
public struct LogOutEnding: Sendable {
  /// The book of what the customer ordered elsewhere and could not look into afterwards; nil if there is none.
  public var otherOrders: @Sendable () throws -> OrderBook?
  /// Ends it, once the bank has ended the tokens and before the customer is told so.
  public var end: @Sendable () async throws(BankError) -> Void

  /// Names what is ended; nothing is done yet.
  ///
  /// - Parameters:
  ///   - otherOrders: the book of what the customer ordered at another service; nil if there is none. While an order
  ///     in it is open, a log-out is refused, and while the customer is being logged out, none is begun.
  ///   - end: ends it; what it throws is what the log-out throws, which can be tried again.
  public init(
    otherOrders: @escaping @Sendable () throws -> OrderBook?,
    end: @escaping @Sendable () async throws(BankError) -> Void
  ) {
    self.otherOrders = otherOrders
    self.end = end
  }
}

/// A log-in whose log-out ends something else as well.
struct EndingLogin: BankLogin {
  private let login: any BankLogin
  private let orders: any OpenOrders
  private let book: OrderBook
  private let ending: LogOutEnding

  /// Makes a log-in.
  ///
  /// - Parameters:
  ///   - login: the log-in itself.
  ///   - orders: the customer's open orders at the bank.
  ///   - book: the book that they are in.
  ///   - ending: what the log-out ends.
  init(
    _ login: any BankLogin, with orders: any OpenOrders, in book: OrderBook,
    _ ending: LogOutEnding
  ) {
    self.login = login
    self.orders = orders
    self.book = book
    self.ending = ending
  }

  var tokenFile: String? { login.tokenFile }
  var hasToken: Bool { login.hasToken }
  var tokenDigest: String? { login.tokenDigest }
  var tokenChanges: Int { login.tokenChanges }
  var logOutEndsVisit: Bool { true }

  func refresh() async { await login.refresh() }

  func readTokenFile() throws(BankError) -> Bool { try login.readTokenFile() }

  func logIn(with token: String) async throws(BankError) -> BankIdentity {
    try await login.logIn(with: token)
  }

  func identity() async throws(BankError) -> BankIdentity { try await login.identity() }

  /// Logs out and ends what ends with it, also if the bank does not know the token any more.
  ///
  /// No order is begun meanwhile, nor afterwards by what is still under way.
  ///
  /// - Throws: `earlierOrder` if an order was never answered: the customer could not look into it afterwards;
  ///   `orderElsewhere` if it is one of another service.
  func logOut() async throws(BankError) {
    let remark: BankError?
    do {
      remark = try await closingBooks()
    } catch let error as BankError {
      throw error
    } catch let error as DatabaseFileError {
      throw BankError(error)
    } catch {
      throw BankError.unavailable(cause: .unexpected(error))
    }
    if let remark { throw remark }
  }

  /// Logs out while no order is begun.
  ///
  /// - Returns: what is thrown in the end: that the bank does not know the token any more; nil for nothing.
  private func closingBooks() async throws -> BankError? {
    let others = try otherBook()
    return try await ClosedOrderBooks.closing([book] + [others].compactMap(\.self)) { closed in
      let before = Set(try await book.open().map(\.key))
      let open = try await orders.openOrders().first
      try await refuseIfOpen(open, in: others)
      var remark: BankError?
      do throws(BankError) {
        try await login.logOut()
      } catch {
        guard error.code == .notLoggedIn else { throw error }
        remark = error
      }
      // The bank may have taken its time.
      try await closed.renew()
      // Without a token nobody knows whose orders these are: those of other customers were open before.
      let begun = try await orders.openOrders().first { !before.contains($0.id) }
      try await refuseIfOpen(begun, in: others)
      try await ending.end()
      return remark
    }
  }

  private func otherBook() throws(BankError) -> OrderBook? {
    do { return try ending.otherOrders() } catch { throw Self.unread }
  }

  private func refuseIfOpen(_ open: OpenOrder?, in others: OrderBook?) async throws {
    if let open { throw BankError.earlierOrder(open.id, of: open.account) }
    let other: OrderEntry?
    do { other = try await others?.open().first } catch { throw Self.unread }
    if other != nil { throw BankError.orderElsewhere() }
  }

  private static var unread: BankError {
    .unavailable(cause: .openOrdersUnread)
  }
}
