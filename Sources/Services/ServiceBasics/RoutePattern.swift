/// The path of an operation, with names in braces for its ids: `/v2/invoices/{id}`.
package struct RoutePattern: Sendable {
  private let parts: [Substring]

  /// Reads a route as an API's document writes it.
  package init(_ route: String) { parts = route.split(separator: "/") }

  /// How many segments are words and not ids.
  package var wordCount: Int { parts.count { $0.first != "{" } }

  /// The values in the path's braces by their names.
  ///
  /// - Parameters:
  ///   - path: the segments of a path.
  ///   - read: reads a segment that takes the place of a name; nil if it cannot be one.
  /// - Returns: the values; nil if the path is another one.
  package func values<Segment: StringProtocol>(
    in path: [Segment], _ read: (Segment) -> String?
  ) -> [Substring: String]? {
    guard path.count == parts.count else { return nil }
    var values: [Substring: String] = [:]
    for (part, segment) in zip(parts, path) {
      if part.first == "{" {
        guard let value = read(segment) else { return nil }
        values[part.dropFirst().dropLast()] = value
      } else if part != segment {
        return nil
      }
    }
    return values
  }
}
