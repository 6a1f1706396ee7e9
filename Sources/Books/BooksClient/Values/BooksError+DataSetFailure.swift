public import DataSets
import ServiceBasics

extension BooksError: DataSetFailure {
  /// The service’s error as it is, and that of a file; any other as an unavailable service.
  public init(describing error: any Error) {
    self =
      error as? BooksError ?? (error as? DatabaseFileError).map { BooksError($0) }
      ?? BooksError(.unavailable, cause: .unexpected(error))
  }

  /// Whether the person has to do something first.
  public var needsUser: Bool {
    switch code {
    case .notLoggedIn, .notAllowed, .client: true
    default: false
    }
  }
}
