/// How addresses are written, and shown in messages.
public enum AddressText {
  /// A host as an address has it: an address of IPv6 in brackets.
  public static func host(_ host: String) -> String {
    host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
  }

  /// A host as a socket takes it: an address of IPv6 without brackets.
  public static func bareHost(_ host: String) -> String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }

  /// An address as a message shows it: without the name and the password that may be in it.
  ///
  /// They are left out of what is no proper address as well, up to its last `@`.
  public static func withoutUser(_ text: String) -> String {
    guard let first = text.firstIndex(of: "@"), let last = text.lastIndex(of: "@") else {
      return text
    }
    let start = text[..<first].firstRange(of: "//")?.upperBound ?? text.startIndex
    return "\(text[..<start])…\(text[last...])"
  }
}
