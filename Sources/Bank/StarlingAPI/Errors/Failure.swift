public import FoundationEssentials
public import ServiceBasics

extension Starling {
  /// An answer that is no success, in whichever of the API's three shapes.
  public struct Failure: Error, Sendable, Hashable {
    /// The shape of the answer.
    public enum Kind: Sendable, Hashable {
      /// Something is wrong with the token.
      case authorization(AuthorizationError)
      /// The request is refused for these reasons.
      case codes([ErrorCode])
      /// The body is empty or something else, such as a page for people; this is how it begins.
      case unreadable(contentType: String?, snippet: String)
    }

    /// The status of HTTP.
    public var status: Int

    /// What the body says.
    public var kind: Kind

    /// How long the bank asks to be left alone.
    public var retryAfter: RetryAfter?

    /// Makes it of its fields.
    public init(status: Int, kind: Kind, retryAfter: RetryAfter? = nil) {
      self.status = status
      self.kind = kind
      self.retryAfter = retryAfter
    }

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - status: the status of HTTP.
    ///   - contentType: the header `Content-Type`.
    ///   - retryAfter: the header `Retry-After`.
    ///   - body: the body, or how it begins.
    public init(status: Int, contentType: String?, retryAfter: String?, body: Data) {
      self.init(
        status: status, kind: Kind(contentType: contentType, body: body),
        retryAfter: retryAfter.flatMap { RetryAfter($0) })
    }
  }
}

extension Starling.Failure.Kind {
  /// How much of a body that cannot be read is kept, in characters.
  static let snippetLength = 120

  init(contentType: String?, body: Data) {
    let decoder = JSONDecoder()
    if let error = try? decoder.decode(Starling.AuthorizationError.self, from: body) {
      self = .authorization(error)
    } else if let response = try? decoder.decode(Starling.ErrorResponse.self, from: body),
      let errors = response.errors
    {
      self = .codes(errors.compactMap(\.message).map(Starling.ErrorCode.init(rawValue:)))
    } else {
      let text = String(decoding: body.prefix(4 * Self.snippetLength), as: UTF8.self)
      let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      self = .unreadable(
        contentType: contentType, snippet: String(line.prefix(Self.snippetLength)))
    }
  }
}

extension Starling.Failure {
  /// Whether the token is to blame: only a new log-in helps.
  public var isInvalidToken: Bool {
    guard status == 401 || status == 403 else { return false }
    guard case .authorization(let error) = kind else { return status == 401 }
    return error.error != .insufficientScope
  }

  /// What the token would have to allow; nil if nothing of that is missing, empty if the bank does
  /// not say.
  public var missingScopes: [Starling.Scope]? {
    guard case .authorization(let error) = kind, error.error == .insufficientScope else {
      return nil
    }
    return error.requiredScopes
  }

  /// The same with its texts changed, as by a redaction.
  ///
  /// Words that the API is known to use are kept as they came: clients decide by them.
  public func mapTexts(_ change: (String) -> String) -> Self {
    var copy = self
    switch kind {
    case .authorization(let error): copy.kind = .authorization(error.mapTexts(change))
    case .codes(let codes):
      copy.kind = .codes(codes.map { $0.mapped(change, unlessIn: Starling.ErrorCode.known) })
    case .unreadable(let contentType, let snippet):
      copy.kind = .unreadable(contentType: contentType.map(change), snippet: change(snippet))
    }
    return copy
  }

  /// The reasons in machine codes; empty if it has another shape.
  public var codes: [Starling.ErrorCode] {
    if case .codes(let codes) = kind { codes } else { [] }
  }
}
