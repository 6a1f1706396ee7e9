/// Tells requests that another site made from those of the application's own pages.
///
/// It is the algorithm of Go's `net/http.CrossOriginProtection` (1.25), without ways around it: safe
/// methods pass; `Sec-Fetch-Site` decides if a browser sent it, else `Origin` beside
/// `Host`; what has neither was not made by a browser, and passes.
struct CrossOrigin {
  /// What of a request decides.
  struct Request: Sendable, Hashable {
    let method: String
    let host: String?
    var origin: String?
    /// The header `Sec-Fetch-Site`.
    var fetchSite: String?
  }

  /// Whether a request may change something.
  static func allows(_ request: Request) -> Bool {
    if ["GET", "HEAD", "OPTIONS"].contains(request.method) { return true }
    switch request.fetchSite {
    case "same-origin"?, "none"?: return true
    case nil, ""?: break
    default: return false
    }
    guard let origin = request.origin, !origin.isEmpty else { return true }
    guard let host = request.host, let scheme = origin.firstRange(of: "://") else { return false }
    return origin[scheme.upperBound...].lowercased() == host.lowercased()
  }
}

/// The names by which the application is reached: a page of another name that leads to this machine, which
/// is how DNS rebinding begins, is answered nothing.
package struct AllowedHosts: Sendable, Hashable {
  /// Names in lower case, without a port.
  package let names: Set<String>

  /// The names of this machine itself.
  static let loopback = AllowedHosts(["localhost", "127.0.0.1", "[::1]"])

  package init(_ names: some Sequence<String>) { self.names = Set(names.map { $0.lowercased() }) }

  /// Whether a request with this header `Host` is meant for the application.
  func allows(_ host: String?) -> Bool {
    guard let host, let name = Self.name(of: host) else { return false }
    return names.contains(name)
  }

  /// The name without its port, in lower case; nil if it is not well written.
  static func name(of host: String) -> String? {
    let text = host.lowercased().utf8
    let end: String.Index
    if text.first == UInt8(ascii: "[") {
      guard let bracket = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      end = text.index(after: bracket)
    } else {
      end = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    }
    let port = text[end...]
    let isPort =
      port.isEmpty
      || port.first == UInt8(ascii: ":") && 1...5 ~= port.count - 1
        && port.dropFirst().allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let name = text[..<end]
    let isName = !name.isEmpty && name.allSatisfy { 0x21...0x7E ~= $0 }
    guard isPort, isName else { return nil }
    return String(Substring(name.last == UInt8(ascii: ".") ? name.dropLast() : name))
  }
}
