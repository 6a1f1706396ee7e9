public import ServiceBasics

extension Starling {
  /// `Accounts`: the accounts of the customer.
  public struct Accounts: Codable, Sendable, Hashable {
    /// The accounts that could be read; nil if the answer has no list.
    public var accounts: [Account]?

    /// The elements that could not be read; they are never written.
    public var unread: [UnreadElement] = []

    private enum CodingKeys: String, CodingKey {
      case accounts
    }

    /// Makes it of its fields.
    public init(accounts: [Account]? = nil) {
      self.accounts = accounts
    }

    /// Reads the list; an element that cannot be read is left out.
    public init(from decoder: any Decoder) throws {
      let list = try decoder.container(keyedBy: CodingKeys.self)
        .decodeIfPresent(TolerantList<Account>.self, forKey: .accounts)
      accounts = list?.elements
      unread = list?.unread ?? []
    }
  }
}
