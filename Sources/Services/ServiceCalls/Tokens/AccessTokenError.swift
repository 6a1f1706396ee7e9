public import ServiceBasics

/// Why an access token cannot be used.
///
/// No part of the token is in it.
public struct AccessTokenError: Error, Sendable, Hashable {
  /// The file that it is read from, or what several machines share.
  public let path: String?

  /// What is wrong.
  public let cause: CodedText

  /// What to do about it: a sentence.
  public let advice: CodedText

  init(path: String?, cause: CodedText, advice: CodedText) {
    self.path = path
    self.cause = cause
    self.advice = advice
  }
}

extension AccessTokenError {
  /// The error for a token that several machines share.
  init(_ error: any Error) {
    let failure = error as? SharedLogFailure
    let advice: CodedText =
      switch failure?.code {
      case .damaged?: CodedText("token-restore", "Restore it from a copy.")
      case .newer?: CodedText("token-newer", "Use the newest version at all servers.")
      case .unavailable?, .takenOver?, nil: CodedText("token-later", "Try again in a moment.")
      }
    self.init(
      path: failure?.place,
      cause: failure.map(CodedText.tokenUnreachable) ?? .unexpected(error), advice: advice)
  }
}

extension CodedText {
  /// The token that several machines share cannot be read or written for now.
  static func tokenUnreachable(_ failure: SharedLogFailure) -> CodedText {
    CodedText(
      "token-unreachable",
      "the access token that servers share cannot be read for now: \(failure.cause)")
  }
}

extension AccessTokenError: CustomStringConvertible {
  /// The file, what is wrong, and what to do about it.
  public var description: String { "\(path.map { "\($0): " } ?? "")\(cause). \(advice)" }
}
