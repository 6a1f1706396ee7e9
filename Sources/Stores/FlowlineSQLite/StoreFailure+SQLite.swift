import Flowline
import GRDB
import PrivateFiles
import PrivateSQLite

extension StoreFailure {
  /// The failure of a file that was not opened.
  init(_ fault: SQLiteFault, at path: String) {
    switch fault {
    case .notPrivate(let error) where error.code == .notMade && error.path != path:
      self.init(.notAllowed, at: error.path, "the folder cannot be made")
    case .notPrivate(let error): self.init(error, otherwise: .unreadable)
    case .notWritable(let fault): self.init(fault, otherwise: .notAllowed)
    case .foreign:
      self.init(.unreadable, at: path, "it is a database of another application")
    case .newer:
      self.init(.newerVersion, at: path, "a newer version made it; use that version")
    case .other(let error): self.init(error, at: path, otherwise: .unreadable)
    }
  }

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
