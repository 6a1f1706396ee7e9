import ServiceBasics

/// The path and query of a request.
public struct RequestTarget: Sendable {
  /// The path's parts; a slash at the end makes no other path.
  public let segments: [Substring]

  /// The path as it came, without the query.
  public let path: Substring

  /// The query as it came, without the question mark.
  public let query: Substring

  /// Reads a request's target, such as `/a/b?c=d`.
  public init(_ text: String) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts[0]
    segments = path.split(separator: "/")
    query = parts.count > 1 ? parts[1] : ""
  }

  /// The value of a parameter, its escapes resolved; nil if there is none.
  ///
  /// A `+` stays one.
  public func parameter(_ name: String) -> String? {
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0] == name else { continue }
      let value = parts.count > 1 ? String(parts[1]) : ""
      return PercentEncoding.decoded(value) ?? value
    }
    return nil
  }
}
