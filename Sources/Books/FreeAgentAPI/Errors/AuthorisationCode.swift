extension FreeAgent {
  /// What is wrong with an authorisation, by RFC 6749, sections 4.1.2.1 and 5.2.
  public struct AuthorisationCode: Word {
    /// The word.
    public let rawValue: String

    /// Takes a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code or the refresh token is unknown, used, or has ended.
    public static let invalidGrant: Self = "invalid_grant"
    /// The program's id or secret is wrong.
    public static let invalidClient: Self = "invalid_client"
    /// The request lacks something.
    public static let invalidRequest: Self = "invalid_request"
    /// Such a grant is not known.
    public static let unsupportedGrantType: Self = "unsupported_grant_type"
    /// The person did not allow it.
    public static let accessDenied: Self = "access_denied"
  }
}
