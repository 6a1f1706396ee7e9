import BooksClient
import ServiceBasics
import ServiceCalls

/// What is wrong with a log-in, as flows know it.
struct BooksLogInTrouble {
  let code: BooksError.Code
  let cause: CodedText

  init(_ failure: OAuthFailure) {
    (code, cause) =
      switch failure {
      case .loggedOut: (.notLoggedIn, failure.cause)
      case .codeRefused, .refused: (.logInFailed, failure.cause)
      case .unknownClient(let cause):
        (.client, CodedText(words: cause.words, code: BooksError.Code.client.rawValue))
      case .busy: (.busy, failure.cause)
      case .unavailable: (.unavailable, failure.cause)
      case .file(let path, let cause, _):
        (.storage, CodedText(words: "\(path): \(cause)", code: BooksError.Code.storage.rawValue))
      case .notListening: (.portTaken, failure.cause)
      }
  }
}

extension BooksError {
  init(_ failure: OAuthFailure) {
    let trouble = BooksLogInTrouble(failure)
    self.init(trouble.code, cause: trouble.cause)
  }
}
