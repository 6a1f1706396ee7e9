// What each request declares is explained once, at `Starling.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Starling {
  /// Whom the token speaks for.
  public struct GetIdentity: Endpoint {
    public typealias Answer = Identity

    public static let method = Method.get
    public static let route = "/api/v2/identity/token"
    public static let scopes: [Scope] = []

    /// Makes the request.
    public init() {}
  }
}

extension Starling {
  /// Has the bank forget all access tokens of the customer.
  public struct LogOut: Endpoint {
    public typealias Answer = Nothing

    public static let method = Method.put
    public static let route = "/api/v2/identity/logout"
    public static let scopes: [Scope] = []

    /// Makes the request.
    public init() {}
  }
}
