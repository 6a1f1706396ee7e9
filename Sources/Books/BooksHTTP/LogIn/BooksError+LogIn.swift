import BooksClient
import ServiceBasics
import ServiceCalls

extension BooksError {
  /// The error of a log-in that failed, or is not there.
  init(_ failure: OAuthFailure) {
    var path: String?
    if case .file(let file, _, _) = failure { path = file }
    self.init(failure.codeInBooks, at: path, cause: failure.causeInBooks)
  }
}

extension OAuthFailure {
  fileprivate var codeInBooks: BooksError.Code {
    switch self {
    case .loggedOut: .notLoggedIn
    case .codeRefused, .refused: .logInFailed
    case .unknownClient: .client
    case .busy: .busy
    case .unavailable: .unavailable
    case .file: .storage
    case .notListening: .portTaken
    }
  }

  /// The cause; that the service does not know the program has the code by which a ``BooksError`` of a call
  /// is told from others, and what people are told of it in their language.
  var causeInBooks: CodedText {
    guard case .unknownClient(let cause) = self else { return cause }
    return CodedText(words: cause.words, code: BooksError.Code.client.rawValue)
  }
}
