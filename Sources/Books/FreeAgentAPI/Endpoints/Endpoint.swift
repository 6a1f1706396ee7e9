public import FoundationEssentials
public import ServiceBasics

extension FreeAgent {
  /// A request of the API, and what it is answered with.
  public protocol Endpoint: Sendable {
    /// What a success brings; `Nothing` if its body is not read.
    associatedtype Answer: Sendable

    /// The verb of HTTP.
    static var method: Method { get }

    /// The path with names for its ids, such as `/v2/invoices/{id}`.
    static var route: String { get }

    /// What the user must be allowed at least.
    static var level: PermissionLevel { get }

    /// Whether the same request may simply be sent again if no answer came.
    ///
    /// What it asks for is then the case once, however often it was sent.
    var isRepeatable: Bool { get }

    /// What takes the place of the route's braces, in their order.
    var pathValues: [String] { get }

    /// The query, in its order, not encoded.
    var query: [FormItem] { get }

    /// What is sent along, as JSON; nil if nothing is.
    var body: JSON? { get }

    /// The file that is sent as a form over HTTP, in place of the JSON; nil if there is none.
    var file: FormFile? { get }

    /// Reads the body of a success.
    ///
    /// - Parameter body: the bytes of the answer.
    /// - Returns: what it says.
    /// - Throws: a `DecodingError` if it is not what the API promises.
    static func answer(from body: Data) throws -> Answer
  }

  /// The verbs of the API.
  public enum Method: String, Sendable, Hashable {
    /// Reads.
    case get = "GET"
    /// Makes.
    case post = "POST"
    /// Changes.
    case put = "PUT"
    /// Deletes.
    case delete = "DELETE"
  }

  /// A file that is sent as a part of a form (`multipart/form-data`).
  public struct FormFile: Sendable, Hashable {
    /// The name of the part.
    public var part: String
    /// The name that the file is sent under.
    public var name: String
    /// The bytes of the file.
    public var contents: Data

    /// Makes a file.
    public init(_ part: String, named name: String, _ contents: Data) {
      self.part = part
      self.name = name
      self.contents = contents
    }
  }

  /// The answer of a request whose success says all: whatever its body is, it is not read.
  public struct Nothing: Sendable, Hashable {
    /// Makes it.
    public init() {}
  }
}

extension FreeAgent.Endpoint {
  /// True for a request that reads.
  public var isRepeatable: Bool { Self.method == .get }
  /// Empty, for a route without braces.
  public var pathValues: [String] { [] }
  /// Empty: most requests have no query.
  public var query: [FormItem] { [] }
  /// Nil: most requests have no body.
  public var body: FreeAgent.JSON? { nil }
  /// Nil: most requests send JSON.
  public var file: FreeAgent.FormFile? { nil }

  /// The segments of the path, from `v2` on, not encoded.
  public var path: [String] {
    var values = pathValues[...]
    return Self.route.split(separator: "/").map { segment in
      segment.hasPrefix("{") ? values.popFirst() ?? String(segment) : String(segment)
    }
  }

  /// The path and the query as a request line has them, encoded.
  public var target: String {
    let path = path.map { "/\(PercentEncoding.encoded($0))" }.joined()
    return query.isEmpty ? path : "\(path)?\(FormItem.encoded(query))"
  }

  /// What is sent along as UTF-8, the same for equal requests; nil if nothing is.
  ///
  /// - Throws: an `EncodingError`.
  public func bodyData() throws -> Data? {
    try body.map { try CanonicalJSON.data($0) }
  }
}

extension FreeAgent.Endpoint where Answer == FreeAgent.Nothing {
  /// Takes any body.
  public static func answer(from body: Data) -> FreeAgent.Nothing { FreeAgent.Nothing() }
}
