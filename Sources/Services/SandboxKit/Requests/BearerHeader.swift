/// The header that a token comes in.
public enum BearerHeader: Sendable, Hashable {
  /// A token, of which nothing is known yet.
  case token(String)
  /// No header, or no token in it.
  case missing
  /// Something that is no token.
  case other

  /// Reads `Bearer TOKEN`; a signature after a semicolon is passed over.
  public init(_ header: String?) {
    guard let header, header.contains(where: { !$0.isWhitespace }) else {
      self = .missing
      return
    }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts[0].lowercased() == "bearer" else {
      self = .other
      return
    }
    let token = parts.dropFirst().joined().prefix { $0 != ";" }.trimming(while: \.isWhitespace)
    self = token.isEmpty ? .missing : .token(String(token))
  }
}

extension Substring {
  /// Without such characters at both ends.
  package func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
    var rest = drop(while: isTrimmed)
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}
