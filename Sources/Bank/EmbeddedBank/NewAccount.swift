public import Bank
public import Money

/// An account to open at the embedded bank.
public struct NewAccount: Sendable, Hashable {
  /// The id, or `nil` for one from the bank's source of ids.
  public var id: Account.ID?

  /// The id of the main category, or `nil` for one from the bank's source of ids.
  public var defaultCategory: Account.Category.ID?

  /// A short name that people type; no other account of the bank may have it.
  public var handle: String

  /// The name to show.
  public var name: String

  /// The currency of what will be in it.
  public var currency: Currency

  /// Describes an account to open.
  public init(
    id: Account.ID? = nil, defaultCategory: Account.Category.ID? = nil, handle: String,
    name: String,
    currency: Currency
  ) {
    self.id = id
    self.defaultCategory = defaultCategory
    self.handle = handle
    self.name = name
    self.currency = currency
  }
}
