import Bank
import GRDB
import ServiceBasics
import ServiceStorage

extension BankError {
  /// A transaction was not run to its end: nothing was done.
  static var transactionEnded: BankError {
    .unavailable(cause: CodedText("transaction-ended", "the transaction ended early"))
  }

  /// The error for whatever was thrown while a bank's file was read or written.
  init(_ error: any Error, path: String) {
    self = error as? BankError ?? BankError(DatabaseFileError(error, path: path))
  }

  /// The error of a transaction that could not be made durable.
  ///
  /// After an error of the disk it may be there all the same when the file is read again; a full
  /// disk has not taken it.
  init(ofCommit error: any Error, path: String) {
    guard let error = error as? DatabaseError, error.resultCode == .SQLITE_IOERR else {
      self.init(error, path: path)
      return
    }
    self = .outcomeUnknown(
      path: path, cause: CodedText("disk-failing", error.message ?? "disk I/O error"))
  }
}
