package import Bank

/// The way into a bank that is not asked: for showing that there is one, and for replays from a record,
/// whose person may have read a token file again.
package struct ClosedLogin: BankLogin {
  /// What everything ends with.
  package static let error = BankError.notConnected

  /// Makes a way in.
  package init() {}

  package var tokenFile: String? { "token" }
  package var hasToken: Bool { false }
  package var tokenDigest: String? { nil }
  package var tokenChanges: Int { 0 }
  package func readTokenFile() throws(BankError) -> Bool { throw Self.error }
  package func logIn(with token: String) async throws(BankError) -> BankIdentity {
    throw Self.error
  }
  package func identity() async throws(BankError) -> BankIdentity { throw Self.error }
  package func logOut() async throws(BankError) { throw Self.error }
}
