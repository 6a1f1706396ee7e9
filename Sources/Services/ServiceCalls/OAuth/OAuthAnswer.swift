public import ServiceBasics

/// What a person's browser comes back with.
public enum OAuthAnswer: Sendable, Hashable {
  /// The person allowed it.
  case allowed(OAuthCode)
  /// The person did not allow it.
  case notAllowed
  /// The service could not ask the person.
  case refused(CodedText)
  /// It is the answer to another attempt: nothing of it may be used.
  case otherAttempt
  /// It is no answer.
  case unreadable
}

extension OAuthAnswer {
  /// Whether it ends the attempt.
  ///
  /// What is no answer to the attempt does not, as the right one may still come.
  var endsAttempt: Bool {
    switch self {
    case .allowed, .notAllowed, .refused: true
    case .otherAttempt, .unreadable: false
    }
  }

  /// The code in it; nil if the person did not allow it.
  ///
  /// - Throws: why there is neither.
  func code() throws(OAuthFailure) -> OAuthCode? {
    switch self {
    case .allowed(let code): return code
    case .notAllowed: return nil
    case .refused(let cause): throw .refused(cause)
    case .otherAttempt:
      throw .refused(
        CodedText("log-in-other-attempt", "it is the answer to another attempt to log in"))
    case .unreadable:
      throw .refused(
        CodedText("log-in-unreadable", "it is neither an address with a code nor a code"))
    }
  }
}

/// A code for which the service gives tokens once; no text of it says what it is.
public struct OAuthCode: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  let secret: String

  /// The same words for every code.
  public var description: String { "a code" }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension OAuthAttempt {
  /// Reads what a person pasted: the whole address to which the browser was led, its query, or the
  /// bare code, which has no state.
  public func answer(pasted text: String) -> OAuthAnswer {
    let text = text.drop(while: \.isWhitespace)
    let trimmed = text.lastIndex { !$0.isWhitespace }.map { text[...$0] } ?? ""
    if let answer = answer(inQueryOf: trimmed) { return answer }
    let isCode = !trimmed.isEmpty && trimmed.utf8.allSatisfy(Self.isCodeCharacter)
    return isCode ? .allowed(OAuthCode(secret: String(trimmed))) : .unreadable
  }

  /// Reads the query of an address; nil if it is no answer at all.
  func answer(inQueryOf address: some StringProtocol) -> OAuthAnswer? {
    let query = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).last
    let items = FormItem.items(in: (query ?? "").prefix { $0 != "#" })
    guard items["code"] != nil || items["error"] != nil else { return nil }
    guard items["state"] == state else { return .otherAttempt }
    if let error = items["error"] {
      guard error != "access_denied" else { return .notAllowed }
      return .refused(.logInRefused(items["error_description"] ?? error))
    }
    guard let code = items["code"], !code.isEmpty else { return .unreadable }
    return .allowed(OAuthCode(secret: code))
  }

  private static func isCodeCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "-._~+/".utf8.contains(byte)
    }
  }
}
