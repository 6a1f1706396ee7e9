import ArgumentParser
import ServiceBasics

/// Where a server listens, and by which names browsers reach it.
struct ListeningPlace: Sendable {
  /// The address to listen on, as it was typed.
  let host: String
  /// The port; 0 for a free one.
  let port: Int
  /// Other names that browsers may use.
  let otherHosts: [String]
  /// Whether browsers come by TLS, through a proxy in front.
  let isBehindTLS: Bool

  /// Makes the place of a host and a port that were checked.
  init(host: String, port: Int, names: HostNameOptions) {
    (self.host, self.port) = (host, port)
    (otherHosts, isBehindTLS) = (names.hostName, names.behindTLS)
  }

  /// Checks what was typed.
  ///
  /// - Throws: a `ValidationError` if the host is not an address, or the port is not a number of one.
  static func check(host: String, port: Int) throws {
    try (0...65_535).check(port, of: "--port")
    guard isHost(host) else {
      throw ValidationError(
        "--host takes an address such as 127.0.0.1, without a port, not “\(host)”.")
    }
  }

  /// Whether a text is a host's name or address as requests name it, a port aside.
  static func isHost(_ text: String) -> Bool {
    // Of an address of IPv6 that is of one network alone, the name of that is behind a per cent sign.
    let bare = AddressText.bareHost(text).prefix { $0 != "%" }
    guard !bare.isEmpty, bare.allSatisfy(\.isASCII) else { return false }
    guard bare.contains(":") else {
      return bare.allSatisfy { $0.isLetter || $0.isNumber || "-._".contains($0) }
    }
    return bare.count(where: { $0 == ":" }) >= 2
      && bare.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
  }

  /// The host to listen on, as a socket takes it.
  var boundHost: String { AddressText.bareHost(host) }

  /// The host to listen on, as addresses have it.
  var writtenHost: String { AddressText.host(host) }

  /// The host by which this computer's browsers reach it, as addresses have it.
  var nearHost: String {
    switch boundHost {
    case "0.0.0.0": "127.0.0.1"
    case "::": "[::1]"
    default: writtenHost
    }
  }

  /// Whether browsers come by names that the options give, or by TLS: which name is theirs is not known here.
  var isNamed: Bool { isBehindTLS || !otherHosts.isEmpty }

  /// The hosts that requests may name.
  var allowedHosts: [String] {
    ["localhost", "127.0.0.1", "[::1]", writtenHost] + otherHosts.map(AddressText.host)
  }
}
