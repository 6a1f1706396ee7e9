public import FoundationEssentials

extension Starling {
  /// A request of the API, and what it is answered with.
  public protocol Endpoint: Sendable {
    /// What a success brings; `Nothing` if no body is promised.
    associatedtype Answer: Decodable & Sendable

    /// The verb of HTTP.
    static var method: Method { get }

    /// The path as the API's document writes it, such as `/api/v2/accounts/{accountUid}/balance`.
    static var route: String { get }

    /// What the access token must allow, one of these; empty if any token will do.
    static var scopes: [Scope] { get }

    /// Whether the same request may simply be sent again if no answer came.
    ///
    /// What it asks for is then the case once, however often it was sent.
    static var isRepeatable: Bool { get }

    /// What takes the place of the route's braces, in their order.
    var pathValues: [String] { get }

    /// The query, in its order, not encoded.
    var query: [QueryItem] { get }

    /// What is sent along, as JSON.
    var body: (any Encodable & Sendable)? { get }
  }

  /// The verbs of the API.
  public enum Method: String, Sendable, Hashable {
    /// Reads.
    case get = "GET"
    /// Writes.
    case put = "PUT"
    /// Deletes.
    case delete = "DELETE"
  }

  /// One name and value of a query.
  public struct QueryItem: Sendable, Hashable {
    /// The name of the parameter, not encoded.
    public let name: String
    /// The value of the parameter, not encoded.
    public let value: String

    /// Makes an item.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The answer of a request whose success says all: whatever its body is, it is not read.
  public struct Nothing: Codable, Sendable, Hashable {
    /// Makes it.
    public init() {}
  }
}

extension Starling.Endpoint {
  /// True for a request that reads.
  public static var isRepeatable: Bool { method == .get }
  /// Empty, for a route without braces.
  public var pathValues: [String] { [] }
  /// Empty: most requests have no query.
  public var query: [Starling.QueryItem] { [] }
  /// Nil: most requests have no body.
  public var body: (any Encodable & Sendable)? { nil }

  /// The segments of the path, from `api` on, not encoded.
  public var path: [String] {
    var values = pathValues[...]
    return Self.route.split(separator: "/").map { segment in
      segment.hasPrefix("{") ? values.popFirst() ?? String(segment) : String(segment)
    }
  }

  /// Reads the body of a success.
  ///
  /// - Parameter body: the bytes of the answer.
  /// - Returns: the value.
  /// - Throws: a `DecodingError` if it is not what the API promises.
  public static func answer(from body: Data) throws -> Answer {
    if let nothing = Starling.Nothing() as? Answer { return nothing }
    return try JSONDecoder().decode(Answer.self, from: body)
  }
}
