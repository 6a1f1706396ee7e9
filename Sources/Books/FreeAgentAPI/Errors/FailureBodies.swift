extension FreeAgent.Failure {
  /// The body in the shape that the service has for the status, as a server has to make it.
  ///
  /// 401, 403 and 404 have one message within two members, 400 and 422 a list; an authorisation's failure
  /// is that of RFC 6749, section 5.2. Statuses 429 and from 500 have text or HTML, and no such body.
  public var body: FreeAgent.JSON {
    if let authorisation {
      var members = ["error": authorisation.member]
      members["error_description"] = messages.first.map { .text($0.text) }
      return .object(members)
    }
    let objects = sentences.map { FreeAgent.JSON.object(["message": .text($0)]) }
    guard [401, 403, 404].contains(status) else { return .object(["errors": .list(objects)]) }
    return .object(["errors": .object(["error": objects.first ?? .object([:])])])
  }

  /// What the service answers with when a user calls too often: plain text, beside `Retry-After`.
  ///
  /// - Parameters:
  ///   - limit: how many requests are allowed.
  ///   - seconds: in how many seconds.
  /// - Returns: the text.
  public static func throttledText(limit: Int, seconds: Int) -> String {
    "You must not exceed \(limit) requests per \(seconds) seconds"
  }
}

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
