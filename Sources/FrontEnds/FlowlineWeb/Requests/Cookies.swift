/// Cookies that a browser sent and that it is asked to keep (RFC 6265).
enum Cookies {
  /// Reads the request's header: names with values in order; what is no pair is passed over.
  static func read(_ header: String) -> [(name: String, value: String)] {
    header.utf8.split(separator: UInt8(ascii: ";")).compactMap { pair in
      let pair = pair.drop { $0 == UInt8(ascii: " ") || $0 == 0x09 }
      guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), sign > pair.startIndex,
        pair[..<sign].allSatisfy(HeaderValue.isToken)
      else { return nil }
      var value = pair[pair.index(after: sign)...]
      while value.last == UInt8(ascii: " ") || value.last == 0x09 { value = value.dropLast() }
      if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
        value = value.dropFirst().dropLast()
      }
      guard value.allSatisfy(Cookie.isAllowed) else { return nil }
      return (
        String(decoding: pair[..<sign], as: UTF8.self), String(decoding: value, as: UTF8.self)
      )
    }
  }

  /// The value of a cookie; nil if it was not sent, or sent several times: one of them is not ours.
  static func value(of name: String, in headers: [String]) -> String? {
    let found = headers.flatMap(read).filter { $0.name == name }
    return found.count == 1 ? found[0].value : nil
  }
}

/// A cookie of this application: read by no script, sent to this host alone, and not with a form of
/// another site.
package struct Cookie: Sendable, Hashable {
  /// Its name, without the prefix.
  let name: String
  let value: String
  /// How many seconds it is kept; nil for as long as the browser runs, 0 to take it away.
  var lifetime: Int?
  /// Whether the page came by TLS, or by a proxy that has it.
  let isSecure: Bool

  /// The name as browsers have it.
  ///
  /// With the prefix no other host and no page without TLS can set it; a browser takes it by TLS alone, so
  /// that on loopback it is left out.
  var fullName: String { Self.fullName(name, isSecure: isSecure) }

  static func fullName(_ name: String, isSecure: Bool) -> String {
    isSecure ? "__Host-\(name)" : name
  }

  /// The value of the header `Set-Cookie`; nil if name or value have characters that none may have.
  var header: String? {
    guard !name.isEmpty, name.utf8.allSatisfy(HeaderValue.isToken),
      value.utf8.allSatisfy(Self.isAllowed)
    else { return nil }
    var parts = ["\(fullName)=\(value)", "Path=/"]
    if let lifetime { parts.append("Max-Age=\(lifetime)") }
    parts += ["HttpOnly", "SameSite=Lax"]
    if isSecure { parts.append("Secure") }
    return parts.joined(separator: "; ")
  }

  /// Whether a byte may be in a value.
  static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
    default: false
    }
  }
}
