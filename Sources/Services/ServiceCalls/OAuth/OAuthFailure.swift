public import ServiceBasics

/// Why there is no access token by OAuth.
///
/// No secret is in it.
public enum OAuthFailure: Error, Sendable, Hashable {
  /// Nobody is logged in: a person has to log in.
  case loggedOut(LogOutReason)
  /// The service does not take the code: it was used, is too old, or is another program's.
  case codeRefused(CodedText)
  /// The service does not know the program, or its secret is wrong.
  case unknownClient(CodedText)
  /// The service refused for another reason.
  case refused(CodedText)
  /// The service asks not to be called for a while.
  case busy(RetryAfter)
  /// The service could not be asked, or its answer did not come or could not be read.
  case unavailable(CodedText)
  /// The file of the log-in, or the log that machines share, cannot be read or written; the path is its
  /// place.
  case file(path: String, cause: CodedText, advice: CodedText)
  /// Nobody can listen at the address to which the browser is to be led.
  case notListening(port: Int, CodedText)
}

/// Why nobody is logged in; the list may grow.
public struct LogOutReason: RawRepresentable, Sendable, Hashable, Codable {
  /// The word.
  public let rawValue: String

  /// Takes a word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nobody has logged in yet.
  public static let never = LogOutReason(rawValue: "never")
  /// The person logged out.
  public static let byUser = LogOutReason(rawValue: "by-user")
  /// The service did not renew the log-in: access was taken back, or the tokens are too old.
  public static let refreshRefused = LogOutReason(rawValue: "refresh-refused")
  /// An earlier version of the program kept the log-in in a form that is no longer used.
  public static let keptByEarlierVersion = LogOutReason(rawValue: "kept-by-earlier-version")
}

extension OAuthFailure {
  /// What has happened.
  public var cause: CodedText {
    switch self {
    case .loggedOut(.never): CodedText("log-in-none", "nobody is logged in")
    case .loggedOut(.byUser): CodedText("logged-out", "you logged out")
    case .loggedOut(.keptByEarlierVersion):
      CodedText("log-in-of-earlier", "an earlier version of the program saved the log-in")
    case .loggedOut: CodedText("log-in-ended", "the service has ended the log-in")
    case .codeRefused(let cause), .unknownClient(let cause), .refused(let cause),
      .unavailable(let cause), .file(_, let cause, _), .notListening(_, let cause):
      cause
    case .busy(let retryAfter): .tooManyRequests(retryAfter)
    }
  }

  /// What to call the wait before the next attempt; nil if another attempt helps nobody.
  public var waitReason: CallWait.Reason? {
    switch self {
    case .busy: .tooManyRequests
    case .unavailable: .noConnection
    default: nil
    }
  }

  /// How long the service asks not to be called.
  public var retryAfter: RetryAfter? {
    if case .busy(let retryAfter) = self { retryAfter } else { nil }
  }

  init(_ error: PrivacyError) {
    self = .file(path: error.path, cause: error.reason, advice: error.remedy())
  }

  init(_ failure: SharedLogFailure) {
    self =
      switch failure.code {
      case .takenOver: .unavailable(.logInInUse)
      case .unavailable:
        .file(
          path: failure.place,
          cause: CodedText(
            "log-in-unreachable",
            "the log-in that servers share cannot be read or written: \(failure.cause)",
            failure.cause),
          advice: CodedText("log-in-later", "Try again in a moment."))
      case .damaged:
        .file(
          path: failure.place,
          cause: CodedText(
            "log-in-not-understood",
            "the log-in that servers share cannot be understood: \(failure.cause)", failure.cause),
          advice: CodedText("log-in-restore", "Restore it from a copy."))
      case .newer:
        .file(
          path: failure.place,
          cause: CodedText(
            "log-in-too-new",
            "this version cannot read the log-in that servers share: \(failure.cause)",
            failure.cause),
          advice: CodedText("log-in-newer-program", "Use the newest version at all servers."))
      }
  }
}

extension CodedText {
  static let logInInUse = CodedText(
    "log-in-in-use", "another process has been renewing the log-in for too long")

  static func logInRefused(_ words: String) -> CodedText {
    CodedText("log-in-refused", "the service refused: \(words)", words)
  }
}
