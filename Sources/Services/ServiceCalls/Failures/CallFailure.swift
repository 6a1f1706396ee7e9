public import ServiceBasics

/// Why a call has no answer that says it was done, and whether it may have been done all the same.
public enum CallFailure<Refusal: ServiceRefusal>: Error, Sendable, Hashable {
  /// Nothing was sent: the request could not be made.
  case notAsked(Unsendable)
  /// Nothing was sent: there was no connection, or none in time.
  case noConnection(CodedText)
  /// The service refused: it has not done it.
  case refused(Refusal)
  /// The service was called too often: it has not done it.
  case busy(Refusal)
  /// The service failed, and may have done it.
  case failed(Refusal)
  /// It was sent and not answered.
  ///
  /// - Parameter mayStillHappen: whether the service may be at it yet.
  case noAnswer(CodedText, mayStillHappen: Bool)
  /// It was answered with a success whose body is not what the service promises.
  case unreadable(CodedText, isCut: Bool)
  /// The task was cancelled.
  case cancelled(wasSent: Bool)
}

/// Why a request could not be made.
public enum Unsendable: Error, Sendable, Hashable {
  /// There is no access token.
  case noToken
  /// The access token cannot be used.
  case token(AccessTokenError)
  /// Nobody is logged in, or the log-in cannot be renewed for now.
  case logIn(OAuthFailure)
  /// What the access token is kept in cannot be reached for now.
  case unavailable(CodedText)
  /// The request itself cannot be sent.
  case request(CodedText)

  /// Why.
  public var cause: CodedText {
    switch self {
    case .noToken: .noToken
    case .token(let error): error.cause
    case .logIn(let failure): failure.cause
    case .unavailable(let cause), .request(let cause): cause
    }
  }
}

extension CallFailure {
  /// Whether the service may have done what it was asked for, or may do it yet.
  public var mayHaveBeenDone: Bool {
    switch self {
    case .notAsked, .noConnection, .refused, .busy: false
    case .failed, .noAnswer, .unreadable: true
    case .cancelled(let wasSent): wasSent
    }
  }

  /// Whether the service may do yet what it was asked for.
  public var mayStillHappen: Bool {
    switch self {
    case .noAnswer(_, let mayStillHappen): mayStillHappen
    // A gateway has given up on the service behind it.
    case .failed(let refusal): refusal.status == 502 || refusal.status == 504
    case .cancelled(let wasSent): wasSent
    default: false
    }
  }

  /// What to call the wait before the next attempt; nil if another attempt helps nobody.
  public var waitReason: CallWait.Reason? {
    switch self {
    case .noConnection(let cause): cause.isLasting ? nil : .noConnection
    case .busy: .tooManyRequests
    case .failed(let refusal): .serverError(status: refusal.status)
    case .noAnswer, .unreadable: .noAnswer
    case .notAsked(.logIn(let failure)): failure.cause.isLasting ? nil : failure.waitReason
    case .notAsked(.unavailable): .noConnection
    case .notAsked, .refused, .cancelled: nil
    }
  }

  /// How long the service asks not to be called.
  public var retryAfter: RetryAfter? {
    switch self {
    case .busy(let refusal), .failed(let refusal): refusal.retryAfter
    case .notAsked(.logIn(let failure)): failure.retryAfter
    default: nil
    }
  }

  /// What has happened.
  public var cause: CodedText {
    switch self {
    case .notAsked(let reason): reason.cause
    case .noConnection(let cause), .noAnswer(let cause, _), .unreadable(let cause, _): cause
    case .refused(let refusal), .failed(let refusal): refusal.summary
    case .busy(let refusal):
      refusal.retryAfter.map(CodedText.tooManyRequests) ?? refusal.summary
    case .cancelled: .waitStopped
    }
  }

  /// Whether the same request may help; a readable answer that is no JSON would come again.
  func mayBeRepeated(_ isRepeatable: Bool) -> Bool {
    if case .unreadable(_, isCut: false) = self { return false }
    return isRepeatable || !mayHaveBeenDone
  }

  /// What is known of a write after this failure: that this attempt did nothing says nothing of an earlier
  /// one.
  ///
  /// That what is written to is not there is known all the same: another attempt would come to no more.
  ///
  /// - Parameter doubt: the failure of an earlier attempt that may have been carried out; nil if none may.
  func following(_ doubt: Self?) -> Self {
    guard let doubt, !mayHaveBeenDone else { return self }
    return switch self {
    case .refused(let refusal) where refusal.status == 404 || refusal.status == 410: self
    case .cancelled: .cancelled(wasSent: true)
    default: doubt
    }
  }

  /// The failure that an answer with a status of no success is.
  init(_ response: CallResponse) {
    let refusal = Refusal(response)
    switch response.status {
    case 429: self = .busy(refusal)
    // Some gateways send it after they have passed the request on.
    case 408: self = .noAnswer(.status(408), mayStillHappen: true)
    case 500...: self = .failed(refusal)
    default: self = .refused(refusal)
    }
  }

  init(_ failure: TransportFailure) {
    switch failure {
    case .invalid(let cause): self = .notAsked(.request(cause))
    case .notSent(let cause): self = .noConnection(cause)
    case .noAnswer(let cause): self = .noAnswer(cause, mayStillHappen: true)
    case .cancelled(let wasSent): self = .cancelled(wasSent: wasSent)
    }
  }

  func redacted(by redaction: Redaction) -> Self {
    switch self {
    case .notAsked, .cancelled: self
    case .noConnection(let cause): .noConnection(cause.map(redaction.redact))
    case .refused(let refusal): .refused(refusal.redacted(by: redaction))
    case .busy(let refusal): .busy(refusal.redacted(by: redaction))
    case .failed(let refusal): .failed(refusal.redacted(by: redaction))
    case .noAnswer(let cause, let may): .noAnswer(cause.map(redaction.redact), mayStillHappen: may)
    case .unreadable(let cause, let isCut): .unreadable(cause.map(redaction.redact), isCut: isCut)
    }
  }
}
