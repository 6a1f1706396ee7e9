public import Bank
import ServiceBasics
import ServiceCalls
import StarlingAPI

extension HTTPBank: BankLogin {
  /// The file that the token is read from.
  public var tokenFile: String? { requester.tokens.file?.path }

  /// Whether there is a token to try, as far as it is known here; a file that cannot be used has none.
  public var hasToken: Bool { requester.tokens.hasToken }

  /// The SHA-256 digest of the token in use, in hexadecimal; nil if there is no token.
  public var tokenDigest: String? { requester.tokens.digest }

  /// How often another token, or none, has come into use so far.
  public var tokenChanges: Int { requester.tokens.changes }

  /// Reads what other servers have written about the token they share.
  public func refresh() async { try? await requester.tokens.catchUp() }

  /// Reads the token file again, and takes what is in it if it is another token.
  public func readTokenFile() throws(BankError) -> Bool {
    do throws(AccessTokenError) {
      return try requester.tokens.readFile()
    } catch {
      throw BankError(error)
    }
  }

  /// Takes a token from now on, if the bank does.
  public func logIn(with text: String) async throws(BankError) -> BankIdentity {
    let token: AccessToken
    do throws(AccessTokenError) {
      token = try AccessToken(text)
    } catch {
      throw BankError(error)
    }
    let identity = try await identity(of: token)
    do throws(AccessTokenError) {
      try await requester.tokens.use(token)
    } catch {
      throw BankError(error)
    }
    return identity
  }

  /// Who the token in use speaks for.
  public func identity() async throws(BankError) -> BankIdentity { try await identity(of: nil) }

  /// Has the bank forget all access tokens of the customer, and forgets the one in use.
  public func logOut() async throws(BankError) {
    do {
      _ = try await requester.once(Starling.LogOut())
    } catch {
      // A token that the bank does not know is logged out already.
      guard case .refused(let failure) = error, failure.isInvalidToken else {
        if error.mayHaveBeenDone { throw .outcomeUnknown(cause: error.cause) }
        throw error.bankError()
      }
    }
    try await forgetToken()
  }

  /// Forgets the token in use here; the bank accepts it as before, wherever else it is known.
  ///
  /// - Throws: `token` if where it is kept cannot be written.
  public func forgetToken() async throws(BankError) {
    do throws(AccessTokenError) {
      try await requester.tokens.forget()
    } catch {
      throw BankError(error)
    }
  }

  /// The token to send.
  func tokenInUse() async throws(BankError) -> AccessToken {
    do throws(Unsendable) {
      return try await requester.tokens.token()
    } catch {
      throw CallFailure<Starling.Failure>.notAsked(error).bankError()
    }
  }

  private func identity(of typed: AccessToken?) async throws(BankError) -> BankIdentity {
    // Taken once, so that the answer is about this token even if somebody logs in meanwhile.
    let token: AccessToken
    if let typed { token = typed } else { token = try await tokenInUse() }
    var budget = makeBudget()
    let identity: Starling.Identity
    do throws(CallFailure<Starling.Failure>) {
      identity = try await requester.ask(Starling.GetIdentity(), &budget, token: token)
    } catch {
      throw error.bankError()
    }
    guard identity.authenticated != false else {
      throw .notLoggedIn(cause: .nobodyLoggedIn)
    }
    return BankIdentity(
      holder: identity.accountHolderUid,
      expiresAt: identity.expiresAt,
      scopes: identity.scopes ?? [], tokenDigest: token.digest)
  }
}
