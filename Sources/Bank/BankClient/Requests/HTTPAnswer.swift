import FoundationEssentials

/// What came back for a request.
struct HTTPAnswer: Sendable {
  /// How much of the body there is.
  enum Extent {
    /// All of it.
    case whole
    /// The connection ended in the middle.
    case cut
    /// It is longer than what is read.
    case tooLong
  }

  /// The status of HTTP.
  let status: Int
  /// The header `Content-Type`.
  let contentType: String?
  /// The header `Retry-After`.
  let retryAfter: String?
  /// The body, as far as it was read.
  let body: Data
  /// How much of the body that is.
  let extent: Extent

  /// Whether the body may be JSON: its type is, or is not told.
  var mayBeJSON: Bool {
    guard let contentType else { return true }
    let type = contentType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    return type == "application/json" || type.hasSuffix("+json")
  }
}
