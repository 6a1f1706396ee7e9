public import DataSets

extension BooksError: DataSetFailure {
  /// The service’s error as it is; any other as an unavailable service.
  public init(describing error: any Error) {
    self = error as? BooksError ?? BooksError(.unavailable, cause: "\(error)")
  }

  /// Whether the person has to do something first.
  public var needsUser: Bool {
    switch code {
    case .notLoggedIn, .notAllowed, .client: true
    default: false
    }
  }
}
