import DataSets
import GRDB
import ServiceBasics
import ServiceStorage

extension CopyNote {
  /// The note for whatever was thrown while the file was opened, read or written.
  init(_ error: any Error, path: String) {
    if let error = error as? DatabaseError,
      [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      self.init(.damaged, path: path, cause: error.message ?? "\(error.resultCode)")
      return
    }
    let error = DatabaseFileError(error, path: path)
    let code: Code =
      switch error.code {
      case .foreign: .foreign
      case .tooNew: .tooNew
      case .notPrivate: .notPrivate
      case .busy: .unreadable
      case .damaged: .damaged
      default: .unwritable
      }
    self.init(code, path: path, cause: error.cause)
  }

  /// Whether trying again is of no use before the person has done something.
  var isFinal: Bool { [.foreign, .tooNew, .notPrivate].contains(code) }
}
