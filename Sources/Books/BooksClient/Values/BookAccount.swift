public import FreeAgentAPI
public import Money

/// A bank account in the books.
public struct BookAccount: Sendable, Hashable, Codable {
  /// What the service knows it by.
  public let id: BookID<FreeAgent.BankAccount>
  /// What the users call the account.
  public let name: String
  /// The currency of the account and of its transactions.
  public let currency: Currency
  /// Whether it is a person’s own.
  public let isPersonal: Bool
  /// What is in it; nil if the service does not say.
  public let balance: Money?
  /// How many transactions nobody has explained.
  public let unexplained: Int
  /// How many explanations wait for approval.
  public let toApprove: Int
}

extension BookAccount {
  init?(_ account: FreeAgent.BankAccount) {
    guard let id = BookID(account.url) else { return nil }
    let currency = account.currency.flatMap { Currency(code: $0) } ?? .gbp
    self.id = id
    name = account.name ?? id.text
    self.currency = currency
    isPersonal = account.isPersonal ?? false
    balance = account.currentBalance.flatMap { Money(exactly: $0, currency: currency) }
    // Counts are added up: one that no account can have must not overflow the sum.
    unexplained = account.unexplainedTransactionCount.map { Int(UInt32(clamping: $0)) } ?? 0
    toApprove = account.markedForReviewCount.map { Int(UInt32(clamping: $0)) } ?? 0
  }
}
