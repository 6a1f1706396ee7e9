package import ServiceBasics

extension BankError {
  /// The error of a bank whose file, or order book, cannot be used.
  package init(_ error: DatabaseFileError) {
    switch error.code {
    case .foreign: self = .notABank(path: error.path, cause: error.cause)
    case .busy: self = .unavailable(cause: error.cause, path: error.path)
    default: self = .storage(path: error.path, cause: error.cause, advice: error.advice)
    }
  }

  /// The error of an order for whose sake a bank's file, or order book, could not be used.
  ///
  /// It never says that the bank is unavailable, which would mean that nothing was done: an earlier
  /// attempt may have been carried out, and be in the file.
  package init(ofOrder error: DatabaseFileError) {
    self =
      error.code == .busy
      ? .storage(path: error.path, cause: error.cause, advice: error.advice) : BankError(error)
  }
}
