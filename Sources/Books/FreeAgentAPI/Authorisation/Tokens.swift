extension FreeAgent {
  /// What a request for tokens is answered with.
  ///
  /// Source: the page “OAuth”.
  ///
  /// Both tokens must be kept before the access token is used, as the refresh token before them may be
  /// dead from then on. Described and printed without the tokens.
  public struct Tokens: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The token for calls, in the header `Authorization: Bearer …`.
    public var access: String

    /// For how many seconds it is good, counted from the answer: 3600.
    public var expiresIn: Int

    /// The token for the next ones; nil if the answer has none, so that the one before stays.
    public var refresh: String?

    /// For how many seconds that is good; nil if the service does not say.
    public var refreshExpiresIn: Int?

    /// Makes tokens.
    public init(
      access: String, expiresIn: Int, refresh: String? = nil, refreshExpiresIn: Int? = nil
    ) {
      self.access = access
      self.expiresIn = expiresIn
      self.refresh = refresh
      self.refreshExpiresIn = refreshExpiresIn
    }

    /// How long both are good, and nothing else.
    public var description: String { "tokens good for \(expiresIn) s" }

    /// How long both are good, and nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["expiresIn": expiresIn]) }
  }
}

extension FreeAgent.Tokens: Codable {
  private enum CodingKeys: String, CodingKey {
    case access = "access_token"
    case type = "token_type"
    case expiresIn = "expires_in"
    case refresh = "refresh_token"
    case refreshExpiresIn = "refresh_token_expires_in"
  }

  /// Reads an answer; further members are passed over, and so is the case of `bearer`.
  ///
  /// - Throws: a `DecodingError` if there is no access token, or one of another type. It never quotes a
  ///   token.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) -> Int? {
      (try? container.decode(FreeAgent.JSON.self, forKey: key)).flatMap(Int.init(member:))
    }
    let type = try container.decodeIfPresent(String.self, forKey: .type) ?? "bearer"
    access = try container.decode(String.self, forKey: .access)
    guard type.lowercased() == "bearer", !access.isEmpty, access.utf8.allSatisfy(Self.isSafe) else {
      throw DecodingError.dataCorruptedError(
        forKey: .access, in: container, debugDescription: "not a bearer token")
    }
    let refresh = try container.decodeIfPresent(String.self, forKey: .refresh)
    self.refresh = refresh.flatMap { $0.isEmpty ? nil : $0 }
    expiresIn = number(.expiresIn) ?? 0
    refreshExpiresIn = number(.refreshExpiresIn)
  }

  /// Writes an answer, in the clear.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(access, forKey: .access)
    try container.encode("bearer", forKey: .type)
    try container.encode(expiresIn, forKey: .expiresIn)
    try container.encodeIfPresent(refresh, forKey: .refresh)
    try container.encodeIfPresent(refreshExpiresIn, forKey: .refreshExpiresIn)
  }

  /// Whether a header may have it.
  private static func isSafe(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}
