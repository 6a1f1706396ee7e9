import Bank

/// The way into a bank, which tells the data sets when another customer may have come in.
struct ObservedLogin: BankLogin {
  let login: any BankLogin
  let sets: DataSets

  var tokenFile: String? { login.tokenFile }

  var hasToken: Bool { login.hasToken }

  func readTokenFile() throws(BankError) -> Bool {
    let isAnother = try login.readTokenFile()
    // Whose it is nobody has said yet.
    if isAnother { sets.loggedIn(as: nil) }
    return isAnother
  }

  func logIn(with token: String) async throws(BankError) -> BankIdentity {
    let identity = try await login.logIn(with: token)
    sets.loggedIn(as: identity.holder)
    return identity
  }

  func identity() async throws(BankError) -> BankIdentity {
    let identity = try await login.identity()
    if let holder = identity.holder { sets.holderKnown(holder) }
    return identity
  }

  func logOut() async throws(BankError) {
    try await login.logOut()
    sets.loggedOut()
  }
}
