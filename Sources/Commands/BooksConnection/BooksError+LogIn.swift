import BooksClient
import ServiceBasics
import ServiceCalls

/// What is wrong with a log-in, as flows know it.
struct BooksLogInTrouble {
  let code: BooksError.Code
  let cause: CodedText
  /// The file that it is about; nil if it is about none.
  var path: String?

  init(_ failure: OAuthFailure) {
    (code, cause) =
      switch failure {
      case .loggedOut: (.notLoggedIn, failure.cause)
      case .codeRefused, .refused: (.logInFailed, failure.cause)
      case .unknownClient(let cause):
        (.client, CodedText(words: cause.words, code: BooksError.Code.client.rawValue))
      case .busy: (.busy, failure.cause)
      case .unavailable: (.unavailable, failure.cause)
      case .file(_, let cause, _): (.storage, cause)
      case .notListening: (.portTaken, failure.cause)
      }
    if case .file(let file, _, _) = failure { path = file }
  }
}

extension BooksError {
  init(_ failure: OAuthFailure) {
    let trouble = BooksLogInTrouble(failure)
    self.init(trouble.code, at: trouble.path, cause: trouble.cause)
  }
}
