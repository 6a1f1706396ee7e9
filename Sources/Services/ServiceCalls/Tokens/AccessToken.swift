import Crypto
import FoundationEssentials
import ServiceBasics

/// A secret that lets its holder use a service; no text of it says what it is.
public struct AccessToken: Sendable, Hashable {
  /// The longest token that is taken, in bytes; usual ones have about a thousand.
  static let longest = 16 * 1024

  let secret: String

  /// Takes a token; white space around it is cut off.
  ///
  /// - Throws: an error if the text can be none: it is empty, has several lines or other characters
  ///   than a bearer token may have (RFC 6750, section 2.1). The text is not in the error.
  public init(_ text: some StringProtocol) throws(AccessTokenError) {
    secret = try Self.secret(in: text, path: nil)
  }

  init(_ text: some StringProtocol, path: String?) throws(AccessTokenError) {
    secret = try Self.secret(in: text, path: path)
  }

  /// The SHA-256 digest, in hexadecimal: equal for equal tokens, and no token follows from it.
  public var digest: String {
    SHA256.hash(data: Data(secret.utf8))
      .map { byte in
        let digits = String(byte, radix: 16)
        return digits.utf8.count == 1 ? "0\(digits)" : digits
      }
      .joined()
  }

  private static func secret(
    in text: some StringProtocol, path: String?
  ) throws(AccessTokenError) -> String {
    func refusal(_ cause: CodedText) -> AccessTokenError {
      AccessTokenError(
        path: path, cause: cause,
        advice: CodedText(
          "token-alone", "Create a personal access token at the service, and give only that text."))
    }
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    guard let line = lines.first else { throw refusal(CodedText("token-empty", "it is empty")) }
    guard lines.count == 1 else {
      throw refusal(CodedText("token-of-lines", "it has several lines"))
    }
    // Some editors begin a file with a mark of its encoding.
    var token = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    while token.last?.isWhitespace == true { token.removeLast() }
    guard token.utf8.count <= longest else {
      throw refusal(CodedText("token-too-long", "it is longer than a token"))
    }
    let letters = token.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
    guard !letters.isEmpty, letters.allSatisfy(isTokenLetter) else {
      throw refusal(CodedText("token-characters", "it has characters that no token has"))
    }
    return String(token)
  }

  private static func isTokenLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "-._~+/".utf8.contains(byte)
    }
  }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The same words for every token.
  public var description: String { "an access token" }

  /// The same words for every token.
  public var debugDescription: String { description }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
