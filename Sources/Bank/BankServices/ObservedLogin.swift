import Bank
import DataSets

/// The log-in of a bank, which tells the data sets when another customer may be in.
struct ObservedLogin: BankLogin {
  let login: any BankLogin
  let repository: Repository<BankError>

  var tokenFile: String? { login.tokenFile }

  var hasToken: Bool { login.hasToken }

  var tokenDigest: String? { login.tokenDigest }

  var tokenChanges: Int { login.tokenChanges }

  var logOutEndsVisit: Bool { login.logOutEndsVisit }

  func refresh() async { await login.refresh() }

  func readTokenFile() throws(BankError) -> Bool {
    let isAnother = try login.readTokenFile()
    if isAnother { repository.loggedIn() }
    return isAnother
  }

  func logIn(with token: String) async throws(BankError) -> BankIdentity {
    let identity = try await login.logIn(with: token)
    repository.loggedIn(as: identity.user)
    return identity
  }

  func identity() async throws(BankError) -> BankIdentity {
    let identity = try await login.identity()
    if let user = identity.user { repository.identified(user) }
    return identity
  }

  func logOut() async throws(BankError) {
    try await repository.logOut { () async throws(BankError) in try await login.logOut() }
  }
}

/// The access token of a bank, as the data sets see it.
struct TokenCredentials: Credentials {
  let login: any BankLogin

  var digest: String? { login.tokenDigest }

  var changes: Int { login.tokenChanges }

  func refresh() async { await login.refresh() }

  func identify() async throws -> IdentifiedUser? { try await login.identity().user }
}

extension BankIdentity {
  fileprivate var user: IdentifiedUser? {
    guard let tokenDigest, let holder else { return nil }
    return IdentifiedUser(credential: tokenDigest, user: holder)
  }
}
