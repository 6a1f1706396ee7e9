public import Bank
import Flowline

/// An account and what is in it.
public struct AccountOverview: Sendable, Hashable, Codable {
  /// The account.
  public let account: Account
  /// What is in its main category.
  public let balance: Balance

  static func all(at bank: any Bank) async throws -> [AccountOverview] {
    var overviews: [AccountOverview] = []
    for account in try await bank.accounts() {
      overviews.append(
        AccountOverview(account: account, balance: try await bank.balance(of: account.id)))
    }
    return overviews
  }

  /// The account as a choice: its handle is the key, so that scripts can be read.
  func option<Value>(_ value: Value) -> Option<Value> {
    Option(
      account.handle, value, label: Text(verbatim: account.name),
      detail: texts("account.available", .money(balance.effective)))
  }
}
