import FoundationEssentials
public import SandboxKit

extension SandboxToken {
  /// Reads what a token file holds: a JSON array of tokens, one JSON object a line, or one bare token
  /// that allows everything, so that the same file can serve a client.
  ///
  /// - Throws: a `SandboxError` that names the place, and never a token.
  public static func read(_ text: String) throws(SandboxError) -> [SandboxToken] {
    let lines = text.split(whereSeparator: \.isNewline)
      .map { $0.trimming(while: \.isWhitespace) }.filter { !$0.isEmpty }
    guard let first = lines.first else { throw unreadable("it is empty") }
    let tokens: [SandboxToken]
    switch first.first {
    case "[": tokens = try decoded([SandboxToken].self, text[...], at: "the array")
    case "{":
      var read: [SandboxToken] = []
      for (index, line) in lines.enumerated() {
        read.append(try decoded(SandboxToken.self, line, at: "line \(index + 1)"))
      }
      tokens = read
    default:
      guard lines.count == 1 else { throw unreadable("it has several lines that are not JSON") }
      tokens = [SandboxToken(String(first))]
    }
    for (index, token) in tokens.enumerated() where !isUsable(token.token) {
      throw unreadable("token \(index + 1) is empty or has a character that no header can carry")
    }
    return tokens
  }

  private static func decoded<Value: Decodable>(
    _ type: Value.Type, _ text: Substring, at place: String
  ) throws(SandboxError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch let problem as Problem {
      throw unreadable("\(place) \(problem.words)")
    } catch {
      // The error's own words might quote the text, and a token with it.
      throw unreadable(
        "\(place) is not {\"token\": …, \"scopes\": […] or \"all\", \"expiresAt\"?, \"holder\"?}")
    }
  }

  /// Whether a header can carry it.
  private static func isUsable(_ token: String) -> Bool {
    !token.isEmpty && token.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3B }
  }

  private static func unreadable(_ cause: String) -> SandboxError {
    SandboxError(.tokens, "the tokens cannot be read: \(cause).")
  }
}

extension SandboxToken.Problem {
  /// What is wrong; a scope is named if it looks like one, and not like a token in its place.
  fileprivate var words: String {
    switch self {
    case .member: "has another member than \"token\", \"scopes\", \"expiresAt\" and \"holder\""
    case .scope(let scope) where Self.isScope(scope):
      "has the scope \(scope), which the bank’s API does not have"
    case .scope: "has a scope that the bank’s API does not have"
    }
  }

  private static func isScope(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        (1...30).contains(part.utf8.count)
          && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }
      }
  }
}

extension Substring {
  func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
    var rest = drop(while: isTrimmed)
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}
