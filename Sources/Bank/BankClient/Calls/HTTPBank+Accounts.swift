public import Bank
public import StarlingAPI

extension HTTPBank {
  /// The numbers by which other banks know an account.
  public func identifiers(of account: Account.ID) async throws -> Starling.AccountIdentifiers {
    try await ask(Starling.GetAccountIdentifiers(account: account.text), about: account)
  }

  /// Whether there is enough in an account for a payment.
  ///
  /// - Parameters:
  ///   - account: the account's id.
  ///   - minorUnits: the amount in the minor units of the account's currency, not negative.
  /// - Returns: the bank's answer.
  /// - Throws: a `BankError`.
  public func confirmationOfFunds(
    of account: Account.ID, minorUnits: Int64
  ) async throws -> Starling.ConfirmationOfFunds {
    try await ask(
      Starling.GetConfirmationOfFunds(account: account.text, minorUnits: minorUnits),
      about: account)
  }

  /// The goals and spending spaces of an account.
  public func spaces(of account: Account.ID) async throws -> Starling.Spaces {
    try await ask(Starling.GetSpaces(account: account.text), about: account)
  }
}
