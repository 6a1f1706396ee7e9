import Bank
import StarlingAPI

/// Why a request has no answer that says it was done.
enum Trouble: Error {
  /// Nothing was sent, and the bank has nothing to do with it.
  case notAsked(BankError)
  /// Nothing was sent: there was no connection.
  case noConnection(String)
  /// The bank refused: it has not done it.
  case refused(Starling.Failure)
  /// The bank was asked too often: it has not done it.
  case busy(Starling.Failure)
  /// The bank failed, and may have done it.
  case failed(Starling.Failure)
  /// It was sent and not answered.
  ///
  /// - Parameter mayStillHappen: whether the bank may be at it yet.
  case noAnswer(String, mayStillHappen: Bool)
  /// It was answered with a success whose body is not what the API promises.
  case unreadable(String, isCut: Bool)
  /// The task was cancelled.
  case cancelled(wasSent: Bool)
}

extension Trouble {
  /// Whether the bank may have done what it was asked for, or may do it yet.
  var mayHaveBeenDone: Bool {
    switch self {
    case .notAsked, .noConnection, .refused, .busy: false
    case .failed, .noAnswer, .unreadable: true
    case .cancelled(let wasSent): wasSent
    }
  }

  /// Whether the bank may do yet what it was asked for.
  var mayStillHappen: Bool {
    switch self {
    case .noAnswer(_, let mayStillHappen): mayStillHappen
    // A gateway has given up on the bank behind it.
    case .failed(let failure): failure.status == 502 || failure.status == 504
    case .cancelled(let wasSent): wasSent
    default: false
    }
  }

  /// What to call the wait before the next attempt; `nil` where another attempt helps nobody.
  var waitReason: BankWait.Reason? {
    switch self {
    case .noConnection: .noConnection
    case .busy: .tooManyRequests
    case .failed(let failure): .serverError(status: failure.status)
    case .noAnswer, .unreadable: .noAnswer
    case .notAsked, .refused, .cancelled: nil
    }
  }

  /// How long the bank asks to be left alone.
  var retryAfter: Starling.RetryAfter? {
    switch self {
    case .busy(let failure), .failed(let failure): failure.retryAfter
    default: nil
    }
  }

  /// What has happened, in words.
  var cause: String {
    switch self {
    case .notAsked(let error): error.cause ?? error.code.rawValue
    case .noConnection(let cause), .noAnswer(let cause, _), .unreadable(let cause, _): cause
    case .refused(let failure), .failed(let failure): failure.words
    case .busy(let failure):
      failure.retryAfter.map { "status 429, to be asked again: \($0.words)" } ?? failure.words
    case .cancelled: "the waiting was ended"
    }
  }

  /// The error of a request that was not done, or only read.
  ///
  /// - Parameter account: the account in the path, which is what a status of 404 is about.
  func bankError(about account: Account.ID? = nil) -> BankError {
    switch self {
    case .notAsked(let error): error
    case .noConnection, .failed, .noAnswer, .cancelled: .unavailable(cause: cause)
    case .busy: .tooManyRequests(cause: cause)
    case .unreadable: .unreadableAnswer(cause: cause)
    case .refused(let failure): failure.bankError(about: account)
    }
  }
}

extension Starling.Failure {
  fileprivate func bankError(about account: Account.ID?) -> BankError {
    if isInvalidToken { return .notLoggedIn(cause: words) }
    if let scopes = missingScopes {
      return .insufficientScope(
        scopes.isEmpty ? nil : scopes.map(\.rawValue).joined(separator: ", "))
    }
    if let account, status == 404 || codes.contains(.unknownAccount) {
      return .unknownAccount(account)
    }
    if case .unreadable = kind, !(400..<500).contains(status) {
      return .unreadableAnswer(cause: words)
    }
    return .refused(cause: words)
  }

  /// The status and what the body says.
  fileprivate var words: String {
    switch kind {
    case .authorization(let error):
      "status \(status), \(error.error)\(error.description.map { ": \($0)" } ?? "")"
    case .codes(let codes) where !codes.isEmpty:
      "status \(status), \(codes.map(\.rawValue).joined(separator: ", "))"
    case .codes: "status \(status)"
    case .unreadable(_, let snippet) where snippet.isEmpty: "status \(status), without a word"
    case .unreadable(let contentType, let snippet):
      "status \(status), \(contentType ?? "of no type"): \(snippet)"
    }
  }

  /// The same without a secret.
  func redacted(by redaction: Redaction) -> Self {
    var copy = self
    switch kind {
    case .authorization(let error):
      copy.kind = .authorization(
        Starling.AuthorizationError(
          error: Starling.AuthorizationCode(rawValue: redaction.redact(error.error.rawValue)),
          description: error.description.map(redaction.redact)))
    case .codes(let codes):
      copy.kind = .codes(
        codes.map { Starling.ErrorCode(rawValue: redaction.redact($0.rawValue)) })
    case .unreadable(let contentType, let snippet):
      copy.kind = .unreadable(
        contentType: contentType.map(redaction.redact), snippet: redaction.redact(snippet))
    }
    return copy
  }
}

extension Starling.RetryAfter {
  fileprivate var words: String {
    switch self {
    case .seconds(let seconds): "in \(seconds) s"
    case .date(let time): "at \(time)"
    }
  }
}
