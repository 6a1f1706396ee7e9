public import Bank

/// An account and what is in it.
public struct AccountOverview: Sendable, Hashable, Codable {
  /// The account.
  public let account: Account

  /// What is in its main category.
  public let balance: Balance

  /// Puts an account and its balance together.
  public init(account: Account, balance: Balance) {
    self.account = account
    self.balance = balance
  }

  /// All accounts of a customer, in the bank's order.
  static func all(at bank: any Bank) async throws -> [AccountOverview] {
    var overviews: [AccountOverview] = []
    for account in try await bank.accounts() {
      overviews.append(
        AccountOverview(account: account, balance: try await bank.balance(of: account.id)))
    }
    return overviews
  }
}
