public import Money

/// A bank account of the customer.
public struct Account: Sendable, Hashable, Codable, Identifiable {
  /// The identity of an account.
  public typealias ID = Identifier<Account>

  /// The account's id.
  public let id: ID

  /// A short name that people type to choose the account, such as `personal`; unique at a bank.
  public let handle: String

  /// The name to show, such as "Personal".
  public let name: String

  /// The currency of the account's balance and of every payment's `amount`.
  public let currency: Currency

  /// The main category: what is in it is spendable, what is in a goal is not.
  public let defaultCategory: Account.Category.ID

  /// Makes an account's description.
  public init(
    id: ID, handle: String, name: String, currency: Currency, defaultCategory: Account.Category.ID
  ) {
    self.id = id
    self.handle = handle
    self.name = name
    self.currency = currency
    self.defaultCategory = defaultCategory
  }
}
