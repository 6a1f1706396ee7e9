public import FoundationEssentials
public import ServiceBasics

/// What came back for a request.
public struct CallResponse: Sendable, Hashable {
  /// How much of the body there is.
  public enum Extent: Sendable, Hashable {
    /// All of it.
    case whole
    /// The connection ended in the middle.
    case cut
    /// It is longer than so many bytes, which are the most that are read.
    case tooLong(limit: Int)
  }

  /// The status of HTTP.
  public var status: Int
  /// The headers, in their order.
  public var headers: [CallRequest.Field]
  /// The body, as far as it was read.
  public var body: Data
  /// How much of the body that is.
  public var extent: Extent

  /// Makes a response.
  public init(
    status: Int, headers: [CallRequest.Field] = [], body: Data = Data(), extent: Extent = .whole
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.extent = extent
  }

  /// The first header of a name, whatever the case of its letters.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The header `Content-Type`.
  public var contentType: String? { header("Content-Type") }

  /// The header `Retry-After`, if it can be read.
  public var retryAfter: RetryAfter? { header("Retry-After").flatMap { RetryAfter($0) } }

  /// Whether the body may be JSON: its type is, or the service does not say.
  public var mayBeJSON: Bool {
    guard let contentType else { return true }
    let type = contentType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    return type == "application/json" || type.hasSuffix("+json")
  }
}
