/// The path and query of a request.
public struct RequestTarget: Sendable {
  /// The path's parts; a slash at the end makes no other path.
  public let segments: [Substring]

  /// The path as it came, without the query.
  public let path: Substring

  private let query: Substring

  /// Reads a request's target, such as `/a/b?c=d`.
  public init(_ text: String) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts[0]
    segments = path.split(separator: "/")
    query = parts.count > 1 ? parts[1] : ""
  }

  /// Resolves `%2B` and the like; `nil` where an escape or what comes of it makes no sense.
  private static func unescaped(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let digits = String(rest.prefix(2)), digits.utf8.count == 2,
        let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The value of a parameter, its escapes resolved; nil if there is none.
  ///
  /// A `+` stays one.
  public func parameter(_ name: String) -> String? {
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0] == name else { continue }
      let value = parts.count > 1 ? String(parts[1]) : ""
      return Self.unescaped(value) ?? value
    }
    return nil
  }
}
