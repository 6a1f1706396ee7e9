import ServiceBasics

/// Which names a sandbox answers to.
///
/// A web page can have its own name resolve to this computer and then talk to what listens here as if
/// it were its own server. Only the `Host` header shows this, and no page can change it.
public struct HostRule: Sendable {
  /// Where the sandbox listens, and names that were allowed besides.
  private let names: Set<String>

  /// Whether any numeric address is right: the sandbox listens at all of the computer's.
  private let takesAddresses: Bool

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - host: the address to listen at.
  ///   - names: further names that the `Host` header may have.
  public init(listeningAt host: String, names: [String] = []) {
    self.names = Set((names + [host]).map { $0.lowercased() })
    takesAddresses = ["0.0.0.0", "::"].contains(host)
  }

  /// Whether a request for a host may be answered.
  ///
  /// - Parameters:
  ///   - authority: the `Host` header, such as `127.0.0.1:8080`; port 80 if it names none.
  ///   - port: the port that the sandbox listens at.
  /// - Returns: whether the name is one of the sandbox's own.
  public func allows(_ authority: String, port: Int) -> Bool {
    guard let (host, ownPort) = Self.parts(of: authority), ownPort == port else { return false }
    if Loopback.contains(host) || names.contains(host) { return true }
    return takesAddresses && Self.isAddress(host)
  }

  /// The host, without brackets and in small letters, and the port; nil if it is neither.
  static func parts(of authority: String) -> (host: String, port: Int)? {
    let text = authority.lowercased()
    let end: String.Index
    if text.hasPrefix("[") {
      guard let bracket = text.firstIndex(of: "]"), text[..<bracket].contains(":") else {
        return nil
      }
      end = text.index(after: bracket)
    } else {
      end = text.firstIndex(of: ":") ?? text.endIndex
    }
    let (host, rest) = (text[..<end], text[end...])
    guard !rest.isEmpty else { return (bare(host), 80) }
    let digits = rest.dropFirst()
    guard rest.first == ":", !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let port = UInt16(digits)
    else { return nil }
    return (bare(host), Int(port))
  }

  private static func bare(_ host: Substring) -> String {
    host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : String(host)
  }

  /// Whether a host is written as an address: then no name service was asked for it.
  private static func isAddress(_ host: String) -> Bool {
    if host.contains(":") { return host.utf8.allSatisfy { Self.addressBytes.contains($0) } }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0)?.description == String($0) }
  }

  private static let addressBytes = Set("0123456789abcdef:.".utf8)
}
