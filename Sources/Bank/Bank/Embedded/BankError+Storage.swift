import GRDB
package import ServiceStorage

extension BankError {
  /// The error of a bank whose file, or order book, cannot be used.
  package init(_ error: DatabaseFileError) {
    switch error.code {
    case .foreign: self = .notABank(path: error.path, cause: error.cause)
    case .busy: self = .unavailable(cause: error.cause, path: error.path)
    default: self = .storage(path: error.path, cause: error.cause, advice: error.advice)
    }
  }

  /// The error for whatever was thrown while a bank's file was read or written.
  package init(_ error: any Error, path: String) {
    self = error as? BankError ?? BankError(DatabaseFileError(error, path: path))
  }

  /// The error of an order for whose sake a bank's file, or order book, could not be used.
  ///
  /// It never says that the bank is unavailable, which would mean that nothing was done: an earlier
  /// attempt may have been carried out, and be in the file.
  package init(ofOrder error: any Error, path: String) {
    if let error = error as? BankError {
      self = error
      return
    }
    let error = DatabaseFileError(error, path: path)
    self =
      error.code == .busy
      ? .storage(path: error.path, cause: error.cause, advice: error.advice) : BankError(error)
  }

  /// The error of a transaction that could not be made durable. After an error of the disk it may be
  /// there all the same when the file is read again; a full disk has not taken it.
  package init(ofCommit error: any Error, path: String) {
    guard let error = error as? DatabaseError, error.resultCode == .SQLITE_IOERR else {
      self.init(ofOrder: error, path: path)
      return
    }
    self = .outcomeUnknown(cause: "\(path): \(error.message ?? "disk I/O error")")
  }
}
