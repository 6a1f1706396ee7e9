public import Bank

/// What a log-out ends besides the access tokens, at a server that knows its customers by their browsers.
public struct LogOutEnding: Sendable {
  /// Throws if there is something else that the customer could not look into afterwards.
  public var check: @Sendable () async throws(BankError) -> Void
  /// Ends it, once the bank has ended the tokens and before the customer is told so.
  public var end: @Sendable () async throws(BankError) -> Void

  /// Names what is ended; nothing is done yet.
  ///
  /// - Parameters:
  ///   - check: throws if there is something besides the bank's orders that the customer could not look into
  ///     afterwards; nothing was sent then.
  ///   - end: ends it; what it throws is what the log-out throws, which can be tried again.
  public init(
    check: @escaping @Sendable () async throws(BankError) -> Void,
    end: @escaping @Sendable () async throws(BankError) -> Void
  ) {
    self.check = check
    self.end = end
  }
}

/// A log-in whose log-out ends something else as well.
struct EndingLogin: BankLogin {
  private let login: any BankLogin
  private let orders: any OpenOrders
  private let ending: LogOutEnding

  init(_ login: any BankLogin, with orders: any OpenOrders, _ ending: LogOutEnding) {
    self.login = login
    self.orders = orders
    self.ending = ending
  }

  var tokenFile: String? { login.tokenFile }
  var hasToken: Bool { login.hasToken }
  var tokenDigest: String? { login.tokenDigest }
  var tokenChanges: Int { login.tokenChanges }

  func refresh() async { await login.refresh() }

  func readTokenFile() throws(BankError) -> Bool { try login.readTokenFile() }

  func logIn(with token: String) async throws(BankError) -> BankIdentity {
    try await login.logIn(with: token)
  }

  func identity() async throws(BankError) -> BankIdentity { try await login.identity() }

  /// Logs out and ends what ends with it, also if the bank does not know the token any more.
  ///
  /// - Throws: `earlierOrder` if an order was never answered: the customer could not look into it afterwards. So it
  ///   is with what the ending checks.
  func logOut() async throws(BankError) {
    if let open = try await firstOpenOrder() {
      throw BankError.earlierOrder(open.id, of: open.account)
    }
    try await ending.check()
    do throws(BankError) {
      try await login.logOut()
    } catch {
      if error.code == .notLoggedIn { try await ending.end() }
      throw error
    }
    try await ending.end()
  }

  private func firstOpenOrder() async throws(BankError) -> OpenOrder? {
    do {
      return try await orders.openOrders().first
    } catch {
      throw (error as? BankError) ?? BankError.unavailable(cause: "\(error)")
    }
  }
}
