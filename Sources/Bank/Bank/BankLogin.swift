public import ServiceBasics

/// The way into a bank that lets nobody in without an access token.
///
/// A token is a secret: whatever conforms shows it to nobody, in no text and no error.
public protocol BankLogin: Sendable {
  /// The file that the token is read from; nil if it does not come from a file.
  var tokenFile: String? { get }

  /// Whether there is a token to try.
  var hasToken: Bool { get }

  /// The SHA-256 digest of the token in use, in hexadecimal: equal for equal tokens, and no token
  /// follows from it. Nil if there is no token.
  var tokenDigest: String? { get }

  /// How often another token, or none, has come into use so far; it never falls. If it is the same
  /// before and after some requests, all of them were made with one token.
  var tokenChanges: Int { get }

  /// Takes note of what other servers that share the token have done with it; does nothing if none does.
  func refresh() async

  /// Reads the token file again.
  ///
  /// - Returns: whether another token is in it than the one in use.
  /// - Throws: `BankError` with the code `token` if the file cannot be used; it says why.
  func readTokenFile() throws(BankError) -> Bool

  /// Takes a token from now on, if the bank does.
  ///
  /// - Parameter token: the token as it was typed or read.
  /// - Returns: the customer that the token belongs to.
  /// - Throws: `notLoggedIn` if the bank does not accept it, `token` if the text cannot be a token,
  ///   and whatever else keeps the bank from answering; the token in use stays then.
  func logIn(with token: String) async throws(BankError) -> BankIdentity

  /// Who the token in use speaks for.
  func identity() async throws(BankError) -> BankIdentity

  /// Whether a log-out also ends what the program knows of the customer besides: tasks that were begun, and
  /// log-ins at other services.
  ///
  /// It does at a server, which knows its customers by their browsers.
  var logOutEndsVisit: Bool { get }

  /// Has the bank forget all access tokens of the customer.
  func logOut() async throws(BankError)
}

extension BankLogin {
  /// False: a log-out ends the access tokens, and nothing else.
  public var logOutEndsVisit: Bool { false }

  /// No other server shares the token.
  public func refresh() async {}
}

/// Whom an access token speaks for, and what it allows.
public struct BankIdentity: Sendable, Hashable, Codable {
  /// The customer, in the bank's words; nil if it does not say.
  public let holder: String?

  /// When the token ends; nil if the bank does not say.
  public let expiresAt: Timestamp?

  /// What the token allows, in the bank's words, such as `savings-goal:read`.
  public let scopes: [String]

  /// The SHA-256 digest of the token that the bank was asked with; nil if that is not known.
  ///
  /// It is not written as JSON.
  public var tokenDigest: String?

  private enum CodingKeys: CodingKey {
    case holder, expiresAt, scopes
  }

  /// Makes a description.
  public init(
    holder: String?, expiresAt: Timestamp?, scopes: [String], tokenDigest: String? = nil
  ) {
    self.holder = holder
    self.expiresAt = expiresAt
    self.scopes = scopes
    self.tokenDigest = tokenDigest
  }
}
