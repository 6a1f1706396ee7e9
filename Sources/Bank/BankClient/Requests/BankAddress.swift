import FoundationEssentials
import ServiceBasics

/// Where a bank's API is: what comes before `/api/v2`.
public struct BankAddress: Sendable, Hashable, CustomStringConvertible {
  /// Why a text is no address that a token may be sent to.
  public enum Problem: Error, Sendable, Hashable {
    /// It is no URL with a host, such as `https://api.starlingbank.com`.
    case notAnAddress
    /// It begins with neither `https` nor `http`.
    case unknownScheme(String)
    /// It is not encrypted, and leads off this machine.
    case notEncrypted(host: String)
    /// It has a name, a password, a query or a fragment in it.
    case superfluousParts
  }

  /// The address, without a slash at the end.
  public let text: String

  /// Reads an address; `/api/v2` at its end is cut off.
  ///
  /// - Parameters:
  ///   - text: such as `https://api.starlingbank.com` or `http://127.0.0.1:8080`.
  ///   - allowsUnencrypted: whether `http` may lead off this machine.
  public init(_ text: String, allowsUnencrypted: Bool = false) throws(Problem) {
    guard
      let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      let host = parts.host, !host.isEmpty
    else { throw .notAnAddress }
    guard scheme == "https" || scheme == "http" else { throw .unknownScheme(scheme) }
    guard
      parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
    else { throw .superfluousParts }
    guard scheme == "https" || allowsUnencrypted || Loopback.contains(host) else {
      throw .notEncrypted(host: host)
    }
    var path = parts.path[...]
    while path.hasSuffix("/") { path.removeLast() }
    if path.hasSuffix("/api/v2") { path.removeLast("/api/v2".count) }
    let port = parts.port.map { ":\($0)" } ?? ""
    let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    self.text = "\(scheme)://\(bracketed.lowercased())\(port)\(path)"
  }

  /// The address.
  public var description: String { text }
}
