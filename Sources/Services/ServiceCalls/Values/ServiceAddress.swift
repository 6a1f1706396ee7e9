import FoundationEssentials
import ServiceBasics

/// A service's address: what comes before the path of a request.
public struct ServiceAddress: Sendable, Hashable, CustomStringConvertible {
  /// Why a text is no address that a token may be sent to.
  public enum Problem: Error, Sendable, Hashable {
    /// It is no URL with a host, such as `https://api.example.org`.
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

  /// Reads an address.
  ///
  /// - Parameters:
  ///   - text: such as `https://api.example.org` or `http://127.0.0.1:8080`.
  ///   - suffix: what is cut off its end, such as the beginning of every path.
  ///   - allowsUnencrypted: whether `http` may lead off this machine.
  /// - Throws: a ``Problem`` if it is no such address, has parts that an address must not have, or
  ///   would not be encrypted.
  public init(
    _ text: String, cutting suffix: String = "", allowsUnencrypted: Bool = false
  ) throws(Problem) {
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
    var path = parts.percentEncodedPath[...]
    while path.hasSuffix("/") { path.removeLast() }
    if path.hasSuffix(suffix) { path.removeLast(suffix.count) }
    let port = parts.port.map { ":\($0)" } ?? ""
    self.text = "\(scheme)://\(AddressText.host(host).lowercased())\(port)\(path)"
  }

  /// The address.
  public var description: String { text }

  /// Whether it is reached by TLS.
  public var isEncrypted: Bool { text.hasPrefix("https:") }
}

extension ServiceAddress {
  /// What a folder for the service is called: host and port, with hyphens for what folders should not have.
  public var folderName: String {
    let text = text.drop { $0 != "/" }.drop { $0 == "/" }
    let isPlain = { (character: Character) in
      character.isASCII && (character.isLetter || character.isNumber || character == ".")
    }
    return String(text.map { isPlain($0) ? $0 : "-" })
  }
}
