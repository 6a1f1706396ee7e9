public import Bank
import ServiceBasics
public import ServiceCalls
import StarlingAPI

extension CallFailure<Starling.Failure> {
  /// What a caller is to catch.
  func thrown(about account: Account.ID? = nil, isWrite: Bool = false) -> any Error {
    if isWrite, mayHaveBeenDone { return BankError.outcomeUnknown(cause: cause) }
    if case .cancelled = self { return CancellationError() }
    return bankError(about: account)
  }

  /// The error of a request that was not done, or only read.
  ///
  /// - Parameter account: the account in the path, which is what the code for an unknown one is about.
  ///   A status of 404 alone is about nothing that is known.
  /// - Returns: the error, with advice.
  func bankError(about account: Account.ID? = nil) -> BankError {
    switch self {
    case .notAsked(.noToken), .notAsked(.logIn): .notLoggedIn(cause: cause)
    case .notAsked(.token(let error)): BankError(error)
    case .notAsked(.request): .invalidRecord(cause: cause)
    case .notAsked(.unavailable), .noConnection, .failed, .noAnswer, .cancelled:
      .unavailable(cause: cause)
    case .busy: .tooManyRequests(cause: cause)
    case .unreadable: .unreadableAnswer(cause: cause)
    case .refused(let failure): failure.bankError(about: account)
    }
  }
}

extension BankError {
  /// The error of an access token that cannot be used.
  public init(_ error: AccessTokenError) {
    self = .token(path: error.path, cause: error.cause, advice: error.advice)
  }
}

extension Starling.Failure {
  fileprivate func bankError(about account: Account.ID?) -> BankError {
    if isInvalidToken { return .notLoggedIn(cause: summary) }
    if let scopes = missingScopes {
      return .insufficientScope(
        scopes.isEmpty ? nil : scopes.map(\.rawValue).joined(separator: ", "))
    }
    if let account, codes.contains(.unknownAccount) { return .unknownAccount(account) }
    if case .unreadable = kind, !(400..<500).contains(status) {
      return .unreadableAnswer(cause: summary)
    }
    return .refused(cause: summary)
  }
}
