public import ServiceBasics

extension Starling {
  /// `AccountV2`: an account of the customer.
  public struct Account: Codable, Sendable, Hashable {
    /// The id: a UUID in lower case.
    public var accountUid: String?

    /// What kind of account it is, such as a loan.
    public var accountType: AccountType?

    /// The id of the main category.
    public var defaultCategory: String?

    /// Three letters of ISO 4217.
    public var currency: String?

    /// When it was opened.
    public var createdAt: Timestamp?

    /// The name, such as "Personal".
    public var name: String?

    /// Makes it of its fields.
    public init(
      accountUid: String? = nil, accountType: AccountType? = nil, defaultCategory: String? = nil,
      currency: String? = nil, createdAt: Timestamp? = nil, name: String? = nil
    ) {
      self.accountUid = accountUid
      self.accountType = accountType
      self.defaultCategory = defaultCategory
      self.currency = currency
      self.createdAt = createdAt
      self.name = name
    }

    /// Reads an account.
    ///
    /// Id, category and currency must be readable; anything else that is malformed is nil.
    public init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      accountUid = try members.decodeIfPresent(String.self, forKey: .accountUid)
      accountType = members.readable(.accountType)
      defaultCategory = try members.decodeIfPresent(String.self, forKey: .defaultCategory)
      currency = try members.decodeIfPresent(String.self, forKey: .currency)
      createdAt = members.readable(.createdAt)
      name = members.readable(.name)
    }
  }
}
