public import FoundationEssentials
import ServiceBasics

/// A request over HTTP as a value, without the address of the service.
public struct CallRequest: Sendable, Hashable {
  /// What is to happen with what the path names.
  public enum Method: String, Sendable, Hashable {
    /// Reads.
    case get = "GET"
    /// Makes or replaces.
    case put = "PUT"
    /// Makes, or does anything else.
    case post = "POST"
    /// Deletes.
    case delete = "DELETE"
  }

  /// A name and its value, of a query or of the header.
  public struct Field: Sendable, Hashable {
    /// The name of the parameter or the header, not encoded.
    public var name: String
    /// The value of the parameter or the header, not encoded.
    public var value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What is sent along.
  public struct Body: Sendable, Hashable {
    /// The header `Content-Type`.
    public var contentType: String
    /// The body as it is sent.
    public var bytes: Data

    /// Makes a body of bytes.
    public init(_ bytes: Data, contentType: String) {
      self.bytes = bytes
      self.contentType = contentType
    }
  }

  /// What is to happen.
  public var method: Method

  /// The segments of the path below the service's address, not encoded.
  public var path: [String]

  /// The query, in its order, not encoded.
  public var query: [Field]

  /// Further headers.
  public var headers: [Field]

  /// What is sent along.
  public var body: Body?

  /// Makes a request.
  public init(
    _ method: Method, path: [String], query: [Field] = [], headers: [Field] = [],
    body: Body? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }
}

extension CallRequest {
  /// Path and query as the request line has them, everything but the unreserved characters of RFC 3986
  /// percent-encoded.
  public var target: String {
    let path = path.map { "/\(Self.encoded($0))" }.joined()
    let query = query.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }
    return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
  }

  /// The first header that would not stay one line of its own; nil if there is none.
  ///
  /// Names are tokens of RFC 9110, section 5.6.2; values have no control characters but tabs.
  public var malformedHeader: String? {
    headers.first { !Self.isName($0.name) || !Self.isValue($0.value) }?.name
      ?? body.flatMap { Self.isValue($0.contentType) ? nil : "Content-Type" }
  }

  private static func encoded(_ text: String) -> String {
    // A segment of dots alone would be taken for a step in the path.
    if text == "." || text == ".." { return text.replacing(".", with: "%2E") }
    return PercentEncoding.encoded(text)
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { isAlphanumeric($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  private static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
