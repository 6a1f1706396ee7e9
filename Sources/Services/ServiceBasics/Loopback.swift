/// Tells whether a host is this machine, by its text alone.
public enum Loopback {
  /// Whether a host can only be this machine.
  ///
  /// True for `localhost`, `::1` and `127.0.0.0/8` in dotted decimals, whatever the case and with or
  /// without brackets. Every other way to write such an address is refused, since resolvers disagree
  /// about them: `0127.0.0.1` is 87.0.0.1 to most, and `127.1` or `2130706433` are names to some.
  ///
  /// - Parameter host: the host of a URL or of a header, without a port.
  /// - Returns: true only for the forms above.
  public static func contains(_ host: String) -> Bool {
    let host = host.lowercased()
    return ["localhost", "::1", "[::1]"].contains(host) || isDottedLoopback(host)
  }

  private static func isDottedLoopback(_ host: String) -> Bool {
    let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy(isPlainByte) && parts[0].elementsEqual("127".utf8)
  }

  /// Whether a part is a number up to 255 in digits alone, without a leading zero.
  private static func isPlainByte(_ part: Substring.UTF8View) -> Bool {
    guard part.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return false }
    return UInt8(Substring(part)) != nil && (part.count == 1 || part.first != UInt8(ascii: "0"))
  }
}
