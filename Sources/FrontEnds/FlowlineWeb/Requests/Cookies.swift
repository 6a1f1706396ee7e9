/// Cookies that a browser sent and that it is asked to keep (RFC 6265).
enum Cookies {
  /// Reads the request's header: names with values in order; what is no pair is passed over.
  static func read(_ header: String) -> [(name: String, value: String)] {
    var header = header
    return header.withUTF8 { bytes in
      bytes.split(separator: UInt8(ascii: ";")).compactMap(pair)
    }
  }

  private static func pair(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>
  ) -> (name: String, value: String)? {
    let pair = bytes.drop { $0 == UInt8(ascii: " ") || $0 == 0x09 }
    guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), sign > pair.startIndex,
      pair[..<sign].allSatisfy(HeaderValue.isToken)
    else { return nil }
    var value = pair[(sign + 1)...]
    while value.last == UInt8(ascii: " ") || value.last == 0x09 { value = value.dropLast() }
    if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
      value = value.dropFirst().dropLast()
    }
    guard value.allSatisfy(Cookie.isAllowed) else { return nil }
    return (String(decoding: pair[..<sign], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  /// The value of a cookie; nil if it was not sent, or sent several times: one of them is not ours.
  static func value(of name: String, in headers: [String]) -> String? {
    let found = headers.flatMap(read).filter { $0.name == name }
    return found.count == 1 ? found[0].value : nil
  }
}

/// A cookie of a site: read by no script, sent to this host alone, and not with a form of another site.
///
/// ``CookieNames`` alone makes one, so that none can be without the name of its store.
package struct Cookie: Sendable, Hashable {
  /// Its name as browsers have it.
  let name: String
  let value: String
  /// How many seconds it is kept; nil for as long as the browser runs, 0 to take it away.
  let lifetime: Int?
  /// Other names of it that are taken away as well.
  private let otherNames: [String]
  private let isSecure: Bool

  fileprivate init(
    name: String, value: String, lifetime: Int?, takingAway otherNames: [String] = [],
    isSecure: Bool
  ) {
    (self.name, self.value, self.lifetime, self.isSecure) = (name, value, lifetime, isSecure)
    self.otherNames = otherNames
  }

  /// The values of headers `Set-Cookie`; none if name or value have characters that none may have.
  var headers: [String] {
    ([Self.header(name, value, lifetime, isSecure: isSecure)]
      + otherNames.map { Self.header($0, "", 0, isSecure: isSecure) }).compactMap(\.self)
  }

  private static func header(
    _ name: String, _ value: String, _ lifetime: Int?, isSecure: Bool
  ) -> String? {
    guard !name.isEmpty, name.utf8.allSatisfy(HeaderValue.isToken),
      value.utf8.allSatisfy(isAllowed)
    else { return nil }
    var parts = ["\(name)=\(value)", "Path=/"]
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

/// What the cookies of a site are called.
///
/// Browsers send cookies to all ports of a host. So each store has eight digits of its own that end the names:
/// servers of different stores take no cookies from each other, and servers of one share them.
struct CookieNames: Sendable, Hashable {
  /// What a cookie is for.
  enum Purpose: Sendable, Hashable {
    /// Knows a browser, see ``Visitors``.
    case visitor
    /// Shows pages until the next lock, see ``WebLock``.
    case open
    /// Says which language was chosen.
    case language
    /// Says that somebody has logged out in the browser.
    case loggedOut
    /// Is a page's own, beside those of sessions.
    case page(String)

    fileprivate var word: String {
      switch self {
      case .visitor: "visitor"
      case .open: "open"
      case .language: "language"
      case .loggedOut: "logged-out"
      case .page(let word): word
      }
    }
  }

  /// The digits of the store; nil if the site has no store.
  private let store: String?
  /// Whether browsers reach the site by TLS.
  private let isSecure: Bool

  init(ofStore store: String?, isSecure: Bool) { (self.store, self.isSecure) = (store, isSecure) }

  /// The name of a cookie, as browsers have it.
  func name(_ purpose: Purpose) -> String {
    prefixed("flowline-" + purpose.word + (store.map { "-" + $0 } ?? ""))
  }

  /// What an earlier version called a visitor's cookie at every store; none of that name is made any more.
  var earlierVisitor: String { prefixed("flowline") }

  /// What an earlier version called a cookie at every store; nil if it had none.
  ///
  /// None of that name is made any more. It is read, and taken away with the cookie, as long as servers of both
  /// versions may be over one store: the next version needs no such name.
  private func earlierName(_ purpose: Purpose) -> String? {
    switch purpose {
    case .open, .language: store == nil ? nil : prefixed("flowline-\(purpose.word)")
    case .visitor, .loggedOut, .page: nil
    }
  }

  private func prefixed(_ name: String) -> String { Self.prefixed(name, isSecure: isSecure) }

  /// With the prefix no other host and no page without TLS can set it; a browser takes it by TLS alone, so
  /// that on loopback it is left out.
  private static func prefixed(_ name: String, isSecure: Bool) -> String {
    isSecure ? "__Host-\(name)" : name
  }

  /// A cookie that a browser is to keep.
  ///
  /// - Parameters:
  ///   - purpose: what it is for.
  ///   - value: its value.
  ///   - lifetime: how many seconds it is kept; nil for as long as the browser runs.
  func cookie(_ purpose: Purpose, _ value: String, lifetime: Int?) -> Cookie {
    Cookie(name: name(purpose), value: value, lifetime: lifetime, isSecure: isSecure)
  }

  /// What takes a cookie away, of whatever version it is.
  func removal(of purpose: Purpose) -> Cookie {
    Cookie(
      name: name(purpose), value: "", lifetime: 0,
      takingAway: [earlierName(purpose)].compactMap(\.self), isSecure: isSecure)
  }

  /// What takes a cookie away that a browser sent, as long as nobody knows what its store calls it.
  ///
  /// Those of other stores are taken away with it.
  ///
  /// - Returns: nil if none was sent.
  static func removal(of purpose: Purpose, in headers: [String], isSecure: Bool) -> Cookie? {
    let plain = prefixed("flowline-\(purpose.word)", isSecure: isSecure)
    let sent = Set(headers.flatMap(Cookies.read).map { $0.name })
      .filter { $0 == plain || $0.hasPrefix("\(plain)-") }.sorted()
    return sent.first.map { first in
      Cookie(
        name: first, value: "", lifetime: 0, takingAway: Array(sent.dropFirst()),
        isSecure: isSecure)
    }
  }

  /// The value of a cookie in a request's headers, else of the earlier version's; nil if it was not sent, or sent
  /// several times.
  func value(of purpose: Purpose, in headers: [String]) -> String? {
    Cookies.value(of: name(purpose), in: headers)
      ?? earlierName(purpose).flatMap { Cookies.value(of: $0, in: headers) }
  }
}
