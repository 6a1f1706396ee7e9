public import FoundationEssentials
public import FreeAgentAPI
public import ServiceBasics

/// A request of the API, below HTTP: who asks for what.
public struct BooksRequest: Sendable {
  /// The verb of HTTP.
  public var method: FreeAgent.Method

  /// The segments of the path, from `v2` on, decoded.
  public var path: [String]

  /// The query, decoded.
  public var query: [FormItem]

  /// The body, as it came; empty if there is none.
  public var body: Data

  /// What the body is, as the header says; nil if it does not say.
  ///
  /// Only statements depend on it, and what is said of a body that is no JSON.
  public var contentType: String?

  /// The user whose token came with it.
  public var user: FreeAgent.Identifier<FreeAgent.User>

  /// What addresses in the answer begin with, such as `http://127.0.0.1:8400`.
  public var address: String

  /// Makes a request.
  public init(
    _ method: FreeAgent.Method, _ path: [String], query: [FormItem] = [],
    body: Data = Data(), contentType: String? = nil,
    user: FreeAgent.Identifier<FreeAgent.User>,
    address: String = EmbeddedBooks.usualAddress
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
    self.contentType = contentType
    self.user = user
    self.address = address
  }
}
