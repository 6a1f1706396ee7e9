import StarlingAPI

/// The header that a token comes in.
enum AuthorizationHeader {
  /// The token of `Bearer TOKEN`; a signature after a semicolon is passed over.
  static func token(in header: String?) throws(RequestProblem) -> String {
    guard let header, header.contains(where: { !$0.isWhitespace }) else {
      throw .unauthorized(.missingToken)
    }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts[0].lowercased() == "bearer" else { throw .unauthorized(.unknownToken) }
    let token = parts.dropFirst().joined().prefix { $0 != ";" }.trimming(while: \.isWhitespace)
    guard !token.isEmpty else { throw .unauthorized(.missingToken) }
    return String(token)
  }
}
