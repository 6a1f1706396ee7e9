import FoundationEssentials

/// The id and the secret of a program, as the header `Authorization` has them (RFC 7617).
///
/// Described and printed without the secret.
public struct BasicCredentials: Sendable, Hashable {
  /// The program's id.
  public let id: String

  /// Its secret.
  public let secret: String

  /// Makes credentials.
  public init(id: String, secret: String) {
    self.id = id
    self.secret = secret
  }

  /// The header's value, with both encoded as in a form (RFC 6749, section 2.3.1).
  public var header: String {
    let text = "\(PercentEncoding.encoded(id)):\(PercentEncoding.encoded(secret))"
    return "Basic \(Data(text.utf8).base64EncodedString())"
  }

  /// Reads the header; nil if it is another one or malformed.
  ///
  /// Many clients do not encode: what is no encoding is taken as it is.
  public init?(header: String) {
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "basic",
      let bytes = Data(base64Encoded: String(parts[1])),
      let text = String(validating: bytes, as: UTF8.self), let colon = text.firstIndex(of: ":")
    else { return nil }
    func plain(_ part: Substring) -> String { PercentEncoding.decoded(part) ?? String(part) }
    self.init(id: plain(text[..<colon]), secret: plain(text[text.index(after: colon)...]))
  }
}

extension BasicCredentials: CustomStringConvertible, CustomReflectable {
  /// The id alone.
  public var description: String { "client \(id)" }

  /// The id alone.
  public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
