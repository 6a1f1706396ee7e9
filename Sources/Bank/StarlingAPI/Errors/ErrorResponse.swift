extension Starling {
  /// `ErrorResponse`: why a request was refused, in machine codes.
  public struct ErrorResponse: Codable, Sendable, Hashable {
    /// The reasons; nil if the answer has none.
    public var errors: [ErrorDetail]?

    /// False.
    public var success: Bool?

    /// Makes it of its fields.
    public init(errors: [ErrorDetail]? = nil, success: Bool? = nil) {
      self.errors = errors
      self.success = success
    }

    /// Makes the refusal with these codes.
    public init(_ codes: ErrorCode...) {
      self.init(errors: codes.map { ErrorDetail(message: $0.rawValue) }, success: false)
    }
  }

  /// `ErrorDetail`: one reason.
  public struct ErrorDetail: Sendable, Hashable {
    /// The machine code, in capitals; see `ErrorCode`.
    public var message: String?

    /// Makes it of its field.
    public init(message: String? = nil) { self.message = message }
  }

  /// What a request without a token that is good for it is answered with.
  public struct AuthorizationError: Codable, Sendable, Hashable {
    /// What is wrong, as a word.
    public private(set) var error: AuthorizationCode

    /// What is wrong, in words.
    public private(set) var description: String?

    /// What the token would have to allow, read from the description as it came.
    public private(set) var requiredScopes: [Scope]

    /// Makes it of its fields.
    public init(error: AuthorizationCode, description: String? = nil) {
      self.error = error
      self.description = description
      requiredScopes = error == .insufficientScope ? Self.scopes(requiredIn: description) : []
    }

    /// Reads the fields, and the scopes out of the description.
    public init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        error: try members.decode(AuthorizationCode.self, forKey: .error),
        description: try members.decodeIfPresent(String.self, forKey: .description))
    }

    private enum CodingKeys: String, CodingKey {
      case error
      case description = "error_description"
    }

    /// The same with its texts changed; known words are kept.
    func mapTexts(_ change: (String) -> String) -> Self {
      var copy = self
      copy.error = error.mapped(change, unlessIn: AuthorizationCode.known)
      copy.description = description.map(change)
      copy.requiredScopes = requiredScopes.map { $0.mapped(change, unlessIn: Scope.known) }
      return copy
    }
  }

  /// What is wrong with a token.
  public struct AuthorizationCode: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no token, or it is unknown or has ended: log in.
    public static let invalidToken: Self = "invalid_token"
    /// The token is good, but not for this.
    public static let insufficientScope: Self = "insufficient_scope"

    static let known: Set<Self> = [.invalidToken, .insufficientScope]
  }
}

extension Starling.ErrorDetail: Codable {
  private enum CodingKeys: String, CodingKey {
    case message
  }

  /// Reads an object with a message, or the text alone, which the first version of the API sent.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      message = text
    } else {
      message = try decoder.container(keyedBy: CodingKeys.self)
        .decodeIfPresent(String.self, forKey: .message)
    }
  }
}

extension Starling.AuthorizationError {
  /// No token came.
  public static let missingToken = Self(
    error: .invalidToken,
    description: "No access token provided in request. `Header: Authorization` must be set")

  /// The token is unknown or has ended.
  public static let unknownToken = Self(
    error: .invalidToken, description: "Could not validate provided access token")

  /// The token does not allow this.
  public static func insufficientScope(
    required: [Starling.Scope], granted: [Starling.Scope]
  ) -> Self {
    Self(
      error: .insufficientScope,
      description: "Insufficient scope. Required: [\(list(required))]. Granted: [\(list(granted))]")
  }

  private static func list(_ scopes: [Starling.Scope]) -> String {
    scopes.map(\.rawValue).joined(separator: ", ")
  }

  private static func scopes(requiredIn description: String?) -> [Starling.Scope] {
    guard
      let description,
      let start = description.firstRange(of: "Required: ["),
      let end = description[start.upperBound...].firstIndex(of: "]")
    else { return [] }
    return description[start.upperBound..<end].split(separator: ",").map { part in
      Starling.Scope(rawValue: String(part.filter { !$0.isWhitespace }))
    }
  }
}
