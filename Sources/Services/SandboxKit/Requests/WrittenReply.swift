public import FoundationEssentials
import ServiceBasics

/// An answer as it is written.
public struct WrittenReply: Sendable {
  /// The status of HTTP, such as 200.
  public var status: Int

  /// What the body is; nil if there is none.
  public var contentType: String?

  /// The bytes of the body; none if it is empty.
  public var body: Data

  /// Further headers, such as `Location`, `Link` or `WWW-Authenticate`.
  public var headers: [HeaderField] = []

  /// Makes an answer.
  public init(status: Int, contentType: String? = nil, body: Data = Data()) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }

  /// Makes an answer of a value, encoded once; its keys are sorted, so that the same answer is always
  /// the same bytes.
  ///
  /// - Throws: an `EncodingError`.
  public init(status: Int = 200, json value: any Encodable) throws {
    self.init(
      status: status, contentType: "application/json", body: try CanonicalJSON.data(value))
  }
}

extension WrittenReply {
  /// The verbs there are, if the request's is none of them.
  public var allow: String? {
    get { headers["Allow"] }
    set { headers["Allow"] = newValue }
  }

  /// When to try again.
  public var retryAfter: String? {
    get { headers["Retry-After"] }
    set { headers["Retry-After"] = newValue }
  }

  /// An answer with a page for people.
  public static func page(status: Int = 200, _ html: String) -> WrittenReply {
    WrittenReply(status: status, contentType: "text/html;charset=utf-8", body: Data(html.utf8))
  }
}
