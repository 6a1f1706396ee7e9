extension FreeAgent {
  /// The address below which a service is, `/v2` included.
  public struct Root: Sendable, Hashable, LosslessStringConvertible {
    /// The address without a slash at its end.
    public let url: String

    /// The service itself.
    public static let production = Root(known: "https://api.freeagent.com/v2")

    /// The service's own sandbox.
    public static let sandbox = Root(known: "https://api.sandbox.freeagent.com/v2")

    private init(known url: String) { self.url = url }

    /// Takes the address of a service, such as `http://127.0.0.1:8400/v2`.
    ///
    /// Nil if it is not of HTTP or HTTPS, does not end in `/v2`, has a user, a query, a fragment, white
    /// space or a control character. A slash at its end is dropped.
    public init?(_ description: String) {
      var text = description[...]
      if text.hasSuffix("/") { text.removeLast() }
      guard let scheme = ["https://", "http://"].first(where: text.hasPrefix),
        text.hasSuffix("/v2"),
        text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
        !text.contains(where: { "?#@\\\"<>".contains($0) })
      else { return nil }
      let host = text.dropFirst(scheme.count).prefix { $0 != "/" }
      guard !host.isEmpty, !host.hasPrefix(":") else { return nil }
      url = String(text)
    }

    /// Scheme, host and port, such as `https://api.freeagent.com`.
    public var origin: String {
      let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      return parts.prefix(3).joined(separator: "/")
    }

    /// The address.
    public var description: String { url }
  }
}
