import Flowline
import GRDB

extension StoreFailure {
  /// The failure of whatever went wrong with a store's file.
  init(_ error: any Error, at place: String, otherwise code: Code) {
    switch error {
    case let error as StoreFailure: self = error
    case let error as DatabaseError:
      self.init(
        Self.code(of: error) ?? code, at: place, error.message ?? "\(error.extendedResultCode)")
    default: self.init(code, at: place, "\(error)")
    }
  }

  private static func code(of error: DatabaseError) -> Code? {
    switch error.extendedResultCode {
    case .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC: return .notSynced
    default: break
    }
    return switch error.resultCode {
    case .SQLITE_FULL: .noSpace
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .notAllowed
    case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
    // GRDB's word for a connection that was closed.
    case .SQLITE_MISUSE: .closed
    case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_CANTOPEN: .unreadable
    default: nil
    }
  }
}
