public import ServiceBasics

extension Starling {
  /// `IdentityV2`: whom a token speaks for.
  public struct Identity: Codable, Sendable, Hashable {
    /// The id of the customer.
    public var accountHolderUid: String?

    /// When the token ends.
    public var expiresAt: Timestamp?

    /// How long the token lasts yet.
    public var expiresInSeconds: Int64?

    /// What the token allows, such as `balance:read`.
    public var scopes: [String]?

    /// Whether somebody is logged in.
    public var authenticated: Bool?

    /// The person who uses the application.
    public var applicationUserUid: String?

    /// When the consent ends.
    public var consentExpiresAt: Timestamp?

    /// Makes it of its fields.
    public init(
      accountHolderUid: String? = nil, expiresAt: Timestamp? = nil, expiresInSeconds: Int64? = nil,
      scopes: [String]? = nil, authenticated: Bool? = nil, applicationUserUid: String? = nil,
      consentExpiresAt: Timestamp? = nil
    ) {
      self.accountHolderUid = accountHolderUid
      self.expiresAt = expiresAt
      self.expiresInSeconds = expiresInSeconds
      self.scopes = scopes
      self.authenticated = authenticated
      self.applicationUserUid = applicationUserUid
      self.consentExpiresAt = consentExpiresAt
    }

    /// Reads an identity.
    ///
    /// Whom it is of must be readable; anything else that is malformed is nil.
    public init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      accountHolderUid = try members.decodeIfPresent(String.self, forKey: .accountHolderUid)
      expiresAt = members.readable(.expiresAt)
      expiresInSeconds = members.readable(.expiresInSeconds)
      scopes = members.readable(.scopes)
      authenticated = try members.decodeIfPresent(Bool.self, forKey: .authenticated)
      applicationUserUid = members.readable(.applicationUserUid)
      consentExpiresAt = members.readable(.consentExpiresAt)
    }
  }
}
